import type { AdaptiveBounds } from '../../../model/monitor/monitor.js';
import type { PageState, VisitCounts } from '../../../model/monitor/check.js';
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
  readonly prior?: number | undefined;
  /** True if a sitemap or feed reports a change after the last visit. */
  readonly isDated?: boolean;
  /** Failures since the last visit. */
  readonly failures?: PageState['failures'] | undefined;
}

/** A page with the time of its next visit. */
export interface PlannedVisit {
  readonly url: string;
  readonly at: number;
}

/**
 * Plans the next visit of each page: when the probability of a change reaches one half, or, with a budget, at the frequency that keeps most
 * pages up to date. The interval is within the bounds, except that a budget may lengthen it. Pages with a newer date are due after the shortest
 * interval; pages that could not be read as well, and after twice the interval with each further failure: those that are gone must not use up
 * the budget.
 */
export async function planVisits(
  pages: readonly PlannedPage[],
  bounds: AdaptiveBounds,
  nowMs: number,
): Promise<PlannedVisit[]> {
  const { minMinutes, maxMinutes, maxPagesPerDay } = bounds;
  const rates = await ratesOf(pages);
  const frequencies = maxPagesPerDay === undefined ? null : boundedFrequencies(rates, bounds, maxPagesPerDay);
  return pages.map(({ url, lastAt, isDated = false, failures }, at) => {
    if (failures) return { url, at: retryAt(failures, bounds) };
    if (lastAt === null) return { url, at: nowMs };
    const days = frequencies === null ? Math.LN2 / rates[at]! : 1 / frequencies[at]!;
    const intervalMs = Math.min(Math.max(days * DAY_MS, minMinutes * MINUTE_MS), Math.max(maxMinutes * MINUTE_MS, frequencies === null ? 0 : days * DAY_MS)); // prettier-ignore
    return { url, at: lastAt + (isDated ? minMinutes * MINUTE_MS : intervalMs) };
  });
}

/** Time of the next visit of a page that could not be read. */
export function retryAt(
  { lastAt, count }: NonNullable<PageState['failures']>,
  bounds: AdaptiveBounds,
): number {
  return lastAt + Math.min(bounds.minMinutes * 2 ** (count - 1), bounds.maxMinutes) * MINUTE_MS;
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

/** Pages to visit now, and the others. */
export interface DuePages {
  readonly urls: ReadonlySet<string>;
  /** Earliest time when one of the other pages is due; infinite without any. */
  readonly nextAt: number;
}

/** Chooses the pages to visit now: those that are due up to a time, the longest waiting first. @param most maximum number of pages */
export function chooseDue(plan: readonly PlannedVisit[], untilMs: number, most: number): DuePages {
  const due: PlannedVisit[] = [];
  let nextAt = Infinity;
  for (const visit of plan) {
    if (visit.at <= untilMs) due.push(visit);
    else nextAt = Math.min(nextAt, visit.at);
  }
  if (due.length > most) due.sort((a, b) => a.at - b.at);
  const chosen = due.slice(0, most);
  const rest = due[chosen.length];
  return { urls: new Set(chosen.map(({ url }) => url)), nextAt: Math.min(nextAt, rest?.at ?? Infinity) };
}
