import { median, overlap, type Box } from './geometry.js';

/** Something that takes a place on the page: a piece of text or a whole table. */
export interface PlacedItem extends Box {
  /** Position in the file. */
  readonly order: number;
  readonly size: number;
  /** How much text it holds. */
  readonly letters: number;
  /** It lies over the page, see `TextPiece`. */
  readonly isOverlay: boolean;
}

/** The blank between two columns is at least this wide, in sizes of the letters. Printed ones have 0.8 to 3. */
const MIN_GUTTER = 0.6;
/** Columns of fewer lines are cells of a table, or an address beside a date. */
const MIN_COLUMN_ROWS = 3;
/** How finely the page is looked at from left to right, in points. */
const STEP = 2;
/** Heads and feet stand in this part of the page; files write them at any time. */
const MARGIN = 0.08;
/** Columns that a file writes line by line, as scanners do, hold at least so many letters a line ... */
const PROSE_LETTERS = 30;
/** ... and so many lines, ... */
const PROSE_ROWS = 8;
/** ... which are full when letters take this share of the column, ... */
const FULL_LINE = 0.75;
/** ... as that many of them are. */
const MOSTLY_FULL = 0.5;
/** A file that turns back to the first column more often than once in so many lines writes a table. */
const ROWS_A_RETURN = 14;
const MAX_DEPTH = 12;

interface Row extends Box {
  readonly items: PlacedItem[];
}

interface Gutter {
  readonly left: number;
  readonly right: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly score: number;
}

/** What has to be known of the page. */
export interface ColumnOptions {
  readonly pageHeight: number;
  readonly isRightToLeft: boolean;
}

/**
 * Cuts a page along the blanks between its columns, and gives the parts in reading order: what spans all columns first and
 * last, the columns between from left to right (or from right to left).
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

/** Items at one height. A row is as high as its first item, lest columns of other distances grow together. */
function toRows(items: readonly PlacedItem[]): Row[] {
  const rows: { left: number; top: number; right: number; bottom: number; items: PlacedItem[] }[] = [];
  for (const item of [...items].sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const height = Math.min(item.bottom - item.top, row ? row.bottom - row.top : 0);
    if (row && overlap(row.top, row.bottom, item.top, item.bottom) > 0.5 * height) {
      row.items.push(item);
      row.left = Math.min(row.left, item.left);
      row.right = Math.max(row.right, item.right);
    } else {
      const { left, top, right, bottom } = item;
      rows.push({ left, top, right, bottom, items: [item] });
    }
  }
  return rows;
}

function findGutter(rows: readonly Row[], options: ColumnOptions): Gutter | null {
  if (rows.length < MIN_COLUMN_ROWS) return null;
  const size = median(rows.flatMap((row) => row.items.map((item) => item.size)));
  const candidates = gutterCandidates(rows).filter(({ left, right }) => right - left >= MIN_GUTTER * size);
  candidates.sort((a, b) => b.score - a.score);
  for (const candidate of candidates.slice(0, 12)) {
    const gutter = trimmed(rows, candidate);
    if (gutter && separatesColumns(rows, gutter, options)) return gutter;
  }
  return null;
}

/** Strips of the page, free of text over several rows, with text on both sides. */
function gutterCandidates(rows: readonly Row[]): Gutter[] {
  const left = Math.min(...rows.map((row) => row.left));
  const right = Math.max(...rows.map((row) => row.right));
  const found = new Map<string, Gutter>();
  for (let x = left + STEP; x < right; x += STEP) {
    for (const run of freeRuns(rows, x)) {
      const gutter = { ...run, ...boundsAround(rows.slice(run.firstRow, run.lastRow + 1), x) };
      found.set(`${run.firstRow}-${run.lastRow}-${gutter.left}`, gutter);
    }
  }
  return [...found.values()];
}

