import type { VisitCounts } from '../../../model/monitor/check.js';
import { daysOfInterval } from './visit-counts.js';

/** Rates below one change in ten years, and above one a minute, are not distinguished. */
const LEAST = 1 / 3_650;
const MOST = 1_440;
const STEPS = 40;
/** Weight of the prior, in visits. */
const PRIOR_WEIGHT = 0.5;

/** Number of changes, and intervals, of several pages. */
export interface RatePrior {
  /** Changes a day. */
  readonly rate: number;
}

/** Rate of a page without any visits of its host. */
export const DEFAULT_RATE = 1 / 30;

/**
 * Estimates the changes of a page a day: the maximum-likelihood estimator for irregular intervals with the bias reduction of Cho and
 * Garcia-Molina (half a visit without a change is added), and the rate of other pages of the host as a prior, which keeps pages that never
 * changed from being given up.
 *
 * Solves `sum of changes: I e^(-rI) / (1 - e^(-rI)) + w/r = quiet time + half an interval + w/prior` by bisection: the left side falls with r.
 */
export function estimateRate({ visits, changes, quietDays, changedIn }: VisitCounts, prior: number): number {
  const weight = PRIOR_WEIGHT;
  const changed = Object.entries(changedIn).map(
    ([interval, count]) => [daysOfInterval(Number(interval)), count] as const,
  );
  if (visits === 0) return clamp(prior);
  const changedDays = changed.reduce((sum, [days, count]) => sum + days * count, 0);
  const meanDays = (quietDays + changedDays) / visits;
  const right = quietDays + (changes > 0 ? meanDays / 2 : 0) + weight / clamp(prior);
  let [low, high] = [Math.log(LEAST), Math.log(MOST)];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (leftSide(Math.exp(middle), changed, weight) > right) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

function leftSide(
  rate: number,
  changed: readonly (readonly [days: number, count: number])[],
  weight: number,
): number {
  let sum = weight / rate;
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
