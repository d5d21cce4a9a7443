import type { VisitCounts } from '../../../model/monitor/check.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Intervals in a power of two. */
const STEPS = 4;
/** Number of intervals: quarter powers of two of a minute, up to some thousand years. */
export const INTERVALS = 128;
/** Days of each interval of `changedIn`. */
export const DAYS_OF_INTERVAL: Float64Array = Float64Array.from(
  { length: INTERVALS },
  (_, interval) => (2 ** (interval / STEPS) * MINUTE_MS) / DAY_MS,
);

/** Adds a visit after an interval to the counts of a page. */
export function countVisit(counts: VisitCounts, intervalMs: number, isChanged: boolean): VisitCounts {
  const { visits, changes, quietDays, changedIn } = counts;
  if (intervalMs <= 0) return counts;
  if (!isChanged)
    return { visits: visits + 1, changes, quietDays: quietDays + intervalMs / DAY_MS, changedIn };
  const interval = intervalOf(intervalMs);
  return {
    visits: visits + 1,
    changes: changes + 1,
    quietDays,
    changedIn: { ...changedIn, [interval]: (changedIn[interval] ?? 0) + 1 },
  };
}

const intervalOf = (intervalMs: number): number =>
  Math.min(INTERVALS - 1, Math.round(STEPS * Math.log2(Math.max(1, intervalMs / MINUTE_MS))));

/** Days in which a page was observed to change. */
export function changedDaysOf({ changes, changedIn }: Pick<VisitCounts, 'changes' | 'changedIn'>): number {
  let days = 0;
  let left = changes;
  for (let interval = 0; left > 0 && interval < INTERVALS; interval++) {
    const count = changedIn[interval]; // by number: names of properties are several times as slow
    if (count === undefined) continue;
    left -= count;
    days += DAYS_OF_INTERVAL[interval]! * count;
  }
  return days;
}
