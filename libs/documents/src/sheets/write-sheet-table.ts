import type { TreeWriter } from '../tree/tree-writer.js';
import type { MergedCells, SheetGrid } from './sheet-grid.js';
import type { SheetRegion } from './sheet-regions.js';
import { writeCell } from './write-cell.js';

/** Writes a sheet region as a table. Merged cells are clipped to the region. */
export function writeSheetTable(tree: TreeWriter, grid: SheetGrid, { rows, columns }: SheetRegion): void {
  /** Last row covered by a merged cell above, by column. */
  const covered = new Map<number, number>();
  tree.start('table', { role: 'table' });
  rows.forEach((row, at) => {
    tree.start('tr');
    const name = at === 0 ? 'th' : 'td';
    const cells = grid.rows.get(row);
    grid.look(columns.length);
    for (let index = 0; index < columns.length;) {
      const column = columns[index]!;
      if ((covered.get(column) ?? -1) >= row) {
        index++;
        continue;
      }
      const cell = cells?.get(column);
      const merge = grid.mergeAt(row, column);
      const wide = merge ? spanFrom(columns, index, merge.column + merge.columns) : 1;
      const tall = merge ? spanFrom(rows, at, merge.row + merge.rows) : 1;
      if (merge && tall > 1) cover(covered, columns.slice(index, index + wide), merge);
      tree.start(name, merge ? spans(wide, tall) : {});
      if (cell) writeCell(tree, cell);
      tree.end();
      index += wide;
    }
    tree.end();
  });
  tree.end();
}

/** Number of indexes from `index` on that are less than `end`. */
function spanFrom(places: readonly number[], index: number, end: number): number {
  let next = index + 1;
  while (next < places.length && places[next]! < end) next++;
  return next - index;
}

function cover(covered: Map<number, number>, columns: readonly number[], { row, rows }: MergedCells): void {
  for (const column of columns) covered.set(column, row + rows - 1);
}

function spans(wide: number, tall: number): Record<string, string> {
  return {
    ...(wide > 1 ? { colspan: String(wide) } : {}),
    ...(tall > 1 ? { rowspan: String(tall) } : {}),
  };
}
