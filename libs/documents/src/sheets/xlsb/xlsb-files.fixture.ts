import { zipFiles, type ZipFile } from '../../containers/zip/zip-files.fixture.js';

/** Minimal binary workbooks for tests. */
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const u8 = (...values: readonly number[]) => Buffer.from(values);
export const u16 = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
export const u32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
export const f64 = (value: number) => Buffer.from(Float64Array.of(value).buffer);
export const wide = (text: string) => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);

/** A number of seven bits a byte. */
const packed = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...packed(value >> 7)];

export function record(type: number, ...data: readonly Buffer[]): Buffer {
  const body = Buffer.concat(data);
  return Buffer.concat([u8(...packed(type), ...packed(body.length)), body]);
}

export const row = (at: number, isHidden = false) =>
  record(0, u32(at, 0), u16(0), u8(0, isHidden ? 0x10 : 0, 0));
export const cell = (type: number, column: number, value: Buffer, style = 0) =>
  record(type, u32(column, style), value);

export interface Sheet {
  readonly name: string;
  readonly records: readonly Buffer[];
  readonly isHidden?: boolean;
}

/** Parts of a workbook: its sheets and its shared strings. */
export function xlsbParts(sheets: readonly Sheet[], strings: readonly string[] = []): ZipFile[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/>`;
  const rels = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const listed = sheets.map(({ name, isHidden }, at) =>
    record(156, u32(isHidden ? 1 : 0, at + 1), wide(`s${at}`), wide(name)),
  );
  const targets = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `sheet${at}.bin`)).join('');
  return [
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
}

export function xlsb(sheets: readonly Sheet[], strings: readonly string[] = []): Buffer {
  return zipFiles(xlsbParts(sheets, strings));
}
