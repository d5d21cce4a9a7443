import { overlap, type Box } from './geometry.js';
import { toRows, type PlacedItem, type Row } from '../tables/placed-rows.js';

/** Heads and feet stand in this part of the page; files write them at any time. */
const MARGIN = 0.08;
/** Columns that a file writes line by line, as scanners do, hold at least so many letters a line ... */
const PROSE_LETTERS = 30;
/** ... or so many where fewer than this part of the lines stand beside lines of the other column ... */
const NARROW_LETTERS = 20;
const MAX_SHARED_HEIGHTS = 0.4;
/** ... and so many lines, ... */
const PROSE_ROWS = 8;
/** ... which are full when letters take this share of the column, ... */
const FULL_LINE = 0.75;
/** ... as that many of them are. */
const MOSTLY_FULL = 0.5;
/** A file that turns back to the first column more often than once in so many lines writes a table. */
const ROWS_A_RETURN = 14;

/** What stands on both sides of a strip reads like two columns: the file wrote them so, or both hold prose. */
export function separatesColumns(within: readonly Row[], middle: number, pageHeight: number): boolean {
  // what is filled in makes no columns: it stands beside what it is asked for
  const items = within.flatMap((row) => row.items.filter(({ isOverlay }) => !isOverlay));
  const left = items.filter((item) => item.left < middle);
  const right = items.filter((item) => item.left >= middle);
  if (!shareHeight(left, right)) return false;
  const isBody = ({ top, bottom }: Box) => bottom > pageHeight * MARGIN && top < pageHeight * (1 - MARGIN);
  const returns = countReturns(items.filter(isBody), middle);
  if (returns <= within.length / ROWS_A_RETURN) return true;
  const letters = standAtOtherHeights(left, right) ? NARROW_LETTERS : PROSE_LETTERS;
  return isProse(left, letters) && isProse(right, letters);
}

/** The lines of a table stand on those of its other columns, the lines of text do as it comes. */
function standAtOtherHeights(left: readonly PlacedItem[], right: readonly PlacedItem[]): boolean {
  const heights = new Set(right.map(({ bottom }) => Math.round(bottom)));
  const shared = left.filter(({ bottom }) => heights.has(Math.round(bottom))).length;
  return shared < MAX_SHARED_HEIGHTS * left.length;
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
function isProse(items: readonly PlacedItem[], leastLetters: number): boolean {
  const rows = toRows(items);
  if (rows.length < PROSE_ROWS) return false;
  const letters = items.reduce((sum, item) => sum + item.letters, 0);
  if (letters / rows.length < leastLetters) return false;
  const width = Math.max(...rows.map((row) => row.right)) - Math.min(...rows.map((row) => row.left));
  const full = rows.filter((row) => inkOf(row) > FULL_LINE * width);
  return full.length >= MOSTLY_FULL * rows.length;
}

/** How much of the row's width its text takes. */
function inkOf({ items }: Row): number {
  return items.reduce((sum, { left, right }) => sum + right - left, 0);
}
