import type { PlacedItem, Row } from '../tables/placed-rows.js';

/** Minimum number of lines in a column; fewer are table cells, or an address next to a date. */
export const MIN_COLUMN_ROWS = 3;
/** Horizontal resolution of the search in points. */
const STEP = 2;
/** Maximum overlap of text with the next item, in points, that is tolerated. */
const TOUCHING = 2;

/** A vertical strip without text over several rows. */
export interface Gutter {
  readonly left: number;
  readonly right: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Number of rows with text on the side that has fewer. */
  readonly score: number;
}

/** Vertical strips without text over several rows, with text on both sides. */
export function gutterCandidates(rows: readonly Row[]): Gutter[] {
  const left = Math.min(...rows.map((row) => row.left));
  const right = Math.max(...rows.map((row) => row.right));
  const count = Math.ceil((right - left) / STEP);
  const strips = rows.map((row) => new RowStrip(row));
  const edges = stepsWithEdges(rows, left, count);
  const found = new Map<string, Gutter>();
  for (let step = 1; step < count; step++) {
    if (edges[step] === 0) continue; // same result as for the previous step
    const x = left + step * STEP;
    for (const run of freeRuns(strips, x)) {
      const gutter = { ...run, ...boundsAround(rows, run, x) };
      found.set(`${run.firstRow}-${run.lastRow}-${gutter.left}`, gutter);
    }
  }
  return [...found.values()];
}

/** Marks the steps from `left` on that contain or closely follow an item edge. */
function stepsWithEdges(rows: readonly Row[], left: number, count: number): Uint8Array {
  const steps = new Uint8Array(count + 3);
  steps[1] = 1;
  for (const { items } of rows) {
    for (const item of items) {
      const first = Math.floor((item.left - left) / STEP);
      const last = Math.floor((item.right - left) / STEP);
      steps[first] = steps[first + 1] = steps[last] = steps[last + 1] = 1;
    }
  }
  return steps;
}

/** A row that is queried at positions from left to right. */
class RowStrip {
  /** Non-overlapping intervals occupied by text, from left to right. */
  private readonly taken: readonly Extent[];
  private readonly firstEnd: number;
  private readonly lastBegin: number;
  private next = 0;

  constructor({ items }: Row) {
    const sorted = [...items].sort((a, b) => a.left - b.left);
    this.firstEnd = Math.min(...items.map((item) => item.right));
    this.lastBegin = sorted.at(-1)!.left;
    this.taken = joined(
      sorted.map(({ left, right }, i) => ({ left: Math.max(left, beginBelow(sorted, i)), right })),
    );
  }

  /** @param x greater than in the previous call */
  isFree(x: number): boolean {
    while (this.next < this.taken.length && this.taken[this.next]!.right <= x) this.next++;
    const next = this.taken[this.next];
    return !next || next.left >= x;
  }

  hasTextBefore(x: number): boolean {
    return this.firstEnd <= x;
  }

  hasTextBehind(x: number): boolean {
    return this.lastBegin >= x;
  }
}

interface Extent {
  readonly left: number;
  readonly right: number;
}

function joined(extents: readonly Extent[]): Extent[] {
  const all: { left: number; right: number }[] = [];
  for (const { left, right } of [...extents].sort((a, b) => a.left - b.left)) {
    const last = all.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else if (left < right) all.push({ left, right });
  }
  return all;
}

/**
 * Start of the last item that the given item overlaps. The item is too long for its column, so only its part from
 * there on counts as occupied.
 */
function beginBelow(sorted: readonly PlacedItem[], index: number): number {
  const end = sorted[index]!.right - TOUCHING;
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.left < end) low = middle + 1;
    else high = middle;
  }
  const last = low - 1 === index ? low - 2 : low - 1;
  return sorted[last]?.left ?? -Infinity;
}

type Run = Omit<Gutter, 'left' | 'right'>;

/** Runs of consecutive rows without text at `x`. */
function freeRuns(strips: readonly RowStrip[], x: number): Run[] {
  const runs: Run[] = [];
  let firstRow = 0;
  let onLeft = 0;
  let onRight = 0;
  for (let i = 0; i <= strips.length; i++) {
    const strip = strips[i];
    if (strip?.isFree(x)) {
      if (strip.hasTextBefore(x)) onLeft++;
      if (strip.hasTextBehind(x)) onRight++;
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

/** Free horizontal range around `x` in the rows of a run. */
function boundsAround(
  rows: readonly Row[],
  { firstRow, lastRow }: Run,
  x: number,
): { readonly left: number; readonly right: number } {
  let left = -Infinity;
  let right = Infinity;
  for (let i = firstRow; i <= lastRow; i++) {
    for (const item of rows[i]!.items) {
      if (item.left >= x) right = Math.min(right, item.left);
      else if (item.right <= x) left = Math.max(left, item.right);
    }
  }
  return { left, right };
}
