import type { VisitCounts } from '../../../model/monitor/check.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

/** Quarter powers of two of a minute: at most 100 for intervals up to years. */
const STEPS = 4;
const intervalOf = (intervalMs: number): number =>
  Math.round(STEPS * Math.log2(Math.max(1, intervalMs / MINUTE_MS)));

/** Days of an interval of `changedIn`. */
export const daysOfInterval = (interval: number): number => (2 ** (interval / STEPS) * MINUTE_MS) / DAY_MS;
