import { NO_VISITS, type VisitCounts } from '../../../model/monitor/check.js';
import { allocateVisits } from './allocation.js';
import { DEFAULT_RATE, estimateRate } from './change-rate.js';
import { NO_PAGES } from '../../../model/monitor/monitor.js';
import { chooseDue, planVisits } from './plan-visits.js';
import { visitAllowance, type PastCheck } from './visit-budget.js';
import { countVisit, DAYS_OF_INTERVAL } from './visit-counts.js';

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
    const changed = Object.entries(changedIn).map(([interval, count]) => [DAYS_OF_INTERVAL[Number(interval)]!, count] as const); // prettier-ignore
    const observed = quietDays + changed.reduce((sum, [days, count]) => sum + days * count, 0);
    const quiet = quietDays + (changes > 0 ? observed / visits / 2 : 0);
    let [low, high] = [Math.log(1 / 3_650), Math.log(1_440)];
    for (let step = 0; step < 60; step++) {
      const rate = Math.exp((low + high) / 2);
      const before = changed.reduce((sum, [days, count]) => sum + (count * days) / Math.expm1(Math.min(rate * days, 700)), 0); // prettier-ignore
      if (rate * (before - quiet) > (Math.log(rate) - Math.log(prior)) / 12) low = Math.log(rate);
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

  it('visits a page that could not be read after the shortest interval, and later after each further failure', async () => {
    const failed = (count: number) => ({ ...page(NO_VISITS), failures: { lastAt: DAY_MS, count } });
    const plan = await planVisits([1, 2, 3, 100].map(failed), bounds, DAY_MS);
    expect(plan.map(({ at }) => (at - DAY_MS) / 3_600_000)).toEqual([1, 2, 4, 30 * 24]);
  });
});

describe('chooseDue', () => {
  const plan = [5, 3, 9, 1].map((at) => ({ url: `u${at}`, at }));

  it('chooses the pages that are due, and names the time of the next one', () => {
    expect(chooseDue(plan, 5, 10)).toEqual({ urls: new Set(['u5', 'u3', 'u1']), nextAt: 9 });
    expect(chooseDue(plan, 9, 10).nextAt).toBe(Infinity);
  });

  it('chooses the longest waiting ones if not all may be visited', () => {
    expect(chooseDue(plan, 5, 2)).toEqual({ urls: new Set(['u1', 'u3']), nextAt: 5 });
    expect(chooseDue(plan, 5, 0)).toEqual({ urls: new Set(), nextAt: 1 });
  });
});

describe('visitAllowance', () => {
  const HOUR_MS = DAY_MS / 24;
  const now = 10 * DAY_MS;
  const check = (hoursAgo: number, totalPages: number): PastCheck => ({
    createdAt: now - hoursAgo * HOUR_MS,
    startedAt: null,
    summary: { ...NO_PAGES, totalPages },
  });
  const pagesAfter = (...checks: PastCheck[]) => visitAllowance(checks, 240, now).pages;

  it('is the budget of a day after a day without visits', () => {
    expect(pagesAfter()).toBe(240);
    expect(pagesAfter(check(24, 240))).toBe(240);
  });

  it('is the share of the time since a check that used all it was allowed', () => {
    expect(pagesAfter(check(23, 240))).toBe(0);
    expect(pagesAfter(...Array.from({ length: 23 }, (_, n) => check(n + 1, 10)))).toBe(10);
  });

  it('is larger if earlier checks have visited fewer pages, up to a quarter of the budget', () => {
    const checks = [4, 3, 2, 1].map((hours) => check(hours, 2));
    const busy = Array.from({ length: 19 }, (_, n) => check(n + 5, 10));
    expect(pagesAfter(...busy, ...checks)).toBe(10 + 4 * 8);
    expect(pagesAfter(...Array.from({ length: 23 }, (_, n) => check(n + 1, 1)))).toBe(60);
  });

  it('never allows more visits in 24 hours than the budget, whatever the checks were', () => {
    const checks: PastCheck[] = [];
    for (let hour = 0; hour < 200; hour++) {
      const at = now + hour * HOUR_MS;
      const { pages } = visitAllowance(checks, 240, at);
      const visits = (hour * 7) % 5 === 0 ? pages : Math.min(pages, hour % 13);
      checks.push({ createdAt: at, startedAt: at, summary: { ...NO_PAGES, totalPages: visits } });
      const ofDay = checks.filter(({ createdAt }) => createdAt > at - DAY_MS);
      expect(ofDay.reduce((sum, { summary }) => sum + summary.totalPages, 0)).toBeLessThanOrEqual(240);
    }
  });

  it('names the time of the next visit when none is allowed', () => {
    const used = [check(23, 240)];
    expect(visitAllowance(used, 240, now)).toEqual({ pages: 0, nextAt: now + HOUR_MS });
    const { pages, nextAt } = visitAllowance([check(1, 1)], 1, now);
    expect([pages, nextAt]).toEqual([0, now + 23 * HOUR_MS]);
    expect(visitAllowance([check(1, 1)], 1, nextAt).pages).toBe(1);
    expect(visitAllowance(used, Infinity, now).pages).toBe(Infinity);
  });
});
