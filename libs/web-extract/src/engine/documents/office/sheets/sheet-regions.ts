import type { SheetGrid } from './sheet-grid.js';

/** A part of a sheet that is one table: rows and columns that hold something, in order. */
export interface SheetRegion {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** A single column beside an empty one names the rows of what lies beyond: the two belong together. */
const MIN_COLUMNS = 2;

/**
 * The tables of a sheet: parts of it that empty rows, or empty columns, set apart. Empty rows and columns within a part are
 * left out.
 */
export function sheetRegions(grid: SheetGrid): SheetRegion[] {
  const rows = [...grid.rows.entries()]
    .filter(([, cells]) => cells.size > 0)
    .map(([row]) => row)
    .sort((one, other) => one - other);
  return runs(rows, grid.hiddenRows).flatMap((band) => besides(grid, band));
}

/** The parts of a band of rows that lie side by side. */
function besides(grid: SheetGrid, rows: readonly number[]): SheetRegion[] {
  const used = new Set<number>();
  for (const row of rows) for (const column of grid.rows.get(row)!.keys()) used.add(column);
  const columns = [...used].sort((one, other) => one - other);
  const parts = runs(columns, grid.hiddenColumns);
  const areApart = parts.length > 1 && parts.every((part) => part.length >= MIN_COLUMNS);
  if (!areApart) return [{ rows, columns }];
  return parts.flatMap((part) => {
    const own = rows.filter((row) => part.some((column) => grid.cell(row, column)));
    return runs(own, grid.hiddenRows).map((band) => ({ rows: band, columns: part }));
  });
}

/** Numbers in order, parted where one is missing that is not hidden. */
function runs(numbers: readonly number[], hidden: ReadonlySet<number>): number[][] {
  const found: number[][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    let next = last ? last.at(-1)! + 1 : NaN;
    while (next < number && hidden.has(next)) next++;
    if (last && next === number) last.push(number);
    else found.push([number]);
  }
  return found;
}
