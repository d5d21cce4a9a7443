import { changedFieldsOf, textDiffOf } from '../api/monitor-answers.js';
import { readUnified } from './read-unified.js';

const TEXT = '--- previous\n+++ current\n@@ -1,3 +1,3 @@\n # Lamp\n-Price 10\n+Price 12\n In stock\n';

describe('readUnified', () => {
  it('reads the lines of a diff and counts them', () => {
    const [file] = readUnified(TEXT).json.files;
    expect(file).toMatchObject({ additions: 1, deletions: 1 });
    expect(file!.chunks).toEqual([
      {
        content: '@@ -1,3 +1,3 @@',
        changes: [
          { type: 'normal', content: ' # Lamp' },
          { type: 'del', content: '-Price 10' },
          { type: 'add', content: '+Price 12' },
          { type: 'normal', content: ' In stock' },
        ],
      },
    ]);
  });
});

describe('A page of a check', () => {
  it('has its text diff and its changed fields', () => {
    const fields = { price: { previous: 10, current: 12 } };
    expect(textDiffOf({ diff: { text: TEXT, json: fields } })?.json.files[0]).toMatchObject({ additions: 1 });
    expect(changedFieldsOf({ diff: { text: TEXT, json: fields } })).toEqual(fields);
    expect(changedFieldsOf({ diff: { text: TEXT, json: {} } })).toBeNull();
    expect(textDiffOf({ diff: { json: fields } })).toBeNull();
    expect(changedFieldsOf({ diff: { text: TEXT, json: { files: [] } } })).toBeNull();
  });
});
