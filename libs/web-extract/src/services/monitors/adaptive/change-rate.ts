import type { VisitCounts } from '../../../model/monitor/check.js';
import { daysOfInterval } from './visit-counts.js';

/** Rates below one change in ten years, and above one a minute, are not distinguished. */
const LEAST = 1 / 3_650;
const MOST = 1_440;
const STEPS = 40;
/** Variance of the prior, in natural logarithms of rates: rates of pages of one host differ by factors of a hundred. */
const PRIOR_VARIANCE = 4;

/** Rate of a page without any visits of its host. */
export const DEFAULT_RATE = 1 / 30;

/**
 * Estimates the changes of a page a day: the maximum-likelihood estimator for irregular intervals with the bias reduction of Cho and
 * Garcia-Molina (half a visit without a change is added), and the rate of other pages of the host as a log-normal prior, which keeps pages
 * that never changed from being given up.
 *
 * Solves `sum of changes: I / (e^(rI) - 1) = quiet time + half an interval + ln(r / prior) / (variance r)` by bisection.
 */
export function estimateRate({ visits, changes, quietDays, changedIn }: VisitCounts, prior: number): number {
  if (visits === 0) return clamp(prior);
  const changed = Object.entries(changedIn).map(
    ([interval, count]) => [daysOfInterval(Number(interval)), count] as const,
  );
  const changedDays = changed.reduce((sum, [days, count]) => sum + days * count, 0);
  const quiet = quietDays + (changes > 0 ? (quietDays + changedDays) / visits / 2 : 0);
  let [low, high] = [Math.log(LEAST), Math.log(MOST)];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const rate = Math.exp(middle);
    const pull = (middle - Math.log(clamp(prior))) / (PRIOR_VARIANCE * rate);
    if (timeBeforeChanges(rate, changed) > quiet + pull) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

function timeBeforeChanges(
  rate: number,
  changed: readonly (readonly [days: number, count: number])[],
): number {
  let sum = 0;
  for (const [days, count] of changed) sum += (count * days) / Math.expm1(Math.min(rate * days, 700));
  return sum;
}

/** Rate of the pages of a host: their changes by their observed days. */
export function priorOf(pages: readonly VisitCounts[]): number {
  let changes = 0;
  let days = 0;
  for (const { changes: some, quietDays, changedIn } of pages) {
    changes += some;
    days += quietDays;
    for (const [interval, count] of Object.entries(changedIn))
      days += daysOfInterval(Number(interval)) * count;
  }
  return days === 0 ? DEFAULT_RATE : clamp((changes + DEFAULT_RATE) / (days + 1));
}

const clamp = (rate: number): number => Math.min(MOST, Math.max(LEAST, rate));