/** How far the rows leave the page free on both sides of `x`. */
function boundsAround(rows: readonly Row[], x: number): { readonly left: number; readonly right: number } {
  let left = -Infinity;
  let right = Infinity;
  for (const { items } of rows) {
    for (const item of items) {
      if (item.left >= x) right = Math.min(right, item.left);
      else if (item.right <= x) left = Math.max(left, item.right);
    }
  }
  return { left, right };
}

/** The rows one after another that leave `x` free. */
function freeRuns(rows: readonly Row[], x: number): Omit<Gutter, 'left' | 'right'>[] {
  const runs: Omit<Gutter, 'left' | 'right'>[] = [];
  let firstRow = 0;
  let onLeft = 0;
  let onRight = 0;
  for (let i = 0; i <= rows.length; i++) {
    const row = rows[i];
    const isTaken =
      !row || row.items.some((item) => item.left < x && item.right > x && !runsOver(item, row, x));
    if (!isTaken) {
      if (row.items.some((item) => item.right <= x)) onLeft++;
      if (row.items.some((item) => item.left >= x)) onRight++;
      continue;
    }
    const score = Math.min(onLeft, onRight);
    if (score >= MIN_COLUMN_ROWS) runs.push({ firstRow, lastRow: i - 1, score });
    firstRow = i + 1;
    onLeft = 0;
    onRight = 0;
  }
  return runs;
}

/** The item is too long for its column: it lies over text of the next one instead of taking its place. */
function runsOver(item: PlacedItem, { items }: Row, x: number): boolean {
  return items.some((other) => other.left >= x && other.left < item.right - 2 && other !== item);
}

/** Leaves rows to the text below that stand closer to it than to the columns: the end of a paragraph, a heading. */
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

function separatesColumns(rows: readonly Row[], gutter: Gutter, { pageHeight }: ColumnOptions): boolean {
  const within = rows.slice(gutter.firstRow, gutter.lastRow + 1);
  const middle = (gutter.left + gutter.right) / 2;
  // what is filled in makes no columns: it stands beside what it is asked for
  const items = within.flatMap((row) => row.items.filter(({ isOverlay }) => !isOverlay));
  const left = items.filter((item) => item.left < middle);
  const right = items.filter((item) => item.left >= middle);
  if (!shareHeight(left, right)) return false;
  const isBody = ({ top, bottom }: Box) => bottom > pageHeight * MARGIN && top < pageHeight * (1 - MARGIN);
  const returns = countReturns(items.filter(isBody), middle);
  if (returns <= within.length / ROWS_A_RETURN) return true;
  return isProse(left) && isProse(right);
}

/** Columns stand beside each other, not one below the other. */
function shareHeight(left: readonly Box[], right: readonly Box[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  const [a, b] = [left, right].map((boxes) => ({
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }));
  const shared = overlap(a!.top, a!.bottom, b!.top, b!.bottom);
  return shared > 0.3 * Math.min(a!.bottom - a!.top, b!.bottom - b!.top);
}

/** How often the file comes back from one side to the one it began with: tables do with every row, columns do not. */
function countReturns(items: readonly PlacedItem[], middle: number): number {
  let returns = 0;
  const sides = [...items].sort((a, b) => a.order - b.order).map((item) => item.left >= middle);
  for (let i = 1; i < sides.length; i++) if (sides[i] === sides[0] && sides[i - 1] !== sides[0]) returns++;
  return returns;
}

/** Most lines have many letters and reach from border to border; rows of a table have blanks between their cells. */
function isProse(items: readonly PlacedItem[]): boolean {
  const rows = toRows(items);
  if (rows.length < PROSE_ROWS) return false;
  const letters = items.reduce((sum, item) => sum + item.letters, 0);
  if (letters / rows.length < PROSE_LETTERS) return false;
  const width = Math.max(...rows.map((row) => row.right)) - Math.min(...rows.map((row) => row.left));
  const full = rows.filter((row) => inkOf(row) > FULL_LINE * width);
  return full.length >= MOSTLY_FULL * rows.length;
}

/** How much of the row's width its text takes. */
function inkOf({ items }: Row): number {
  return items.reduce((sum, { left, right }) => sum + right - left, 0);
}
