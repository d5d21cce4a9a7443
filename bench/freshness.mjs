// Simulates an adaptive monitor: share of pages that are up to date, compared with equal visits to all pages and with the allocation that
// knows the rates. The scheduler, the planner, the work on checks and the store are those of the library, with a simulated clock and site.
//   node bench/freshness.mjs [--pages 10000] [--days 90] [--seeds 5] [--first 1] [--visits 0.25,1,4] [--step minutes]
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { MemoryMonitorStore } from '../libs/web-extract/build/drivers/in-process/monitors/memory.monitor-store.js';
import { AdaptivePlanner } from '../libs/web-extract/build/services/monitors/adaptive/adaptive-planner.js';
import { allocateVisits } from '../libs/web-extract/build/services/monitors/adaptive/allocation.js';
import { MonitorChanges } from '../libs/web-extract/build/services/monitors/monitor-changes.js';
import { MonitorPlanner } from '../libs/web-extract/build/services/monitors/planning/monitor-planner.js';
import { jobIdOf } from '../libs/web-extract/build/services/monitors/work/begin-check.js';
import { CheckWork } from '../libs/web-extract/build/services/monitors/work/check-work.js';
import { MonitorScheduler } from '../libs/web-extract/build/services/monitors/work/monitor-scheduler.js';
import { StateRoom } from '../libs/web-extract/build/services/monitors/work/state-room.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    days: { type: 'string', default: '90' },
    seeds: { type: 'string', default: '5' },
    visits: { type: 'string', default: '0.25,1,4' },
    first: { type: 'string', default: '1' },
    step: { type: 'string' },
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

/** Minutes between two checks, by visits a page and day: a tenth of the average interval is fine enough. */
const STEPS = values.step
  ? new Map(values.visits.split(',').map((perDay) => [Number(perDay), Number(values.step)]))
  : new Map([
      [0.25, 480],
      [1, 120],
      [4, 36],
    ]);
/** URLs of one target. */
const MAX_URLS = 1_000;
const SITE = 'https://site.example/';

let nowMs = 0;
Date.now = () => nowMs;

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
  constructor(pages) {
    this.pages = pages;
    this.changeAt = pages.map((page) => page.nextChange(0));
    this.staleSince = new Float64Array(pages.length).fill(Infinity);
    this.staleDays = 0;
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
  const world = new World(makePages(seed));
  const next = random(seed + 1_000);
  for (const [at, frequency] of frequencies.entries()) {
    if (frequency <= 0) continue;
    for (let day = next() / frequency; day < DAYS; day += 1 / frequency) world.visit(at, day);
  }
  return world.freshness;
}

/** Visits of the scheduler: a monitor with a budget, in the store in memory, with the clock at the time when it is due. */
async function adaptive(seed, perDay) {
  const world = new World(makePages(seed));
  const service = new Service(world, STEPS.get(perDay) ?? 60);
  await service.create(perDay * PAGES);
  while ((await service.runDue()) < DAYS * DAY_MS);
  return { freshness: world.freshness, visits: world.visits / (PAGES * DAYS) };
}

/** The scheduler, its planner and the work on checks, without the network: a job visits its pages at once. */
class Service {
  rounds = 0;
  jobs = new Map();

  constructor(world, stepMinutes) {
    this.world = world;
    this.store = new StoreWithoutPages();
    this.minutes = stepMinutes;
    const options = { allowPrivate: [], monitors: { minIntervalMs: stepMinutes * 60_000 } };
    const events = { publish() {} };
    const planner = new MonitorPlanner(options, null, null, null);
    this.changes = new MonitorChanges(this.store, planner, events);
    this.scheduler = new MonitorScheduler(this.store, this.changes, null);
    this.tools = {
      store: this.store,
      changes: this.changes,
      events,
      adaptive: new AdaptivePlanner(this.store, options, { changed: async () => new Set() }),
      jobs: {
        start: async (check, target) => this.visit(check, target),
        find: async (id) => this.jobs.get(id)?.job ?? null,
        release: async () => {},
      },
      crawls: { results: { pages: async (id, range) => this.results(id, range), failures: async () => [] } },
      judge: { judge: async (_monitor, pages) => pages },
      mails: { send: async () => {} },
      quota: { left: async () => Infinity, add: async () => null },
      room: new StateRoom(this.store, { maxPagesPerOwner: Infinity, maxPages: Infinity }),
      report: (error) => console.error(error),
    };
  }

