/** Rows above and below what is seen. */
const SPARE = 8;
/** Never more in the page, however high the window is. */
export const MAX_ROWS = 120;

/** Which rows are in the page: those that are seen, and a few more. */
export function rowWindow(rows: number, rowHeight: number, scrollTop: number, height: number) {
  const seen = Math.ceil(height / rowHeight) + 1;
  const count = Math.min(rows, seen + 2 * SPARE, MAX_ROWS);
  const first = Math.floor(scrollTop / rowHeight) - SPARE;
  const from = Math.max(0, Math.min(first, rows - count));
  return { from, to: from + count };
}
