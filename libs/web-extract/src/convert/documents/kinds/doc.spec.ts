import {
  DocumentDamagedError,
  DocumentEncryptedError,
  UnsupportedContentError,
} from '../../../model/errors.js';
import { compoundFile } from '@web-extract/documents/containers/cfb/compound-files.fixture.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { zipFiles } from '@web-extract/documents/containers/zip/zip-files.fixture.js';
import {
  BOLD,
  dataAt,
  formField,
  IN_TABLE,
  inList,
  ROW_END,
  SPECIAL,
  type Doc,
  doc,
} from '@web-extract/documents/word/doc/doc-files.fixture.js';

async function markdown(document: Doc): Promise<string> {
  return (await convertBytes(doc(document))).markdown!.trim();
}

describe('readDoc', () => {
  it('reads headings by styles, and what is bold', async () => {
    const parts = [
      { text: 'One\r', style: 1 },
      { text: 'plain caf\xe9 ' },
      { text: 'bold', letters: BOLD },
      { text: ' end\r' },
    ];
    expect(await markdown({ parts, styles: ['Normal', 'heading 1'] })).toBe(
      '# One\n\nplain café **bold** end',
    );
  });

  it('reads tables, links and line breaks, without numbers of pages', async () => {
    const cell = (text: string) => ({ text: `${text}\x07`, paragraph: IN_TABLE });
    const end = { text: '\x07', paragraph: ROW_END };
    const parts = [
      cell('a'),
      cell('b'),
      end,
      cell('1'),
      cell('2'),
      end,
      { text: '\x13 HYPERLINK "https://a.example/" \x14link\x15 x\x0by \x13 PAGE \x1417\x15z\r' },
    ];
    expect(await markdown({ parts })).toBe(
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n\n[link](https://a.example/) x  \ny z',
    );
  });

  it('makes notes of footnotes', async () => {
    const parts = [{ text: 'said\x02 here\r' }];
    expect(await markdown({ parts, notes: [{ mark: 4, text: 'by whom' }] })).toBe(
      'said[^1] here\n\n[^1]: by whom',
    );
  });

  it('says when the text is encrypted, and when it is damaged', async () => {
    const parts = [{ text: 'x\r' }];
    await expect(convertBytes(doc({ parts, flags: 0x0100 }))).rejects.toThrow(DocumentEncryptedError);
    await expect(convertBytes(compoundFile({ WordDocument: Buffer.alloc(2000) }))).rejects.toThrow(
      DocumentDamagedError,
    );
  });

  it('reads text boxes after the paragraph of their anchor, and those in groups at the end', async () => {
    const parts = [
      { text: 'one ' },
      { text: '\x08', letters: SPECIAL },
      { text: 'two\r' },
      { text: 'three\r' },
    ];
    const boxes = [
      { anchor: 4, text: 'in a box\r' },
      { anchor: null, text: 'in a group\r' },
    ];
    expect(await markdown({ parts, boxes })).toBe('one two\n\nin a box\n\nthree\n\nin a group');
  });

  it('makes notes of footnotes with marks of their own', async () => {
    const parts = [{ text: 'said* here\r' }];
    expect(await markdown({ parts, notes: [{ mark: 4, text: 'by whom' }] })).toBe(
      'said\\*[^1] here\n\n[^1]: by whom',
    );
  });

  it('reads values of form fields, and characters below a phonetic guide', async () => {
    const list = formField(2, 1, ['No', 'Yes']);
    const field = (instruction: string, position: number) => [
      { text: `\x13 ${instruction} ` },
      { text: '\x01', letters: dataAt(position) },
      { text: '\x14\x15' },
    ];
    const parts = [
      { text: 'a ' },
      ...field('FORMDROPDOWN', 0),
      { text: ' ' },
      ...field('FORMCHECKBOX', list.length),
      { text: ' \x13 EQ \\o\\ad(\\s\\up 9(read),base)\x15\r' },
    ];
    expect(await markdown({ parts, data: Buffer.concat([list, formField(1, 1)]) })).toBe('a Yes ☒ base');
    expect(await markdown({ parts, data: list.subarray(0, 80) })).toBe('a base');
  });

  it('reads headers and footers if there is nothing else, with a warning', async () => {
    const { markdown: text, warnings } = await convertBytes(
      doc({ parts: [{ text: '\r' }], heads: 'Head\r' }),
    );
    expect(text!.trim()).toBe('Head');
    expect(warnings.join()).toContain('only headers, footers or comments');
  });

  it('writes labels of lists that a markdown number does not show', async () => {
    const parts = [
      { text: 'first\r', paragraph: inList(1) },
      { text: 'second\r', paragraph: inList(1) },
      { text: 'between\r' },
      { text: 'plain\r', paragraph: inList(2) },
      { text: 'deep\r', paragraph: inList(2, 1) },
      { text: 'counted\r', paragraph: inList(3) },
    ];
    const nine = [
      { format: 0, text: '%1.' },
      { format: 0, text: '%1.%2.' },
      ...Array.from({ length: 7 }, () => ({ format: 23, text: '•' })),
    ];
    const lists = [[{ format: 0, text: '제%1조' }], nine, [{ format: 39, text: '第%1条', start: 12 }]];
    expect(await markdown({ parts, lists })).toBe(
      '1. 제1조 first\n2. 제2조 second\n\nbetween\n\n1. plain\n   1. deep\n12. 第十二条 counted',
    );
  });

  it('writes numbers of headings as the program shows them', async () => {
    const level = (text: string, isLegal = false) => ({ format: text === '%1' ? 1 : 0, text, isLegal });
    const lists = [[level('%1'), level('%1.%2', true), ...Array.from({ length: 7 }, () => level('%3'))]];
    const parts = [
      { text: 'One\r', style: 1, paragraph: inList(1) },
      { text: 'Two\r', style: 1, paragraph: inList(1) },
      { text: 'Inner\r', style: 2, paragraph: inList(1, 1) },
      { text: 'Free\r', style: 1 },
    ];
    expect(await markdown({ parts, lists, styles: ['Normal', 'heading 1', 'heading 2'] })).toBe(
      '# I One\n\n# II Two\n\n## 2.1 Inner\n\n# Free',
    );
  });

  it('names versions of Word that are not read, and the remedy', async () => {
    await expect(convertBytes(doc({ parts: [{ text: 'x\r' }], version: 0x68 }))).rejects.toThrow(
      'is a document of Word 6, Word 95 or earlier, which cannot be converted: save it as docx',
    );
  });
});

describe('kinds that are not read', () => {
  it.each([
    [
      compoundFile({ VisioDocument: Buffer.alloc(10) }),
      'a Visio drawing (vsd), which cannot be converted: save it as PDF',
    ],
    [compoundFile({ '__properties_version1.0': Buffer.alloc(10) }), 'an Outlook message (msg)'],
    [compoundFile({ Other: Buffer.alloc(10) }), 'a compound file of an unknown program'],
    [
      zipFiles([['Index/Document.iwa', 'x']]),
      'a document of Pages, Numbers or Keynote, which cannot be converted: export it',
    ],
    [zipFiles([['a.txt', 'x']]), 'a ZIP archive that is no document'],
    [
      zipFiles([['mimetype', 'application/vnd.oasis.opendocument.graphics']]),
      'an OpenDocument drawing (odg)',
    ],
  ])('names %#: %s', async (bytes, message) => {
    const error = (await convertBytes(bytes).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toBeInstanceOf(UnsupportedContentError);
    expect(error.message).toContain(message);
  });
});
