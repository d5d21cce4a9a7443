import { DocumentDamagedError, DocumentEncryptedError } from '../../../model/errors.js';
import { compoundFile } from '@web-extract/documents/containers/cfb/compound-files.fixture.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import { BOLD, IN_TABLE, ROW_END, type Doc, doc } from '@web-extract/documents/word/doc/doc-files.fixture.js';

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
});
