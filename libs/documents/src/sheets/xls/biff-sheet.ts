import type { DocumentBudget } from '../../document-budget.js';
import { SheetGrid } from '../sheet-grid.js';
import { Biff, biffRecords, type BiffRecord } from './biff-records.js';
import { biffString } from './biff-strings.js';
import type { BiffWorkbook } from './biff-workbook.js';

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};
const ROW_HIDDEN = 0x20;
const OUTLINE_LEVEL = 0x07;
const MAX_COLUMNS = 256;

/** Reads the cells of the sheet whose records begin at `offset`. */
export function readBiffSheet(
  stream: Uint8Array,
  offset: number,
  workbook: BiffWorkbook,
  budget: DocumentBudget,
): SheetGrid {
  const reader = new BiffSheetReader(workbook, budget);
  let depth = 0; // embedded charts have records of their own
  for (const record of biffRecords(stream, offset)) {
    budget.spend('elements');
    if (record.id === Biff.bof) depth++;
    else if (record.id === Biff.eof && --depth <= 0) break;
    else if (depth === 1) reader.take(record);
  }
  return reader.grid;
}

class BiffSheetReader {
  readonly grid: SheetGrid;
  /** Formula cell whose text result is in a separate record. */
  private awaiting: { readonly row: number; readonly column: number } | null = null;

  constructor(
    private readonly workbook: BiffWorkbook,
    private readonly budget: DocumentBudget,
  ) {
    this.grid = new SheetGrid(budget);
  }

  take({ id, data }: BiffRecord): void {
    switch (id) {
      case Biff.number:
        return this.number(data, 4, data.getFloat64(6, true));
      case Biff.rk:
        return this.number(data, 4, rkNumber(data.getUint32(6, true)));
      case Biff.multipleRk:
        return this.numbers(data);
      case Biff.labelShared:
        return this.text(data, this.workbook.string(data.getUint32(6, true)));
      case Biff.label:
      case Biff.richLabel:
        return this.text(data, biffString(data, 6, 2, this.workbook.strings));
      case Biff.booleanOrError:
        return this.set(
          data,
          data.getUint8(7) === 1 ? errorText(data.getUint8(6)) : booleanText(data.getUint8(6)),
        );
      case Biff.formula:
        return this.formula(data);
      case Biff.string:
        return this.formulaText(data);
      case Biff.row:
        return this.row(data);
      case Biff.columnInfo:
        return this.columns(data);
      case Biff.mergedCells:
        return this.merge(data);
      case Biff.link:
        return this.link(data);
    }
  }

  private number(data: DataView, styleAt: number, value: number): void {
    this.set(
      data,
      this.workbook.formatter.number(value, this.workbook.format(data.getUint16(styleAt, true))),
    );
  }

  private numbers(data: DataView): void {
    const row = data.getUint16(0, true);
    const first = data.getUint16(2, true);
    for (let at = 4; at + 6 <= data.byteLength - 2; at += 6) {
      const format = this.workbook.format(data.getUint16(at, true));
      const value = rkNumber(data.getUint32(at + 2, true));
      if (this.grid.isFull) return;
      this.put(row, first + (at - 4) / 6, this.workbook.formatter.number(value, format));
    }
  }

  private text(data: DataView, text: string): void {
    this.set(data, this.workbook.formatter.text(text, this.workbook.format(data.getUint16(4, true))));
  }

  private formula(data: DataView): void {
    const isNumber = data.getUint16(12, true) !== 0xffff;
    if (isNumber) return this.number(data, 4, data.getFloat64(6, true));
    const kind = data.getUint8(6);
    if (kind === 0) this.awaiting = { row: data.getUint16(0, true), column: data.getUint16(2, true) };
    else if (kind === 1) this.set(data, booleanText(data.getUint8(8)));
    else if (kind === 2) this.set(data, errorText(data.getUint8(8)));
  }

  private formulaText(data: DataView): void {
    if (this.awaiting)
      this.put(this.awaiting.row, this.awaiting.column, biffString(data, 0, 2, this.workbook.strings));
    this.awaiting = null;
  }

  private set(data: DataView, text: string): void {
    this.put(data.getUint16(0, true), data.getUint16(2, true), text);
  }

  private put(row: number, column: number, text: string): void {
    this.budget.work();
    if (this.grid.isFull) return;
    const isHidden = this.grid.hiddenRows.has(row) || this.grid.hiddenColumns.has(column);
    if (text.trim() !== '' && !isHidden) this.grid.set(row, column, { text });
  }

  /** Collapsed rows can be expanded, so they count as visible. */
  private row(data: DataView): void {
    const flags = data.getUint16(12, true);
    if ((flags & ROW_HIDDEN) !== 0 && (flags & OUTLINE_LEVEL) === 0)
      this.grid.hideRow(data.getUint16(0, true));
  }

  private columns(data: DataView): void {
    const flags = data.getUint16(8, true);
    const isFolded = ((flags >> 8) & OUTLINE_LEVEL) !== 0;
    if ((flags & 1) === 0 || isFolded) return;
    const last = Math.min(data.getUint16(2, true), MAX_COLUMNS);
    for (let column = data.getUint16(0, true); column <= last; column++) this.grid.hideColumn(column);
  }

  private merge(data: DataView): void {
    for (let at = 2; at + 8 <= data.byteLength; at += 8) {
      const [row, lastRow, column, lastColumn] = [0, 2, 4, 6].map((offset) =>
        data.getUint16(at + offset, true),
      ) as [number, number, number, number];
      if (lastRow >= row && lastColumn >= column)
        this.grid.merge({ row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 });
    }
  }

  /** Extracts the URL, which is stored as plain text between other data. */
  private link(data: DataView): void {
    const cell = this.grid.cell(data.getUint16(0, true), data.getUint16(4, true));
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf16le');
    const odd = Buffer.from(data.buffer, data.byteOffset + 1, Math.max(0, data.byteLength - 1)).toString(
      'utf16le',
    );
    const found =
      /(?:https?|ftp|mailto):[^\0]{1,2000}/i.exec(raw) ?? /(?:https?|ftp|mailto):[^\0]{1,2000}/i.exec(odd);
    if (cell && found) cell.href = found[0];
  }
}

/** Decodes a 4-byte number: the upper half of a double or an integer, optionally divided by 100. */
function rkNumber(raw: number): number {
  const isHundredth = (raw & 1) !== 0;
  let value: number;
  if ((raw & 2) !== 0) value = (raw | 0) >> 2;
  else {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(4, raw & ~3, true);
    value = view.getFloat64(0, true);
  }
  return isHundredth ? value / 100 : value;
}

const booleanText = (value: number) => (value === 0 ? 'FALSE' : 'TRUE');
const errorText = (value: number) => ERRORS[value] ?? '#N/A';
