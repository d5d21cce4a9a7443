import type { AdaptiveBounds } from '../../../model/monitor/monitor.js';
import type { VisitCounts } from '../../../model/monitor/check.js';
import { TimeSlice } from '../../../concurrency/time-slice.js';
import { allocateVisits } from './allocation.js';
import { DEFAULT_RATE, estimateRate } from './change-rate.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A page as the plan needs it. */
export interface PlannedPage {
  readonly url: string;
  /** Null before the first visit. */
  readonly lastAt: number | null;
  readonly visits: VisitCounts;
  /** Rate of other pages of its host. */
  readonly prior?: number;
  /** True if a sitemap or feed reports a change after the last visit. */
  readonly isDated?: boolean;
}

/** A page with the time of its next visit. */
export interface PlannedVisit {
  readonly url: string;
  readonly at: number;
}

/**
 * Plans the next visit of each page: when the probability of a change reaches one half, or, with a budget, at the frequency that keeps most
 * pages up to date. The interval is within the bounds, except that a budget may lengthen it. Pages with a newer date are due after the shortest
 * interval.
 */
export async function planVisits(
  pages: readonly PlannedPage[],
  bounds: AdaptiveBounds,
  nowMs: number,
): Promise<PlannedVisit[]> {
  const { minMinutes, maxMinutes, maxPagesPerDay } = bounds;
  const rates = await ratesOf(pages);
  const frequencies = maxPagesPerDay === undefined ? null : boundedFrequencies(rates, bounds, maxPagesPerDay);
  return pages.map(({ url, lastAt, isDated = false }, at) => {
    if (lastAt === null) return { url, at: nowMs };
    const days = frequencies === null ? Math.LN2 / rates[at]! : 1 / frequencies[at]!;
    const intervalMs = Math.min(Math.max(days * DAY_MS, minMinutes * MINUTE_MS), Math.max(maxMinutes * MINUTE_MS, frequencies === null ? 0 : days * DAY_MS)); // prettier-ignore
    return { url, at: lastAt + (isDated ? minMinutes * MINUTE_MS : intervalMs) };
  });
}

async function ratesOf(pages: readonly PlannedPage[]): Promise<number[]> {
  const slice = new TimeSlice();
  const rates: number[] = [];
  for (const { visits, prior = DEFAULT_RATE } of pages) {
    if (slice.isOver) await slice.pass();
    rates.push(estimateRate(visits, prior));
  }
  return rates;
}

/** Each page is visited at least once in its longest interval, as far as half of the budget is sufficient. */
function boundedFrequencies(
  rates: readonly number[],
  { minMinutes, maxMinutes }: AdaptiveBounds,
  budget: number,
): number[] {
  const most = 1_440 / minMinutes;
  const least = Math.min(1_440 / maxMinutes, budget / (2 * Math.max(1, rates.length)));
  const free = Math.max(0, budget - least * rates.length);
  const shares = allocateVisits(rates, free);
  return shares.map((share) => Math.min(most, Math.max(least, share)));
}

/** Circumstances of a check. */
interface DueRange {
  readonly bounds: AdaptiveBounds;
  readonly nowMs: number;
  /** Visits up to this time are made now. */
  readonly untilMs: number;
  /** Time of the previous check. */
  readonly lastRunAt: number | null;
}

/** Chooses the pages to visit now: the longest due ones, within the budget since the previous check and of the last 24 hours. */
export function chooseDue(
  plan: readonly PlannedVisit[],
  pages: readonly Pick<PlannedPage, 'lastAt'>[],
  { bounds: { maxPagesPerDay = Infinity }, nowMs, untilMs, lastRunAt }: DueRange,
): string[] {
  const due = plan.filter(({ at }) => at <= untilMs);
  if (maxPagesPerDay === Infinity) return due.map(({ url }) => url);
  const elapsedMs = lastRunAt === null ? DAY_MS : Math.min(DAY_MS, nowMs - lastRunAt);
  const visited = pages.filter(({ lastAt }) => lastAt !== null && nowMs - lastAt < DAY_MS).length;
  const most = Math.min(
    Math.ceil((maxPagesPerDay * elapsedMs) / DAY_MS),
    maxPagesPerDay - Math.min(visited, maxPagesPerDay),
  );
  return due
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ url }) => url);
}
