import type { VisitCounts } from '../../../model/monitor/check.js';
import { changedDaysOf, DAYS_OF_INTERVAL, INTERVALS } from './visit-counts.js';

/** Rates below one change in ten years, and above one a minute, are not distinguished. */
const LEAST = 1 / 3_650;
const MOST = 1_440;
const MAX_STEPS = 60;
/** Of the natural logarithm of a rate. */
const PRECISION = 1e-6;
/**
 * Variance of the prior, in natural logarithms of rates: most pages are within a factor of thirty of their host. With 4, pages that hardly ever
 * change were visited too often for weeks; bench/freshness.mjs finds little difference from 9 to 30.
 */
const PRIOR_VARIANCE = 12;

/** Rate of a page without any visits of its host. */
export const DEFAULT_RATE = 1 / 30;

/**
 * Estimates the changes of a page a day: the maximum-likelihood estimator for irregular intervals with the bias reduction of Cho and
 * Garcia-Molina (half a visit without a change is added), and the rate of other pages of the host as a log-normal prior, which keeps pages
 * that never changed from being given up.
 *
 * Solves `sum of changes: I / (e^(rI) - 1) = quiet time + half an interval + ln(r / prior) / (variance r)`, multiplied by `r`, for `ln(r)`:
 * the left side then falls and the right side rises. Newton's method within a bracket.
 */
export function estimateRate({ visits, changes, quietDays, changedIn }: VisitCounts, prior: number): number {
  if (visits === 0) return clampRate(prior);
  const changedDays = changedDaysOf({ changes, changedIn });
  const size = readIntervals(changes, changedIn);
  const quiet = quietDays + (changes > 0 ? (quietDays + changedDays) / visits / 2 : 0);
  const center = Math.log(clampRate(prior));
  let [low, high] = [Math.log(LEAST), Math.log(MOST)];
  let at = Math.log(clampRate(changes / Math.max(quiet + changedDays, 1 / MOST)));
  for (let step = 0; step < MAX_STEPS; step++) {
    const { excess, slope } = excessOf(at, size, quiet, center);
    if (excess > 0) low = at;
    else high = at;
    const next = at - excess / slope;
    const isInside = next > low && next < high;
    if (isInside && Math.abs(next - at) < PRECISION) return Math.exp(next);
    at = isInside ? next : (low + high) / 2;
    if (high - low < PRECISION) break;
  }
  return Math.exp(at);
}

/** The intervals of the page that is estimated now: thousands of pages are estimated one after the other. */
const intervals = new Uint8Array(INTERVALS);
const counts = new Float64Array(INTERVALS);

/** @returns the number of different intervals */
function readIntervals(changes: number, changedIn: VisitCounts['changedIn']): number {
  let [size, left] = [0, changes];
  for (let interval = 0; left > 0 && interval < INTERVALS; interval++) {
    const count = changedIn[interval]; // by number: names of properties are several times as slow
    if (count === undefined) continue;
    left -= count;
    intervals[size] = interval;
    counts[size++] = count;
  }
  return size;
}

/** Left side minus right side of the equation, and its slope, at `ln(r)`. */
function excessOf(
  at: number,
  size: number,
  quiet: number,
  center: number,
): { readonly excess: number; readonly slope: number } {
  const rate = Math.exp(at);
  let excess = -rate * quiet - (at - center) / PRIOR_VARIANCE;
  let slope = -rate * quiet - 1 / PRIOR_VARIANCE;
  for (let n = 0; n < size; n++) {
    const count = counts[n]!;
    const time = Math.min(rate * DAYS_OF_INTERVAL[intervals[n]!]!, 700);
    const share = time / Math.expm1(time);
    excess += count * share;
    slope += count * share * (1 - time - share);
  }
  return { excess, slope };
}

/** A rate within the bounds that are distinguished. */
export const clampRate = (rate: number): number => Math.min(MOST, Math.max(LEAST, rate));
