import { DocumentDamagedError, DocumentEncryptedError } from '../../../model/errors.js';
import { compoundFile } from '@web-extract/documents/containers/cfb/compound-files.fixture.js';
import { convertBytes } from '../convert-bytes.fixture.js';
import {
  record,
  u16,
  u32,
  f64,
  wide,
  narrow,
  bof,
  workbook,
  label,
  number,
  rk,
} from '@web-extract/documents/sheets/xls/biff-files.fixture.js';

async function markdown(records: readonly Buffer[], globals: readonly Buffer[] = []): Promise<string> {
  return (await convertBytes(workbook([{ name: 'S', records }], globals))).markdown!.trim();
}

describe('readXls', () => {
  it('writes the sheets that are shown with what their cells show', async () => {
    const formats = [
      record(0x41e, u16(200, 10), narrow('yyyy-mm-dd')),
      record(0xe0, u16(0, 0)),
      record(0xe0, u16(0, 4)),
      record(0xe0, u16(0, 200)),
    ];
    const records = [
      label(0, 0, 'náme'),
      label(0, 1, 'b'),
      number(1, 0, 1234.5, 1),
      number(1, 1, 45352, 2),
      rk(2, 0, (12345 << 2) | 3),
      rk(2, 1, 0x3ff00000),
      record(0x205, u16(3, 0, 0), Buffer.from([1, 0])),
      record(0x205, u16(3, 1, 0), Buffer.from([7, 1])),
      record(0xbd, u16(4, 0), u16(0), u32((7 << 2) | 2), u16(0), u32((8 << 2) | 2), u16(1)),
    ];
    const bytes = workbook(
      [
        { name: 'One', records },
        { name: 'No', hidden: 1, records },
      ],
      formats,
    );
    expect((await convertBytes(bytes)).markdown!.trim()).toBe(
      '## One\n\n| náme | b |\n| --- | --- |\n| 1,234.50 | 2024-03-01 |\n| 123.45 | 1 |\n| TRUE | #DIV/0! |\n| 7 | 8 |',
    );
  });

  it('reads strings that all sheets share, over the borders of records', async () => {
    const strings = [
      record(0xfc, u32(2), u32(2), u16(5), narrow('one'.slice(0, 3))),
      record(0x3c, wide('é!'), u16(3), Buffer.from([8]), u16(1), Buffer.from('two'), Buffer.alloc(4)),
    ];
    const shared = (row: number, column: number, index: number) =>
      record(0xfd, u16(row, column, 0), u32(index));
    expect(await markdown([shared(0, 0, 0), shared(0, 1, 1)], strings)).toBe(
      '## S\n\n| oneé! | two |\n| --- | --- |',
    );
  });

  it('reads results of formulas', async () => {
    const result = (row: number, column: number, value: Buffer) =>
      record(0x06, u16(row, column, 0), value, u16(0));
    const records = [
      result(0, 0, f64(2.5)),
      result(0, 1, Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff])),
      record(0x207, u16(4), narrow('made')),
      result(0, 2, Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff])),
    ];
    expect(await markdown(records)).toBe('## S\n\n| 2.5 | made | TRUE |\n| --- | --- | --- |');
  });

  it('leaves out hidden rows and columns, and keeps merged cells in theirs', async () => {
    const records = [
      record(0x7d, u16(1, 1, 0, 0, 1)),
      record(0x208, u16(1, 0, 3, 0, 0, 0, 0x20, 0)),
      label(0, 0, 'wide'),
      label(0, 1, 'no'),
      label(0, 3, 'd'),
      label(1, 0, 'no'),
      label(2, 0, '1'),
      label(2, 2, '2'),
      label(2, 3, '3'),
      record(0xe5, u16(1, 0, 0, 0, 2)),
    ];
    expect(await markdown(records)).toBe('## S\n\n| wide |  | d |\n| --- | --- | --- |\n| 1 | 2 | 3 |');
  });

  it('says when the workbook is encrypted, and when it is damaged', async () => {
    const locked = workbook([{ name: 'S', records: [] }], [record(0x2f, u16(1))]);
    await expect(convertBytes(locked)).rejects.toThrow(DocumentEncryptedError);
    await expect(convertBytes(compoundFile({ Workbook: Buffer.alloc(600) }))).rejects.toThrow(
      DocumentDamagedError,
    );
    await expect(convertBytes(compoundFile({ EncryptedPackage: Buffer.alloc(600) }))).rejects.toThrow(
      DocumentEncryptedError,
    );
  });

  it('ends with a stream that is cut off', async () => {
    const bytes = workbook([{ name: 'S', records: [label(0, 0, 'kept'), label(1, 0, 'cut')] }]);
    const stream = bytes.subarray(512);
    const cut = Buffer.concat([
      bof(),
      record(0x85, u32(60), Buffer.from([0, 0, 1]), narrow('S')),
      stream.subarray(0, 10),
    ]);
    expect(typeof (await convertBytes(compoundFile({ Book: cut }))).markdown).toBe('string');
  });

  it('reads rows hidden by a filter, and counts other hidden parts in a warning', async () => {
    const hiddenRow = (at: number) => record(0x208, u16(at, 0, 1, 0, 0, 0, 0x20, 0));
    const records = [label(0, 0, 'a'), hiddenRow(1), label(1, 0, 'b')];
    const sheets = [
      { name: 'S', records },
      { name: 'Secret', hidden: 1, records },
    ];
    const { markdown: text, warnings } = await convertBytes(workbook(sheets));
    expect(text!.trim()).toBe('## S\n\na');
    expect(warnings).toEqual(['Hidden and left out: 1 sheet (Secret), 1 row. Set `hidden` to read them']);
    expect((await convertBytes(workbook(sheets), { hidden: true })).markdown).toContain('## Secret');
    expect(await markdown([record(0x9b), ...records])).toContain('b');
  });

  it('reads text boxes without comments, and charts', async () => {
    const object = (type: number) => record(0x5d, u16(0x15, 18, type, 1), Buffer.alloc(14));
    const box = (type: number, text: string) =>
      Buffer.concat([
        object(type),
        record(0x1b6, u16(0, 0, 0, 0, 0, text.length, 16, 0, 0)),
        record(0x3c, narrow(text.slice(0, 3))),
        record(0x3c, wide(text.slice(3))),
      ]);
    const said = (text: string) => record(0x100d, u16(0), Buffer.from([text.length]), narrow(text));
    const [begin, end] = [record(0x1033), record(0x1034)];
    const chart = [
      record(0x809, u16(0x600, 0x20, 0, 0), u32(0), u32(0)),
      ...[record(0x1003, u16(0)), begin, said('Tons'), end],
      ...[record(0x1025), begin, said('Growth'), record(0x1027, u16(1, 0, 0)), end],
      record(0x1017),
      ...[record(0x1065, u16(1)), number(0, 0, 4.5)],
      ...[record(0x1065, u16(2)), record(0x204, u16(0, 0, 0, 5), narrow('North'))],
      record(0x0a),
    ];
    const text = await markdown([label(0, 0, 'a'), box(6, 'A box'), box(0x19, 'a comment'), ...chart]);
    expect(text.replace(/ +/g, ' ')).toBe(
      '## S\n\na\n\nA box\n\nGrowth\n\nBar chart\n\n| | Tons |\n| --- | --- |\n| North | 4.5 |',
    );
  });
});
