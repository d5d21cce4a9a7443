import type { DocumentReader, DocumentReading } from '../document-reader.js';
import type { XmlVerdict, XmlVisitor } from '../containers/xml/read-xml.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { SheetGrid, type SheetCell } from '../sheets/sheet-grid.js';
import { HiddenParts } from '../sheets/hidden-parts.js';
import { writeSheet, type SheetDrawing } from '../sheets/write-sheet.js';
import { BlockWriter } from '../tree/block-writer.js';
import { NoteList } from '../tree/note-list.js';
import { OdfBodyReader } from './body-reader.js';
import { EmbeddedObjects } from './embedded-objects.js';
import { KeptNotes } from './kept-notes.js';
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
  const parts = new HiddenParts();
  files.visitContent('office:spreadsheet', (styles) => new SheetsVisitor(styles, reading, files, parts));
  parts.warn(reading);
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
  private drawings: SheetDrawing[] = [];
  private readonly blocks: BlockWriter;
  private readonly body: OdfBodyReader;

  constructor(
    private readonly styles: OdfStyles,
    private readonly reading: DocumentReading,
    files: OdfPackage,
    private readonly parts: HiddenParts,
  ) {
    this.blocks = new BlockWriter(reading.tree, new NoteList());
    const objects = new EmbeddedObjects(files);
    this.body = new OdfBodyReader(styles, this.blocks, new KeptNotes(), reading, objects);
  }

  open(name: string, attribs: Readonly<Record<string, string>>): XmlVerdict {
    if (name === 'table:table') return this.begin(attribs);
    if (!this.grid) return 'skip';
    if (ENTERED.test(name)) return 'enter';
    return /^table:(?:table-row|table-column|shapes)$/.test(name) ? 'take' : 'skip';
  }

  take(element: XmlElement): void {
    if (element.name === 'table:table-row') this.addRow(element);
    else if (element.name === 'table:shapes') this.addDrawings(element, Infinity, Infinity);
    else this.addColumn(element);
  }

  close(name: string): void {
    if (name !== 'table:table' || !this.grid) return;
    const { grid } = this;
    this.grid = null;
    grid.showRows(() => false);
    this.parts.addCellsOf(grid);
    this.reading.beginPage(this.sheets);
    writeSheet(this.reading, this.name, grid, this.drawings);
  }

  /** Charts, text boxes and pictures over the cells. */
  private addDrawings(parent: XmlElement, row: number, column: number): void {
    for (const frame of parent.elements) {
      if (!frame.name.startsWith('draw:')) continue;
      const write = () => {
        this.body.block(frame);
        this.blocks.finish();
      };
      this.drawings.push({ row, column, write });
    }
  }

  private begin(attribs: Readonly<Record<string, string>>): XmlVerdict {
    const style = attribs['table:style-name'] ?? null;
    const { settings, budget } = this.reading;
    const display = this.styles.property('table', style, 'style:table-properties', 'table:display');
    if (display === 'false' && !settings.hidden) {
      this.parts.addSheet(attribs['table:name'] ?? '');
      return 'skip';
    }
    this.drawings = [];
    this.grid = new SheetGrid(budget, settings.hidden);
    this.name = attribs['table:name'] ?? '';
    this.sheets++;
    this.row = 0;
    this.column = 0;
    return 'enter';
  }

  private addColumn(element: XmlElement): void {
    const count = repeated(element, 'table:number-columns-repeated', MAX_COLUMNS - this.column);
    if (isCollapsed(element)) for (let at = 0; at < count; at++) this.grid!.hideColumn(this.column + at);
    this.column += count;
  }

  private addRow(element: XmlElement): void {
    const count = repeated(element, 'table:number-rows-repeated', MAX_ROWS - this.row);
    const isHidden = isCollapsed(element);
    const grid = this.grid!;
    const cells = this.cellsOf(element);
    if (count === 0 && cells.length > 0)
      this.reading.warn(`Rows beyond ${MAX_ROWS.toLocaleString('en')} were left out`);
    let column = 0;
    for (const cell of element.elements) {
      if (!isHidden && cell.name === 'table:table-cell') this.addDrawings(cell, this.row, column);
      column += repeated(cell, 'table:number-columns-repeated', MAX_COLUMNS - column);
    }
    for (let at = 0; at < count && (cells.length > 0 || isHidden) && !grid.isFull; at++) {
      if (isHidden) grid.hideRow(this.row + at);
      if (grid.hiddenRows.has(this.row + at)) {
        if (cells.length > 0) grid.leftOut.rows.add(this.row + at);
      } else for (const cell of cells) this.addCell(cell, this.row + at);
    }
    this.row += count;
  }

  /** Displayed cells and merges of a row, computed once for all repetitions of the row. */
  private cellsOf(row: XmlElement): RowCell[] {
    const cells: RowCell[] = [];
    let next = 0;
    for (const cell of row.elements) {
      const column = next;
      next += repeated(cell, 'table:number-columns-repeated', MAX_COLUMNS - column);
      if (cell.name !== 'table:table-cell') continue;
      const shown = cellText(cell);
      const columns: number[] = [];
      for (let at = column; shown && at < next; at++) columns.push(at);
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

/** Rows that a filter hides are data. */
function isCollapsed(element: XmlElement): boolean {
  return element.attr('table:visibility') === 'collapse';
}

function repeated(element: XmlElement, name: string, most: number): number {
  const value = Number(element.attr(name) ?? 1);
  return Math.max(0, Math.min(value > 1 ? Math.trunc(value) : 1, most));
}
