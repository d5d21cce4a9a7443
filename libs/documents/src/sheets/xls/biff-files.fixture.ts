import { compoundFile } from '../../containers/cfb/compound-files.fixture.js';

/** Minimal workbooks for tests. */
export const record = (id: number, ...data: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(data);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};
export const u16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  return bytes;
};
export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
export const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
export const wide = (text: string) => Buffer.concat([Buffer.from([1]), Buffer.from(text, 'utf16le')]);
export const narrow = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]);
export const bof = (version = 0x600) => record(0x809, u16(version, 5, 0, 0), u32(0), u32(0));
const eof = record(0x0a);

interface Sheet {
  readonly name: string;
  readonly hidden?: number;
  readonly records: readonly Buffer[];
}

export function workbook(sheets: readonly Sheet[], globals: readonly Buffer[] = []): Buffer {
  const bodies = sheets.map(({ records }) => Buffer.concat([bof(), ...records, eof]));
  const list = (offsets: readonly number[]) =>
    sheets.map(({ name, hidden = 0 }, at) =>
      record(0x85, u32(offsets[at] ?? 0), Buffer.from([hidden, 0, name.length]), narrow(name)),
    );
  const head = (offsets: readonly number[]) => Buffer.concat([bof(), ...globals, ...list(offsets), eof]);
  let at = head([]).length;
  const offsets = bodies.map((body) => (at += body.length) - body.length);
  return compoundFile({ Workbook: Buffer.concat([head(offsets), ...bodies]) });
}

export const label = (row: number, column: number, text: string) =>
  record(0x204, u16(row, column, 0, text.length), wide(text));
export const number = (row: number, column: number, value: number, style = 0) =>
  record(0x203, u16(row, column, style), f64(value));
export const rk = (row: number, column: number, raw: number) => record(0x27e, u16(row, column, 0), u32(raw));
