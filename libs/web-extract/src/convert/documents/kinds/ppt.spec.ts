import {
  DocumentDamagedError,
  DocumentEncryptedError,
  UnsupportedContentError,
} from '../../../model/errors.js';
import { compoundFile } from '@web-extract/documents/containers/cfb/compound-files.fixture.js';
import {
  outlineText,
  ppt,
  record,
  shape,
  table,
  text,
} from '@web-extract/documents/slides/ppt/ppt-files.fixture.js';
import { convertBytes } from '../convert-bytes.fixture.js';

const TITLE = 0;
const BODY = 1;
const OTHER = 4;
const CENTER_TITLE = 6;

async function markdown(bytes: Buffer): Promise<string> {
  return (await convertBytes(bytes)).markdown!.trim();
}

describe('readPpt', () => {
  it('reads titles as headings and the other texts in reading order', async () => {
    const shapes = [
      shape([0, 300, 500, 100], text(OTHER, 'below')),
      shape([0, 100, 500, 100], text(OTHER, 'above\vtwo\rnext')),
      shape([0, 0, 500, 50], text(TITLE, 'Náme')),
      shape([0, 500, 100, 20], text(OTHER, 'footer'), 9),
    ];
    const first = [shape([0, 0, 500, 50], text(CENTER_TITLE, 'All'))];
    const bytes = ppt([{ shapes: first }, { shapes }]);
    expect(await markdown(bytes)).toBe('# All\n\n## Náme\n\nabove  \ntwo\n\nnext\n\nbelow');
    expect((await convertBytes(bytes)).metadata.numPages).toBe(2);
  });

  it('reads bodies as lists, by the level and bullet of each paragraph', async () => {
    const body = text(BODY, 'one\rinner\rplain', [
      [0, true],
      [1, true],
      [0, false],
    ]);
    const shapes = [shape([0, 0, 9, 9], text(BODY, 'a\rb')), shape([0, 20, 9, 9], body)];
    expect(await markdown(ppt([{ shapes }]))).toBe('- a\n- b\n\n* one\n  - inner\n\nplain');
  });

  it('reads texts that are stored outside of their slide', async () => {
    const shapes = [shape([0, 0, 9, 9], outlineText(0)), shape([0, 20, 9, 9], outlineText(1))];
    const outline = [text(TITLE, 'Title'), text(OTHER, 'said')];
    expect(await markdown(ppt([{ shapes, outline }]))).toBe('## Title\n\nsaid');
  });

  it('reads tables', async () => {
    const cells = [
      ['a', 'b'],
      ['1', '2'],
    ];
    expect(await markdown(ppt([{ shapes: [table([0, 0, 200, 100], cells)] }]))).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
  });

  it('writes notes below their slide, and counts hidden slides', async () => {
    const bytes = ppt([
      { shapes: [shape([0, 0, 9, 9], text(OTHER, 'one'))], notes: 'say this' },
      { shapes: [shape([0, 0, 9, 9], text(OTHER, 'hidden'))], isHidden: true },
    ]);
    const { markdown: read, warnings } = await convertBytes(bytes);
    expect(read!.trim()).toBe('one\n\n> say this');
    expect(warnings).toContain('Hidden and left out: 1 slide. Set `hidden` to read them');
    expect((await convertBytes(bytes, { hidden: true, speakerNotes: false })).markdown!.trim()).toBe(
      'one\n\nhidden',
    );
  });

  it('rejects encrypted, damaged and old presentations by name', async () => {
    await expect(convertBytes(ppt([], 0xf3d1c4df))).rejects.toThrow(DocumentEncryptedError);
    await expect(convertBytes(compoundFile({ 'PowerPoint Document': Buffer.alloc(100) }))).rejects.toThrow(
      UnsupportedContentError,
    );
    const lost = compoundFile({
      'PowerPoint Document': Buffer.alloc(100),
      'Current User': Buffer.alloc(100),
    });
    await expect(convertBytes(lost)).rejects.toThrow(DocumentDamagedError);
  });

  it('survives groups without end and records that exceed the file', async () => {
    let nested = shape([0, 0, 9, 9], text(OTHER, 'deep'));
    for (let depth = 0; depth < 500; depth++) nested = record(0xf003, [record(0xf004, []), nested]);
    expect(await markdown(ppt([{ shapes: [shape([0, 0, 9, 9], text(OTHER, 'seen')), nested] }]))).toBe(
      'seen',
    );
    const bytes = ppt([{ shapes: [shape([0, 0, 9, 9], text(OTHER, 'seen'))] }]);
    for (let at = 512; at < bytes.length; at += 97) {
      const broken = Buffer.from(bytes);
      broken[at] = 0xff;
      await convertBytes(broken).catch((error: { code?: string }) => expect(error.code).toMatch(/^SCRAPE_/));
    }
  });
});
