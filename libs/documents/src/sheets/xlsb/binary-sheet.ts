import type { DocumentReading } from '../../document-reader.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import { SheetGrid } from '../sheet-grid.js';
import { booleanText, errorText, rkNumber } from '../xls/biff-values.js';
import { Brt, unlessTruncated, wideString, type BinaryRecord } from './binary-records.js';
import type { BinaryWorkbook } from './binary-workbook.js';

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Maximum number of filters of a sheet; each hidden row is compared with them. */
const MAX_FILTERS = 100;
const STYLE_BITS = 0xffffff;
const ROW_HIDDEN = 0x10;
const OUTLINE_LEVEL = 0x07;

/** Reads the cells of one sheet. */
export function readBinarySheet(
  files: OfficePackage,
  part: string,
  workbook: BinaryWorkbook,
  { budget, settings }: DocumentReading,
): SheetGrid {
  const reader = new BinarySheetReader(files, part, workbook, new SheetGrid(budget, settings.hidden));
  for (const record of workbook.records(part)) unlessTruncated(() => reader.take(record));
  reader.finish();
  return reader.grid;
}

interface RowRange {
  readonly first: number;
  readonly last: number;
}

class BinarySheetReader {
  private row = 0;
  private filter: RowRange | null = null;
  private readonly filters: RowRange[] = [];

  constructor(
    private readonly files: OfficePackage,
    private readonly part: string,
    private readonly workbook: BinaryWorkbook,
    readonly grid: SheetGrid,
  ) {}

  /** Shows the rows that only a filter hides, which are data. */
  finish(): void {
    this.grid.showRows((row) => this.filters.some(({ first, last }) => row >= first && row <= last));
  }

  take({ type, data }: BinaryRecord): void {
    switch (type) {
      case Brt.row:
        return this.beginRow(data);
      case Brt.rk:
        return this.number(data, rkNumber(data.getUint32(8, true)));
      case Brt.real:
      case Brt.formulaNumber:
        return this.number(data, data.getFloat64(8, true));
      case Brt.boolean:
      case Brt.formulaBoolean:
        return this.put(data, booleanText(data.getUint8(8)));
      case Brt.error:
      case Brt.formulaError:
        return this.put(data, errorText(data.getUint8(8)));
      case Brt.text:
      case Brt.formulaText:
        return this.text(data, wideString(data, 8).text);
      case Brt.richText:
        return this.text(data, wideString(data, 9).text);
      case Brt.shared:
        return this.text(data, this.workbook.string(data.getUint32(8, true)));
      case Brt.columns:
        return this.columns(data);
      case Brt.mergedCells:
        return this.merge(data);
      case Brt.link:
        return this.link(data);
      case Brt.filter:
        this.filter = { first: data.getUint32(0, true), last: data.getUint32(4, true) };
        return;
      case Brt.filterColumn:
        if (this.filter && this.filters.length < MAX_FILTERS && this.filters.at(-1) !== this.filter)
          this.filters.push(this.filter);
    }
  }

  private beginRow(data: DataView): void {
    this.row = Math.min(data.getUint32(0, true), MAX_ROWS - 1);
    const flags = data.byteLength > 11 ? data.getUint8(11) : 0;
    // collapsed rows can be expanded, so they count as visible
    if ((flags & ROW_HIDDEN) !== 0 && (flags & OUTLINE_LEVEL) === 0) this.grid.hideRow(this.row);
  }

  private number(data: DataView, value: number): void {
    this.put(data, this.workbook.formatter.number(value, this.formatOf(data)));
  }

  private text(data: DataView, text: string): void {
    this.put(data, this.workbook.formatter.text(text, this.formatOf(data)));
  }

  private formatOf(data: DataView): string {
    return this.workbook.format(data.getUint32(4, true) & STYLE_BITS);
  }

  private put(data: DataView, text: string): void {
    const column = data.getUint32(0, true);
    if (column < MAX_COLUMNS && text.trim() !== '' && !this.grid.isFull)
      this.grid.set(this.row, column, { text });
  }

  private columns(data: DataView): void {
    const flags = data.getUint16(16, true);
    if ((flags & 1) === 0 || ((flags >> 8) & OUTLINE_LEVEL) !== 0) return;
    const last = Math.min(data.getUint32(4, true), MAX_COLUMNS - 1);
    for (let column = data.getUint32(0, true); column <= last; column++) this.grid.hideColumn(column);
  }

  private merge(data: DataView): void {
    const [row, lastRow, column, lastColumn] = [0, 4, 8, 12].map((at) => data.getUint32(at, true)) as [
      number,
      number,
      number,
      number,
    ];
    if (lastRow >= row && lastRow < MAX_ROWS && lastColumn >= column && lastColumn < MAX_COLUMNS)
      this.grid.merge({ row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 });
  }

  private link(data: DataView): void {
    const cell = this.grid.cell(data.getUint32(0, true), data.getUint32(8, true));
    const target = this.files.relationsOf(this.part).get(wideString(data, 16).text);
    if (cell && target?.isExternal) cell.href = target.target;
  }
}
