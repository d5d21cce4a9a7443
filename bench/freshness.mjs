// Simulates the adaptive schedule of monitors: share of pages that are up to date, compared with equal visits to all pages and with the
// allocation that knows the rates. The functions are those of the scheduler, under a simulated clock.
//   node bench/freshness.mjs [--pages 10000] [--days 90] [--seeds 5] [--visits 0.25,1,4]
import { parseArgs } from 'node:util';
import { allocateVisits } from '../libs/web-extract/build/services/monitors/adaptive/allocation.js';
import { priorOf } from '../libs/web-extract/build/services/monitors/adaptive/change-rate.js';
import { chooseDue, planVisits } from '../libs/web-extract/build/services/monitors/adaptive/plan-visits.js';
import { countVisit } from '../libs/web-extract/build/services/monitors/adaptive/visit-counts.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    days: { type: 'string', default: '90' },
    seeds: { type: 'string', default: '5' },
    visits: { type: 'string', default: '0.25,1,4' },
    step: { type: 'string', default: '15' },
  },
});
const [PAGES, DAYS, SEEDS] = [values.pages, values.days, values.seeds].map(Number);
const DAY_MS = 86_400_000;
const MEASURED_FROM = 30;
const BARS = new Map([
  [0.25, 0],
  [1, 0.6],
  [4, 0.9],
]);

/** Minutes between two checks. */
const STEP_MINUTES = Number(values.step);

function random(seed) {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Times of the changes of pages whose rates are log-uniform from one an hour to one a year. */
function makePages(seed) {
  const next = random(seed);
  return Array.from({ length: PAGES }, () => {
    const rate = Math.exp(Math.log(1 / 365) + next() * (Math.log(24) - Math.log(1 / 365)));
    return { rate, nextChange: (from) => from - Math.log(1 - next()) / rate };
  });
}

/** Follows pages through their visits and measures how long each was up to date. */
class World {
  constructor(pages, seed) {
    this.pages = pages;
    this.changeAt = pages.map((page) => page.nextChange(0));
    this.staleSince = new Float64Array(pages.length).fill(Infinity);
    this.staleDays = 0;
    this.seed = seed;
    this.visits = 0;
  }

  /** @returns true if the page has changed since its last visit */
  visit(at, day) {
    this.visits++;
    const changed = this.changeAt[at] <= day;
    if (!changed) return false;
    this.count(at, day);
    this.changeAt[at] = this.pages[at].nextChange(day); // without memory: as good as the change that followed
    return true;
  }

  count(at, day) {
    this.staleDays += Math.max(0, day - Math.max(this.changeAt[at], MEASURED_FROM));
  }

  get freshness() {
    for (const at of this.pages.keys()) if (this.changeAt[at] < DAYS) this.count(at, DAYS);
    return 1 - this.staleDays / (this.pages.length * (DAYS - MEASURED_FROM));
  }
}

/** Visits at fixed frequencies, each page at a phase of its own. */
function fixed(seed, frequencies) {
  const world = new World(makePages(seed), seed);
  const next = random(seed + 1_000);
  for (const [at, frequency] of frequencies.entries()) {
    if (frequency <= 0) continue;
    for (let day = next() / frequency; day < DAYS; day += 1 / frequency) world.visit(at, day);
  }
  return world.freshness;
}

function adaptive(seed, budget) {
  const world = new World(makePages(seed), seed);
  const bounds = { minMinutes: 15, maxMinutes: 60 * 1_440, maxPagesPerDay: budget };
  const pages = world.pages.map((_, at) => ({ url: String(at), lastAt: null, visits: { visits: 0, changes: 0, quietDays: 0, changedIn: {} } })); // prettier-ignore
  let lastRunAt = null;
  const step = STEP_MINUTES * 60_000;
  for (let nowMs = 0; nowMs < DAYS * DAY_MS; nowMs += step) {
    if (nowMs % (6 * 3_600_000) < step) {
      const prior = priorOf(pages.map(({ visits }) => visits));
      const plan = planVisits(pages.map((page) => ({ ...page, prior })), bounds, nowMs); // prettier-ignore
      for (const [at, { at: dueAt }] of plan.entries()) pages[at].intervalMs = pages[at].lastAt === null ? 0 : dueAt - pages[at].lastAt; // prettier-ignore
    }
    const current = pages.map(({ url, lastAt, intervalMs = DAY_MS }) => ({ url, at: lastAt === null ? 0 : lastAt + intervalMs })); // prettier-ignore
    const due = chooseDue(current, pages, { bounds, nowMs, untilMs: nowMs + step / 2, lastRunAt });
    lastRunAt = nowMs;
    for (const url of due) {
      const page = pages[Number(url)];
      const isChanged = world.visit(Number(url), nowMs / DAY_MS);
      if (page.lastAt !== null) page.visits = countVisit(page.visits, nowMs - page.lastAt, isChanged);
      if (page.lastAt === null) page.intervalMs = DAY_MS * (PAGES / budget);
      page.lastAt = nowMs;
    }
  }
  return { freshness: world.freshness, visits: world.visits / (PAGES * DAYS) };
}

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
let isMissed = false;
console.log('visits a page and day | uniform | adaptive | known rates | share of the gain | visits made');
for (const perDay of values.visits.split(',').map(Number)) {
  const rows = Array.from({ length: SEEDS }, (_, n) => {
    const seed = n + 1;
    const rates = makePages(seed).map(({ rate }) => rate);
    const uniform = fixed(seed, rates.map(() => perDay)); // prettier-ignore
    const best = fixed(seed, allocateVisits(rates, perDay * PAGES));
    return { uniform, best, ...adaptive(seed, perDay * PAGES) };
  });
  const [uniform, best, found, made] = ['uniform', 'best', 'freshness', 'visits'].map((name) => mean(rows.map((row) => row[name]))); // prettier-ignore
  const gain = (found - uniform) / (best - uniform);
  isMissed ||= gain < (BARS.get(perDay) ?? -Infinity);
  console.log([perDay, ...[uniform, found, best, gain, made].map((value) => value.toFixed(3))].join(' | '));
}
process.exit(isMissed ? 1 : 0);
