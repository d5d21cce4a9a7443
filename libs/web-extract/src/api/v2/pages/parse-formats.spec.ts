import { DOCUMENT_READERS } from '@web-extract/documents/document-readers.js';
import { parseFormats } from './parse-formats.js';

describe('parseFormats', () => {
  it('lists each document that has a reader', () => {
    const listed = parseFormats({ hasRecognizer: false }).flatMap(({ extensions }) => extensions);
    for (const kind of Object.keys(DOCUMENT_READERS)) expect(listed).toContain(kind);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('offers images with a recognizer only', () => {
    const isOffered = (hasRecognizer: boolean) =>
      parseFormats({ hasRecognizer }).find(({ kind }) => kind === 'image')?.available;
    expect([isOffered(true), isOffered(false)]).toEqual([true, false]);
  });
});
