import type { DocumentReader, DocumentReading } from '../document-reader.js';
import type { XmlVerdict, XmlVisitor } from '../containers/xml/read-xml.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { SheetGrid, type SheetCell } from '../sheets/sheet-grid.js';
import { writeSheet } from '../sheets/write-sheet.js';
import { cellText } from './cell-text.js';
import { OdfPackage } from './odf-package.js';
import type { OdfStyles } from './odf-styles.js';

/** Largest sheet size supported by spreadsheet programs. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const ENTERED =
  /^table:(?:table|table-row-group|table-rows|table-header-rows|table-columns|table-header-columns|table-column-group)$/;

/** Reads an OpenDocument spreadsheet: every visible sheet, with cell values as displayed. */
export const readOds: DocumentReader = (bytes, reading) => {
  const files = new OdfPackage(bytes, reading);
  files.readFacts(reading.facts);
  files.visitContent('office:spreadsheet', (styles) => new SheetsVisitor(styles, reading));
};

interface RowCell {
  readonly cell: XmlElement;
  /** The first column, and all visible columns the cell is repeated in. */
  readonly column: number;
  readonly columns: readonly number[];
  readonly shown: SheetCell | null;
}

const SPANS = ['table:number-columns-spanned', 'table:number-rows-spanned'];

class SheetsVisitor implements XmlVisitor {
  private grid: SheetGrid | null = null;
  private name = '';
  private row = 0;
  private column = 0;
  private sheets = 0;

  constructor(
    private readonly styles: OdfStyles,
    private readonly reading: DocumentReading,
  ) {}

  open(name: string, attribs: Readonly<Record<string, string>>): XmlVerdict {
    if (name === 'table:table') return this.begin(attribs);
    if (!this.grid) return 'skip';
    if (ENTERED.test(name)) return 'enter';
    return name === 'table:table-row' || name === 'table:table-column' ? 'take' : 'skip';
  }

  take(element: XmlElement): void {
    if (element.name === 'table:table-row') this.addRow(element);
    else this.addColumn(element);
  }

  close(name: string): void {
    if (name !== 'table:table' || !this.grid) return;
    const { grid } = this;
    this.grid = null;
    this.reading.beginPage(this.sheets);
    writeSheet(this.reading, this.name, grid);
  }

  private begin(attribs: Readonly<Record<string, string>>): XmlVerdict {
    const style = attribs['table:style-name'] ?? null;
    if (this.styles.property('table', style, 'style:table-properties', 'table:display') === 'false')
      return 'skip';
    this.grid = new SheetGrid(this.reading.budget);
    this.name = attribs['table:name'] ?? '';
    this.sheets++;
    this.row = 0;
    this.column = 0;
    return 'enter';
  }

  private addColumn(element: XmlElement): void {
    const count = repeated(element, 'table:number-columns-repeated', MAX_COLUMNS - this.column);
    if (/^(?:collapse|filter)$/.test(element.attr('table:visibility') ?? ''))
      for (let at = 0; at < count; at++) this.grid!.hideColumn(this.column + at);
    this.column += count;
  }

  private addRow(element: XmlElement): void {
    const count = repeated(element, 'table:number-rows-repeated', MAX_ROWS - this.row);
    const isHidden = /^(?:collapse|filter)$/.test(element.attr('table:visibility') ?? '');
    const grid = this.grid!;
    const cells = isHidden ? [] : this.cellsOf(element);
    for (let at = 0; at < count && (cells.length > 0 || isHidden) && !grid.isFull; at++) {
      if (isHidden) grid.hideRow(this.row + at);
      for (const cell of cells) this.addCell(cell, this.row + at);
    }
    this.row += count;
  }

  /** Displayed cells and merges of a row, computed once for all repetitions of the row. */
  private cellsOf(row: XmlElement): RowCell[] {
    const { hiddenColumns } = this.grid!;
    const cells: RowCell[] = [];
    let next = 0;
    for (const cell of row.elements) {
      const column = next;
      next += repeated(cell, 'table:number-columns-repeated', MAX_COLUMNS - column);
      if (cell.name !== 'table:table-cell') continue;
      const shown = cellText(cell);
      const columns: number[] = [];
      for (let at = column; shown && at < next; at++) if (!hiddenColumns.has(at)) columns.push(at);
      const isMerged = SPANS.some((name) => cell.attr(name) !== null);
      if (columns.length > 0 || isMerged) cells.push({ cell, column, columns, shown });
    }
    return cells.some(({ shown }) => shown) ? cells : [];
  }

  private addCell({ cell, column, columns, shown }: RowCell, row: number): void {
    const grid = this.grid!;
    if (shown) for (const at of columns) grid.set(row, at, { ...shown });
    this.merge(cell, row, column);
  }

  private merge(cell: XmlElement, row: number, column: number): void {
    const columns = repeated(cell, 'table:number-columns-spanned', MAX_COLUMNS);
    const rows = repeated(cell, 'table:number-rows-spanned', MAX_ROWS);
    if (columns > 1 || rows > 1) this.grid!.merge({ row, column, columns, rows });
  }
}

function repeated(element: XmlElement, name: string, most: number): number {
  const value = Number(element.attr(name) ?? 1);
  return Math.max(0, Math.min(value > 1 ? Math.trunc(value) : 1, most));
}
