import type { DocumentReading } from '../../document-reader.js';
import type { TreeWriter } from '../../tree/tree-writer.js';
import type { SheetCell, SheetGrid } from './sheet-grid.js';
import { sheetRegions, type SheetRegion } from './sheet-regions.js';

/** A table has a line for its head and one more. */
const MIN_ROWS_BELOW_TITLE = 2;

/** Writes a sheet as a heading and the tables it holds. */
export function writeSheet({ tree }: DocumentReading, name: string, grid: SheetGrid): void {
  tree.element('h2', name);
  for (const region of sheetRegions(grid)) writeRegion(tree, grid, region);
  grid.checkSize();
}

/** A first line of one cell over several columns is the title of what lies below. */
function writeRegion(tree: TreeWriter, grid: SheetGrid, { rows, columns }: SheetRegion): void {
  let first = 0;
  while (
    rows.length - first > MIN_ROWS_BELOW_TITLE &&
    columns.length > 1 &&
    isTitle(grid, rows[first]!, columns)
  ) {
    tree.start('p');
    writeCell(tree, grid.cell(rows[first]!, columns[0]!)!);
    tree.end();
    first++;
  }
  const below = rows.slice(first);
  if (below.length * columns.length === 1) {
    tree.start('p');
    writeCell(tree, grid.cell(below[0]!, columns[0]!)!);
    tree.end();
  } else if (below.length > 0) writeTable(tree, grid, { rows: below, columns });
}

function isTitle(grid: SheetGrid, row: number, columns: readonly number[]): boolean {
  const filled = columns.filter((column) => grid.cell(row, column));
  return filled.length === 1 && filled[0] === columns[0];
}

function writeTable(tree: TreeWriter, grid: SheetGrid, { rows, columns }: SheetRegion): void {
  tree.start('table', { role: 'table' });
  rows.forEach((row, at) => {
    tree.start('tr');
    const name = at === 0 ? 'th' : 'td';
    let covered = -1;
    for (const column of columns) {
      if (column <= covered) continue;
      const cell = grid.cell(row, column);
      const merge = grid.mergeAt(row, column);
      const wide = merge ? columns.filter((one) => one >= column && one < column + merge.columns).length : 1;
      if (wide > 1) covered = column + merge!.columns - 1;
      tree.start(name, wide > 1 ? { colspan: String(wide) } : {});
      if (cell) writeCell(tree, cell);
      tree.end();
    }
    tree.end();
  });
  tree.end();
}

function writeCell(tree: TreeWriter, { text, href }: SheetCell): void {
  if (href) tree.start('a', { href });
  if (text.includes('\n')) writeLines(tree, text);
  else tree.text(text);
  if (href) tree.end();
}

function writeLines(tree: TreeWriter, text: string): void {
  text.split(/\r?\n/).forEach((line, at) => {
    if (at > 0) tree.element('br');
    tree.text(line);
  });
}
