/** A record of a part of a binary workbook. */
export interface BinaryRecord {
  readonly type: number;
  readonly data: DataView;
}

/** Record types that are read. @see MS-XLSB 2.3.1 */
export const Brt = {
  row: 0,
  rk: 2,
  error: 3,
  boolean: 4,
  real: 5,
  text: 6,
  shared: 7,
  formulaText: 8,
  formulaNumber: 9,
  formulaBoolean: 10,
  formulaError: 11,
  sharedItem: 19,
  format: 44,
  cellFormat: 47,
  columns: 60,
  richText: 62,
  properties: 153,
  sheet: 156,
  filter: 161,
  filterColumn: 163,
  mergedCells: 176,
  link: 494,
  beginCellFormats: 617,
  endCellFormats: 618,
} as const;

/** Iterates over the records of a part; a truncated last record is skipped. */
export function* binaryRecords(bytes: Uint8Array): Generator<BinaryRecord> {
  for (let at = 0; at < bytes.length;) {
    const type = numberAt(bytes, at, 2);
    const length = numberAt(bytes, at + type.bytes, 4);
    const start = at + type.bytes + length.bytes;
    if (start + length.value > bytes.length) return;
    yield { type: type.value, data: new DataView(bytes.buffer, bytes.byteOffset + start, length.value) };
    at = start + length.value;
  }
}

/** A number of seven bits a byte, of which all but the last are marked. */
function numberAt(
  bytes: Uint8Array,
  at: number,
  most: number,
): { readonly value: number; readonly bytes: number } {
  let value = 0;
  for (let index = 0; index < most; index++) {
    const byte = bytes[at + index] ?? 0;
    value |= (byte & 0x7f) << (7 * index);
    if ((byte & 0x80) === 0) return { value, bytes: index + 1 };
  }
  return { value, bytes: most };
}

const NO_TEXT = 0xffffffff;

/** A text with its length in characters before it. */
export function wideString(data: DataView, at: number): { readonly text: string; readonly end: number } {
  const count = data.getUint32(at, true);
  if (count === NO_TEXT) return { text: '', end: at + 4 };
  const bytes = Math.min(count * 2, data.byteLength - at - 4);
  const text = Buffer.from(data.buffer, data.byteOffset + at + 4, Math.max(0, bytes)).toString('utf16le');
  return { text, end: at + 4 + bytes };
}

/** Skips a record that is shorter than its type requires. */
export function unlessTruncated(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}
