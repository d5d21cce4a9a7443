import { median } from './geometry.js';
import { gutterCandidates, MIN_COLUMN_ROWS, type Gutter } from './gutter-candidates.js';
import { toRows, type PlacedItem, type Row } from '../tables/placed-rows.js';
import { separatesColumns } from './separates-columns.js';

/** Minimum width of a gutter in font sizes. Printed ones have 0.8 to 3. */
const MIN_GUTTER = 0.6;
const MAX_DEPTH = 12;

/** Page properties required for column detection. */
interface ColumnOptions {
  readonly pageHeight: number;
  readonly isRightToLeft: boolean;
}

/**
 * Splits a page along its gutters and returns the parts in reading order: the parts that span all columns first and
 * last, the columns between them from left to right (or right to left).
 */
export function toRegions<Item extends PlacedItem>(items: readonly Item[], options: ColumnOptions): Item[][] {
  return cut(items as readonly PlacedItem[], options, 0) as Item[][];
}

function cut(items: readonly PlacedItem[], options: ColumnOptions, depth: number): PlacedItem[][] {
  if (items.length === 0) return [];
  const rows = depth < MAX_DEPTH ? toRows(items) : [];
  const gutter = findGutter(rows, options);
  if (!gutter) return [[...items]];
  const within = rows.slice(gutter.firstRow, gutter.lastRow + 1).flatMap((row) => row.items);
  const middle = (gutter.left + gutter.right) / 2;
  const left = within.filter((item) => item.left < middle);
  const right = within.filter((item) => item.left >= middle);
  const columns = options.isRightToLeft ? [right, left] : [left, right];
  return [
    rows.slice(0, gutter.firstRow).flatMap((row) => row.items),
    ...columns,
    rows.slice(gutter.lastRow + 1).flatMap((row) => row.items),
  ].flatMap((part) => cut(part, options, depth + 1));
}

function findGutter(rows: readonly Row[], options: ColumnOptions): Gutter | null {
  if (rows.length < MIN_COLUMN_ROWS) return null;
  const size = median(rows.flatMap((row) => row.items.map((item) => item.size)));
  const candidates = gutterCandidates(rows).filter(({ left, right }) => right - left >= MIN_GUTTER * size);
  candidates.sort((a, b) => b.score - a.score);
  for (const candidate of candidates.slice(0, 12)) {
    const gutter = trimmed(rows, candidate);
    if (gutter && separates(gutter, rows, options)) return gutter;
  }
  return null;
}

function separates(
  { left, right, firstRow, lastRow }: Gutter,
  rows: readonly Row[],
  { pageHeight }: ColumnOptions,
): boolean {
  return separatesColumns(rows.slice(firstRow, lastRow + 1), (left + right) / 2, pageHeight);
}

/** Removes rows at the end of the columns that are closer to the text below: the end of a paragraph, a heading. */
function trimmed(rows: readonly Row[], gutter: Gutter): Gutter | null {
  let { firstRow, lastRow } = gutter;
  const middle = (gutter.left + gutter.right) / 2;
  const isOneSided = ({ left, right }: Row) => right <= middle || left >= middle;
  while (lastRow > firstRow && rows[lastRow + 1] && isOneSided(rows[lastRow]!)) {
    const above = rows[lastRow]!.top - rows[lastRow - 1]!.bottom;
    const below = rows[lastRow + 1]!.top - rows[lastRow]!.bottom;
    if (below > above || above <= 0) break;
    lastRow--;
  }
  while (firstRow < lastRow && firstRow > 0 && isOneSided(rows[firstRow]!)) {
    const above = rows[firstRow]!.top - rows[firstRow - 1]!.bottom;
    const below = rows[firstRow + 1]!.top - rows[firstRow]!.bottom;
    if (above > below || below <= 0) break;
    firstRow++;
  }
  return lastRow - firstRow + 1 >= MIN_COLUMN_ROWS ? { ...gutter, firstRow, lastRow } : null;
}
