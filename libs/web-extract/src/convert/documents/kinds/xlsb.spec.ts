import { zipFiles, type ZipFile } from '@web-extract/documents/containers/zip/zip-files.fixture.js';
import { convertBytes } from '../convert-bytes.fixture.js';

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const u8 = (...values: readonly number[]) => Buffer.from(values);
const u16 = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const f64 = (value: number) => Buffer.from(Float64Array.of(value).buffer);
const wide = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);

/** A number of seven bits a byte. */
const packed = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...packed(value >> 7)];

function record(type: number, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat(data);
  return Buffer.concat([u8(...packed(type), ...packed(body.length)), body]);
}

const row = (at: number, isHidden = false) => record(0, u32(at, 0), u16(0), u8(0, isHidden ? 0x10 : 0, 0));
const cell = (type: number, column: number, value: Buffer, style = 0) =>
  record(type, u32(column, style), value);

interface Sheet {
  readonly name: string;
  readonly records: readonly Buffer[];
  readonly isHidden?: boolean;
}

function xlsb(sheets: readonly Sheet[], strings: readonly string[] = []): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`;
  const rels = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const listed = sheets.map(({ name, isHidden }, at) =>
    record(156, u32(isHidden ? 1 : 0, at + 1), wide(`s${at}`), wide(name)),
  );
  const targets = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `sheet${at}.bin`)).join('');
  const files: ZipFile[] = [
    [
      '[Content_Types].xml',
      '<Types><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
    ],
    ['_rels/.rels', rels(relation('a', 'officeDocument', 'xl/workbook.bin'))],
    [
      'xl/_rels/workbook.bin.rels',
      rels(targets + relation('t', 'sharedStrings', 'strings.bin') + relation('f', 'styles', 'styles.bin')),
    ],
    ['xl/workbook.bin', Buffer.concat([record(153, u32(0)), ...listed])],
    ['xl/strings.bin', Buffer.concat(strings.map((text) => record(19, u8(0), wide(text))))],
    [
      'xl/styles.bin',
      Buffer.concat([
        record(44, u16(200), wide('0.00 "kg"')),
        record(617, u32(2)),
        record(47, u16(0, 0)),
        record(47, u16(0, 200)),
        record(618),
      ]),
    ],
    ...sheets.map(({ records }, at): ZipFile => [`xl/sheet${at}.bin`, Buffer.concat([...records])]),
  ];
  return zipFiles(files);
}

const plain = (text: string | null) => text!.replace(/ +/g, ' ').trim();

describe('readXlsb', () => {
  it('reads the cells of all types in their formats', async () => {
    const records = [
      row(0),
      ...[cell(7, 0, u32(1)), cell(6, 1, wide('text')), cell(62, 2, Buffer.concat([u8(0), wide('rich')]))],
      row(1),
      ...[cell(2, 0, u32((5 << 2) | 2)), cell(5, 1, f64(1.5), 1), cell(4, 2, u8(1))],
      row(2),
      ...[cell(8, 0, wide('sum')), cell(9, 1, f64(7)), cell(11, 2, u8(7))],
    ];
    const { markdown } = await convertBytes(xlsb([{ name: 'S', records }], ['no', 'shared']));
    expect(plain(markdown)).toBe(
      '## S\n\n| shared | text | rich |\n| --- | --- | --- |\n| 5 | 1.50 kg | TRUE |\n| sum | 7 | #DIV/0! |',
    );
  });

  it('leaves out hidden sheets, rows and columns with a warning, but not rows hidden by a filter', async () => {
    const texts = (at: number, text: string, isHidden = false) => [
      row(at, isHidden),
      cell(6, 0, wide(text)),
      cell(6, 1, wide(`${text} 2`)),
    ];
    const hidden = [record(60, u32(1, 1, 0, 0), u16(1)), ...texts(0, 'a'), ...texts(1, 'gone', true)];
    const filtered = [
      ...texts(0, 'Head'),
      ...texts(1, 'filtered', true),
      record(161, u32(0, 1, 0, 1)),
      record(163, u32(0), u16(0)),
    ];
    const bytes = xlsb([
      { name: 'One', records: hidden },
      { name: 'Two', records: filtered },
      { name: 'Secret', records: hidden, isHidden: true },
    ]);
    const { markdown, warnings } = await convertBytes(bytes);
    expect(plain(markdown)).toBe(
      '## One\n\na\n\n## Two\n\n| Head | Head 2 |\n| --- | --- |\n| filtered | filtered 2 |',
    );
    expect(warnings).toEqual([
      'Hidden and left out: 1 sheet (Secret), 1 row, 1 column. Set `hidden` to read them',
    ]);
    expect((await convertBytes(bytes, { hidden: true })).markdown).toMatch(/gone[^]*## Secret/);
  });

  it('reads merged cells, and survives truncated and contradictory records', async () => {
    const merged = [
      row(0),
      cell(6, 0, wide('wide')),
      row(1),
      cell(6, 0, wide('a')),
      cell(6, 1, wide('b')),
      record(176, u32(0, 0, 0, 1)),
    ];
    expect(plain((await convertBytes(xlsb([{ name: 'S', records: merged }]))).markdown)).toContain(
      '| a | b |',
    );
    const broken = [...merged, record(6, u8(1)), record(156), u8(255, 255, 255, 255, 255, 255)];
    expect((await convertBytes(xlsb([{ name: 'S', records: broken }]))).markdown).toContain('wide');
  });
});