  async create(maxPagesPerDay) {
    const targets = Array.from({ length: Math.ceil(PAGES / MAX_URLS) }, (_, n) => ({
      id: `t${n}`,
      type: 'scrape',
      urls: Array.from(
        { length: Math.min(MAX_URLS, PAGES - n * MAX_URLS) },
        (__, at) => SITE + (n * MAX_URLS + at),
      ),
    }));
    const bounds = { minMinutes: this.minutes, maxMinutes: 60 * 1_440, maxPagesPerDay };
    const schedule = { adaptive: bounds, timezone: 'UTC' };
    const monitor = {
      id: randomUUID(), owner: 'host', needsKey: false, name: 'Pages', status: 'active', schedule, nextRunAt: 0, lastRunAt: null,
      currentCheckId: null, targets, webhook: null, notification: null, retentionDays: 30, checkCount: 0, goal: null, judgeEnabled: true,
      lastCheckSummary: null, createdAt: 0, updatedAt: 0,
    }; // prettier-ignore
    this.id = monitor.id;
    await this.store.create(monitor, 0, 1);
  }

  /** Puts the clock to the time when the monitor is due, and works on its check. @returns the time */
  async runDue() {
    nowMs = await this.store.nextDueAt();
    if (nowMs >= DAYS * DAY_MS) return nowMs;
    await this.scheduler.makeRound(nowMs);
    const task = await this.store.takeCheck(60_000);
    const result = await CheckWork.run(this.tools, task, new AbortController().signal);
    if (result !== 'ended') throw new Error(`The check of day ${nowMs / DAY_MS} is ${result}`);
    this.jobs.clear();
    if (++this.rounds % 50 === 0) await this.store.removeChecks(this.id, Infinity, 1);
    return nowMs;
  }

  visit(check, { id: targetId, urls }) {
    const id = jobIdOf(check.id, targetId);
    const pages = urls.map((url) => {
      const isChanged = this.world.visit(Number(url.slice(SITE.length)), nowMs / DAY_MS);
      const change = { status: isChanged ? 'changed' : 'same' };
      return { requestedUrl: url, change, statusCode: 200, statusText: 'OK', metadata: {}, extraction: null, markdown: null, warnings: [] }; // prettier-ignore
    });
    const counters = { pages: pages.length, credits: pages.length };
    this.jobs.set(id, {
      pages,
      job: { id, status: 'completed', counters, request: { url: '' }, error: null },
    });
    return id;
  }

  results(id, { from, maxPages }) {
    const pages = this.jobs.get(id).pages.slice(from, from + maxPages);
    return { pages, next: from + pages.length };
  }
}

/** Only the visits count here: the pages of checks would fill the memory. */
class StoreWithoutPages extends MemoryMonitorStore {
  record(task, record) {
    return super.record(task, { ...record, pages: [] });
  }
}

const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
let isMissed = false;
console.log(
  'visits a page and day | uniform | adaptive | known rates | share of the gain | visits made | time',
);
for (const perDay of values.visits.split(',').map(Number)) {
  const startedAt = performance.now();
  const rows = [];
  for (let seed = Number(values.first); seed < Number(values.first) + SEEDS; seed++) {
    const rates = makePages(seed).map(({ rate }) => rate);
    const uniform = fixed(seed, rates.map(() => perDay)); // prettier-ignore
    const best = fixed(seed, allocateVisits(rates, perDay * PAGES));
    rows.push({ uniform, best, ...(await adaptive(seed, perDay)) });
  }
  const [uniform, best, found, made] = ['uniform', 'best', 'freshness', 'visits'].map((name) => mean(rows.map((row) => row[name]))); // prettier-ignore
  const gain = (found - uniform) / (best - uniform);
  isMissed ||= gain < (BARS.get(perDay) ?? -Infinity);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    [perDay, ...[uniform, found, best, gain, made].map((value) => value.toFixed(3)), `${seconds} s`].join(
      ' | ',
    ),
  );
}
process.exit(isMissed ? 1 : 0);
