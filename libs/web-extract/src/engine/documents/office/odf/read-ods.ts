import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import type { XmlVerdict, XmlVisitor } from '../../xml/read-xml.js';
import type { XmlElement } from '../../xml/xml-element.js';
import { SheetGrid } from '../sheets/sheet-grid.js';
import { writeSheet } from '../sheets/write-sheet.js';
import { cellText } from './cell-text.js';
import { OdfPackage } from './odf-package.js';
import type { OdfStyles } from './odf-styles.js';

/** The largest sheets there are. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const ENTERED =
  /^table:(?:table|table-row-group|table-rows|table-header-rows|table-columns|table-header-columns|table-column-group)$/;

/** Reads a spreadsheet of OpenDocument: every sheet that is shown, cells as they are shown. */
export const readOds: DocumentReader = (bytes, reading) => {
  const files = new OdfPackage(bytes, reading);
  files.readFacts(reading.facts);
  files.visitContent('office:spreadsheet', (styles) => new SheetsVisitor(styles, reading));
};

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
    const isFilled =
      !isHidden &&
      element.elements.some((cell) => cell.children.length > 0 || cell.attr('office:value-type'));
    for (let at = 0; at < count && (isFilled || isHidden) && !grid.isFull; at++) {
      if (isHidden) grid.hideRow(this.row + at);
      else this.addCells(element, this.row + at);
    }
    this.row += count;
  }

  private addCells(row: XmlElement, at: number): void {
    const grid = this.grid!;
    let column = 0;
    for (const cell of row.elements) {
      const count = repeated(cell, 'table:number-columns-repeated', MAX_COLUMNS - column);
      if (cell.name === 'table:table-cell') {
        const shown = cellText(cell);
        for (let step = 0; shown && step < count && !grid.isFull; step++) {
          if (!grid.hiddenColumns.has(column + step)) grid.set(at, column + step, { ...shown });
        }
        this.merge(cell, at, column);
      }
      column += count;
    }
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
