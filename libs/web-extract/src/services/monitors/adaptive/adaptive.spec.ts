import { NO_VISITS, type VisitCounts } from '../../../model/monitor/check.js';
import { allocateVisits } from './allocation.js';
import { DEFAULT_RATE, estimateRate } from './change-rate.js';
import { chooseDue, planVisits } from './plan-visits.js';
import { countVisit, daysOfInterval } from './visit-counts.js';

const DAY_MS = 86_400_000;
const visitsOf = (days: number, changed: readonly boolean[]): VisitCounts =>
  changed.reduce((counts, isChanged) => countVisit(counts, days * DAY_MS, isChanged), NO_VISITS);
const changing = (rate: number, days: number, count: number): VisitCounts =>
  visitsOf(
    days,
    Array.from({ length: count }, (_, n) => (n * 0.618) % 1 < 1 - Math.exp(-rate * days)),
  );

describe('estimateRate', () => {
  it.each([0.1, 0.5, 1, 2])('finds %d changes a day from many visits', (rate) => {
    const found = estimateRate(changing(rate, 1, 400), DEFAULT_RATE);
    expect(Math.abs(found - rate) / rate).toBeLessThan(0.15);
  });

  it('takes the rate of the host before the first visit', () => {
    expect(estimateRate(NO_VISITS, 0.7)).toBeCloseTo(0.7);
  });

  it('has a finite rate for a page that changed at each visit, and a small one for a page that never did', () => {
    expect(estimateRate(visitsOf(1, Array(20).fill(true)), DEFAULT_RATE)).toBeGreaterThan(1);
    expect(estimateRate(visitsOf(1, Array(20).fill(true)), DEFAULT_RATE)).toBeLessThan(20);
    expect(estimateRate(visitsOf(1, Array(200).fill(false)), DEFAULT_RATE)).toBeLessThan(DEFAULT_RATE / 10);
  });
});

describe('estimateRate by Newton', () => {
  /** The equation of the estimator, solved by bisection. */
  const bisected = ({ visits, changes, quietDays, changedIn }: VisitCounts, prior: number): number => {
    const changed = Object.entries(changedIn).map(([interval, count]) => [daysOfInterval(Number(interval)), count] as const); // prettier-ignore
    const observed = quietDays + changed.reduce((sum, [days, count]) => sum + days * count, 0);
    const quiet = quietDays + (changes > 0 ? observed / visits / 2 : 0);
    let [low, high] = [Math.log(1 / 3_650), Math.log(1_440)];
    for (let step = 0; step < 60; step++) {
      const rate = Math.exp((low + high) / 2);
      const before = changed.reduce((sum, [days, count]) => sum + (count * days) / Math.expm1(Math.min(rate * days, 700)), 0); // prettier-ignore
      if (rate * (before - quiet) > (Math.log(rate) - Math.log(prior)) / 4) low = Math.log(rate);
      else high = Math.log(rate);
    }
    return Math.exp((low + high) / 2);
  };

  it('finds the same rates as a bisection', () => {
    for (let seed = 1; seed <= 500; seed++) {
      let counts = NO_VISITS;
      const share = ((seed * 7) % 11) / 10;
      for (let n = 0; n < seed % 40; n++)
        counts = countVisit(counts, 60_000 * 3 ** ((seed + 5 * n) % 12), (n * 0.618) % 1 < share);
      const prior = 10 ** ((seed % 6) - 3);
      const [found, expected] = [estimateRate(counts, prior), bisected(counts, prior)];
      if (counts.visits > 0) expect(Math.abs(Math.log(found / expected))).toBeLessThan(1e-4);
    }
  });
});

describe('allocateVisits', () => {
  const freshness = (rates: readonly number[], visits: readonly number[]) =>
    rates.reduce((sum, rate, at) => sum + visits[at]! / (visits[at]! + rate), 0);

  it('spends the budget, and no visits on pages that change too often', () => {
    const rates = [0.01, 0.1, 1, 1_000];
    const visits = allocateVisits(rates, 2);
    expect(visits.reduce((sum, one) => sum + one)).toBeCloseTo(2);
    expect(visits[3]).toBe(0);
  });

  it('is better than equal visits and than visits in proportion to the rates', () => {
    const rates = Array.from({ length: 50 }, (_, n) => 10 ** ((n - 25) / 10));
    const sum = rates.reduce((total, rate) => total + rate);
    const best = freshness(rates, allocateVisits(rates, 50));
    expect(best).toBeGreaterThan(
      freshness(
        rates,
        rates.map(() => 1),
      ),
    );
    expect(best).toBeGreaterThan(
      freshness(
        rates,
        rates.map((rate) => (rate * 50) / sum),
      ),
    );
  });

  it('has an answer for no pages and for one', () => {
    expect(allocateVisits([], 5)).toEqual([]);
    expect(allocateVisits([3], 5)[0]).toBeCloseTo(5);
  });
});

describe('planVisits', () => {
  const bounds = { minMinutes: 60, maxMinutes: 30 * 1_440 };
  const page = (visits: VisitCounts, lastAt: number | null = 0) => ({ url: 'u', lastAt, visits });
  const intervalOf = async (visits: VisitCounts) => (await planVisits([page(visits)], bounds, DAY_MS))[0]!.at / DAY_MS; // prettier-ignore

  it('visits a new page now', async () => {
    expect((await planVisits([page(NO_VISITS, null)], bounds, 5))[0]!.at).toBe(5);
  });

  it('waits until a change is as probable as not, within the bounds', async () => {
    expect(await intervalOf(changing(0.5, 1, 400))).toBeCloseTo(Math.LN2 / 0.5, 0);
    expect(await intervalOf(visitsOf(1, Array(900).fill(false)))).toBeCloseTo(30);
    expect(await intervalOf(visitsOf(1 / 24, Array(900).fill(true)))).toBeCloseTo(1 / 24, 1);
  });

  it('visits a page that its sitemap names after the shortest interval', async () => {
    const seldom = page(visitsOf(1, Array(900).fill(false)));
    const [plan, other] = await planVisits([{ ...seldom, isDated: true }, seldom], bounds, DAY_MS);
    expect([plan!.at, other!.at > DAY_MS]).toEqual([3_600_000, true]);
  });

  it('visits no more pages than the budget of a day', () => {
    const pages = Array.from({ length: 100 }, (_, n) => ({
      url: String(n),
      lastAt: null,
      visits: NO_VISITS,
    }));
    const plan = pages.map(({ url }, at) => ({ url, at: -at }));
    const range = { bounds: { ...bounds, maxPagesPerDay: 24 }, nowMs: 0, untilMs: 0 };
    expect(chooseDue(plan, pages, { ...range, lastRunAt: null })).toHaveLength(24);
    expect(chooseDue(plan, pages, { ...range, nowMs: DAY_MS / 24, lastRunAt: 0 })).toEqual(['99']);
    const visited = pages.map((one) => ({ ...one, lastAt: -1 }));
    expect(chooseDue(plan, visited, { ...range, lastRunAt: -DAY_MS })).toEqual([]);
  });
});
