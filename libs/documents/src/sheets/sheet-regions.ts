import type { SheetGrid } from './sheet-grid.js';

/** Part of a sheet that forms one table: its non-empty rows and columns in order. */
export interface SheetRegion {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Minimum number of rows and columns of a table; smaller parts are merged with an adjacent one. */
const MIN_SIDE = 2;
/** Maximum nesting depth of regions; typical sheets have three levels. */
const MAX_DEPTH = 6;
/** Minimum share of table rows with a label in the adjacent column. */
const LABELLED_SHARE = 0.5;

/**
 * Finds the tables of a sheet: regions separated by empty rows or columns, and regions without a common column. Empty
 * rows and columns within a region are omitted.
 */
export function sheetRegions(grid: SheetGrid): SheetRegion[] {
  const rows = [...grid.rows.entries()]
    .filter(([, cells]) => cells.size > 0)
    .map(([row]) => row)
    .sort((one, other) => one - other);
  return bands(grid, { rows, columns: columnsOf(grid, rows) }, 0);
}

/** Splits a region vertically, then each part further. */
function bands(grid: SheetGrid, { rows, columns }: SheetRegion, depth: number): SheetRegion[] {
  const parts = runs(rows, (from, to) => isBridged(grid, from, to));
  return parts.flatMap((part) =>
    besides(grid, { rows: part, columns: withCells(grid, part, columns) }, depth),
  );
}

/** Splits a region horizontally, then each part further. */
function besides(grid: SheetGrid, region: SheetRegion, depth: number): SheetRegion[] {
  const { rows, columns } = region;
  if (depth >= MAX_DEPTH) return [region];
  const parts = joinLabels(
    grid,
    rows,
    runs(columns, (from, to) => isHiddenBetween(grid.hiddenColumns, from, to)),
  );
  if (parts.length === 1) return slants(grid, region, depth);
  return parts.flatMap((part) =>
    bands(grid, { rows: rows.filter((row) => holdsAny(grid, row, part)), columns: part }, depth + 1),
  );
}

/** Joins single columns with the table across the gap if they label enough of its rows. */
function joinLabels(grid: SheetGrid, rows: readonly number[], parts: readonly number[][]): number[][] {
  const joined: { columns: number[]; areLabels: boolean }[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isLabel = part.length < MIN_SIDE;
    const belongs =
      last &&
      ((last.areLabels && nameRows(grid, rows, last.columns, part)) ||
        (isLabel && nameRows(grid, rows, part, last.columns)));
    if (belongs) {
      last.columns.push(...part);
      last.areLabels &&= isLabel;
    } else joined.push({ columns: [...part], areLabels: isLabel });
  }
  return joined.map(({ columns }) => columns);
}

function nameRows(
  grid: SheetGrid,
  rows: readonly number[],
  labels: readonly number[],
  of: readonly number[],
): boolean {
  const isIn = (columns: readonly number[]) => (row: number) => holdsAny(grid, row, columns);
  const named = rows.filter(isIn(of));
  return named.filter(isIn(labels)).length >= named.length * LABELLED_SHARE;
}

function holdsAny(grid: SheetGrid, row: number, columns: readonly number[]): boolean {
  const found = columns.findIndex((column) => grid.cell(row, column));
  grid.look(found < 0 ? columns.length : found + 1);
  return found >= 0;
}

/** Separates tables that touch only at a corner: the rows above and below share no column. */
function slants(grid: SheetGrid, { rows, columns }: SheetRegion, depth: number): SheetRegion[] {
  const at = slantAt(grid, rows, columns);
  if (at === null) return [{ rows, columns }];
  return [rows.slice(0, at), rows.slice(at)].flatMap((part) =>
    besides(grid, { rows: part, columns: withCells(grid, part, columns) }, depth + 1),
  );
}

function slantAt(grid: SheetGrid, rows: readonly number[], columns: readonly number[]): number | null {
  if (rows.length < 2 * MIN_SIDE || columns.length < 2 * MIN_SIDE) return null;
  const above = extents(grid, rows, columns);
  const below = extents(grid, [...rows].reverse(), columns).reverse();
  for (let at = MIN_SIDE; at <= rows.length - MIN_SIDE; at++)
    if (areApart(above[at - 1]!, below[at]!)) return at;
  return null;
}

interface Extent {
  readonly first: number;
  readonly last: number;
}

/** Column range of all cells up to each row. */
function extents(grid: SheetGrid, rows: readonly number[], columns: readonly number[]): Extent[] {
  const [from, to] = [columns[0]!, columns.at(-1)!];
  let [first, last] = [Infinity, -Infinity];
  return rows.map((row) => {
    const cells = grid.rows.get(row)!;
    grid.look(cells.size);
    for (const column of cells.keys()) {
      if (column < from || column > to) continue;
      first = Math.min(first, column);
      last = Math.max(last, column);
    }
    return { first, last };
  });
}

function areApart(one: Extent, other: Extent): boolean {
  const isTable = ({ first, last }: Extent) => last - first + 1 >= MIN_SIDE;
  return isTable(one) && isTable(other) && (one.last < other.first || other.last < one.first);
}

function columnsOf(grid: SheetGrid, rows: readonly number[]): number[] {
  const used = new Set<number>();
  for (const row of rows) {
    const cells = grid.rows.get(row)!;
    grid.look(cells.size);
    for (const column of cells.keys()) used.add(column);
  }
  return [...used].sort((one, other) => one - other);
}

function withCells(grid: SheetGrid, rows: readonly number[], columns: readonly number[]): number[] {
  const used = new Set(columnsOf(grid, rows));
  return columns.filter((column) => used.has(column));
}

/** Hidden rows and rows covered by a merged cell do not form a gap. */
function isBridged(grid: SheetGrid, from: number, to: number): boolean {
  return isHiddenBetween(grid.hiddenRows, from, to) || grid.isMergedAcross(from, to);
}

function isHiddenBetween(hidden: ReadonlySet<number>, from: number, to: number): boolean {
  let next = from + 1;
  while (next < to && hidden.has(next)) next++;
  return next === to;
}

/** Splits sorted numbers at gaps that are not bridged. */
function runs(numbers: readonly number[], isBridge: (from: number, to: number) => boolean): number[][] {
  const found: number[][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && (number === before + 1 || isBridge(before, number)))
      last.push(number);
    else found.push([number]);
  }
  return found;
}
