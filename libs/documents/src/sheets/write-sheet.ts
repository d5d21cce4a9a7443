import type { DocumentReading } from '../document-reader.js';
import type { TreeWriter } from '../tree/tree-writer.js';
import type { CellPlace, SheetCell, SheetGrid } from './sheet-grid.js';
import { sheetRegions, type SheetRegion } from './sheet-regions.js';
import { writeCell } from './write-cell.js';
import { writeSheetTable } from './write-sheet-table.js';

/** Minimum number of rows of a table below its title: a header and one more. */
const MIN_ROWS_BELOW_TITLE = 2;

/** Drawing placed over the cells of a sheet: a chart, a text box, a picture. */
export interface SheetDrawing extends CellPlace {
  write(): void;
}

/** Writes a sheet as a heading and its tables; drawings are inserted at their anchors. */
export function writeSheet(
  { tree }: DocumentReading,
  name: string,
  grid: SheetGrid,
  drawings: readonly SheetDrawing[] = [],
): void {
  tree.element('h2', name);
  const waiting = [...drawings].sort(inReadingOrder);
  for (const region of sheetRegions(grid)) {
    const place = { row: region.rows[0]!, column: region.columns[0]! };
    while (waiting.length > 0 && inReadingOrder(waiting[0]!, place) < 0) waiting.shift()!.write();
    writeRegion(tree, grid, region);
  }
  for (const drawing of waiting) drawing.write();
  grid.checkSize();
}

function inReadingOrder(one: CellPlace, other: CellPlace): number {
  return one.row - other.row || one.column - other.column;
}

/** Writes a first row with a single cell across several columns as the title of the table below. */
function writeRegion(tree: TreeWriter, grid: SheetGrid, { rows, columns }: SheetRegion): void {
  let first = 0;
  while (
    rows.length - first > MIN_ROWS_BELOW_TITLE &&
    columns.length > 1 &&
    isTitle(grid, rows[first]!, columns)
  ) {
    writeLine(tree, grid.cell(rows[first]!, columns[0]!)!);
    first++;
  }
  const below = rows.slice(first);
  if (below.length * columns.length === 1) writeLine(tree, grid.cell(below[0]!, columns[0]!)!);
  else if (below.length > 0) writeSheetTable(tree, grid, { rows: below, columns });
}

function isTitle(grid: SheetGrid, row: number, columns: readonly number[]): boolean {
  const filled = columns.filter((column) => grid.cell(row, column));
  return filled.length === 1 && filled[0] === columns[0];
}

function writeLine(tree: TreeWriter, cell: SheetCell): void {
  tree.start('p');
  writeCell(tree, cell);
  tree.end();
}
