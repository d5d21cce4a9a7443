import { overlap, type Box } from './geometry.js';
import { toRows, type PlacedItem, type Row } from '../tables/placed-rows.js';

/** Share of the page height at the top and bottom with headers and footers, which files write in any order. */
const MARGIN = 0.08;
/** Minimum average number of characters per line in columns that are written line by line, as scanners do, ... */
const PROSE_LETTERS = 30;
/** ... or this number if fewer than this share of lines are aligned with lines of the other column ... */
const NARROW_LETTERS = 20;
const MAX_SHARED_HEIGHTS = 0.4;
/** ... minimum number of lines, ... */
const PROSE_ROWS = 8;
/** ... share of the column width covered by characters in a full line, ... */
const FULL_LINE = 0.75;
/** ... and minimum share of full lines. */
const MOSTLY_FULL = 0.5;
/** A file that returns to the first column more often than once per this number of rows contains a table. */
const ROWS_A_RETURN = 14;

/**
 * True if the text on both sides of a strip reads like two columns: the file wrote them one after the other, or both
 * contain prose.
 */
export function separatesColumns(within: readonly Row[], middle: number, pageHeight: number): boolean {
  // form values do not form columns: they are next to their labels
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

/** Lines of a table are aligned with those of its other columns; lines of prose only by coincidence. */
function standAtOtherHeights(left: readonly PlacedItem[], right: readonly PlacedItem[]): boolean {
  const heights = new Set(right.map(({ bottom }) => Math.round(bottom)));
  const shared = left.filter(({ bottom }) => heights.has(Math.round(bottom))).length;
  return shared < MAX_SHARED_HEIGHTS * left.length;
}

/** True if the columns are side by side instead of one below the other. */
function shareHeight(left: readonly Box[], right: readonly Box[]): boolean {
  if (left.length === 0 || right.length === 0) return false;
  const [a, b] = [left, right].map((boxes) => ({
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  }));
  const shared = overlap(a!.top, a!.bottom, b!.top, b!.bottom);
  return shared > 0.3 * Math.min(a!.bottom - a!.top, b!.bottom - b!.top);
}

/** Number of returns to the side that the file began with: tables return in every row, columns do not. */
function countReturns(items: readonly PlacedItem[], middle: number): number {
  let returns = 0;
  const sides = [...items].sort((a, b) => a.order - b.order).map((item) => item.left >= middle);
  for (let i = 1; i < sides.length; i++) if (sides[i] === sides[0] && sides[i - 1] !== sides[0]) returns++;
  return returns;
}

/** True if most lines are long and fill the width; table rows have gaps between their cells. */
function isProse(items: readonly PlacedItem[], leastLetters: number): boolean {
  const rows = toRows(items);
  if (rows.length < PROSE_ROWS) return false;
  const letters = items.reduce((sum, item) => sum + item.letters, 0);
  if (letters / rows.length < leastLetters) return false;
  const width = Math.max(...rows.map((row) => row.right)) - Math.min(...rows.map((row) => row.left));
  const full = rows.filter((row) => inkOf(row) > FULL_LINE * width);
  return full.length >= MOSTLY_FULL * rows.length;
}

/** Width covered by the text of the row. */
function inkOf({ items }: Row): number {
  return items.reduce((sum, { left, right }) => sum + right - left, 0);
}
