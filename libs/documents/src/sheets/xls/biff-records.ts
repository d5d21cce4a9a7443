/** A record of a workbook stream. */
export interface BiffRecord {
  readonly id: number;
  readonly data: DataView;
  /** Offset of the next record. */
  readonly end: number;
}

/** Iterates over the records of a workbook stream from `start` on; a truncated last record is skipped. */
export function* biffRecords(bytes: Uint8Array, start: number): Generator<BiffRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 4 <= bytes.length;) {
    const length = view.getUint16(at + 2, true);
    const end = at + 4 + length;
    if (end > bytes.length) return;
    yield {
      id: view.getUint16(at, true),
      data: new DataView(bytes.buffer, bytes.byteOffset + at + 4, length),
      end,
    };
    at = end;
  }
}

/** Supported record types. @see MS-XLS 2.3 */
export const Biff = {
  bof: 0x809,
  eof: 0x0a,
  continue: 0x3c,
  filePass: 0x2f,
  codePage: 0x42,
  date1904: 0x22,
  boundSheet: 0x85,
  sharedStrings: 0xfc,
  format: 0x41e,
  extendedFormat: 0xe0,
  row: 0x208,
  columnInfo: 0x7d,
  number: 0x203,
  rk: 0x27e,
  multipleRk: 0xbd,
  labelShared: 0xfd,
  label: 0x204,
  richLabel: 0xd6,
  booleanOrError: 0x205,
  formula: 0x06,
  string: 0x207,
  mergedCells: 0xe5,
  link: 0x1b8,
  filterMode: 0x9b,
  object: 0x5d,
  textObject: 0x1b6,
} as const;
