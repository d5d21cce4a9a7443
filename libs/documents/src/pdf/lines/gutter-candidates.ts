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

type Run = Omit<Gutter, 'left' | 'right'>;

/** Vertical strips without text over several rows, with text on both sides. */
export function gutterCandidates(rows: readonly Row[]): Gutter[] {
  const left = Math.min(...rows.map((row) => row.left));
  const right = Math.max(...rows.map((row) => row.right));
  const count = Math.ceil((right - left) / STEP);
  const strips = new RowStrips(rows);
  const edges = stepsWithEdges(rows, left, count);
  const found = new Map<string, Gutter>();
  for (let step = 1; step < count; step++) {
    if (edges[step] === 0) continue; // same result as for the previous step
    const x = left + step * STEP;
    for (const run of strips.freeRuns(x)) {
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

/**
 * Rows that are queried at positions from left to right. The state of a row is looked up again only where its text
 * begins or ends: a page has some hundred positions, and each is queried in every row.
 */
class RowStrips {
  private readonly rows: readonly RowStrip[];
  /** By row: position before which its state does not change, and the state. */
  private readonly until: Float64Array;
  private readonly state: Uint8Array;

  constructor(rows: readonly Row[]) {
    this.rows = rows.map((row) => new RowStrip(row));
    this.until = new Float64Array(rows.length).fill(-Infinity);
    this.state = new Uint8Array(rows.length);
  }

  /** Runs of consecutive rows without text at `x`. @param x greater than in the previous call */
  freeRuns(x: number): Run[] {
    const { until, state } = this;
    const count = state.length;
    const runs: Run[] = [];
    let firstRow = 0;
    let onLeft = 0;
    let onRight = 0;
    for (let i = 0; i <= count; i++) {
      if (i < count) {
        if (x >= until[i]!) this.look(i, x);
        const at = state[i]!;
        if (at & FREE) {
          if (at & TEXT_BEFORE) onLeft++;
          if (at & TEXT_BEHIND) onRight++;
          continue;
        }
      }
      const score = Math.min(onLeft, onRight);
      if (score >= MIN_COLUMN_ROWS) runs.push({ firstRow, lastRow: i - 1, score });
      firstRow = i + 1;
      onLeft = 0;
      onRight = 0;
    }
    return runs;
  }

  private look(row: number, x: number): void {
    const strip = this.rows[row]!;
    this.state[row] = strip.stateAt(x);
    this.until[row] = strip.nextChange(x);
  }
}

/** State of a row at a position: no text there, text that ends before it, text that begins behind it. */
const FREE = 1;
const TEXT_BEFORE = 2;
const TEXT_BEHIND = 4;

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
  stateAt(x: number): number {
    while (this.next < this.taken.length && this.taken[this.next]!.right <= x) this.next++;
    const next = this.taken[this.next];
    return (
      (!next || next.left >= x ? FREE : 0) |
      (this.firstEnd <= x ? TEXT_BEFORE : 0) |
      (this.lastBegin >= x ? TEXT_BEHIND : 0)
    );
  }

  /** A position before which the state does not change. @param x as in the last {@link stateAt} */
  nextChange(x: number): number {
    const next = this.taken[this.next];
    return Math.min(
      next ? (next.left >= x ? next.left : next.right) : Infinity,
      this.firstEnd > x ? this.firstEnd : Infinity,
      this.lastBegin >= x ? this.lastBegin : Infinity,
    );
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
