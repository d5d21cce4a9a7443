import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import {
  CrawlService,
  WebExtractModule,
  type CrawlJob,
  type CrawlRequest,
  type Page,
  type PageRecord,
} from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { HostileWeb, randomOf, type Place } from './sites/hostile-web.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { pathOf } from './support/crawls.js';

/** Each seed is a site and a request. `CRAWL_SEEDS=17` runs that one again, `CRAWL_SEEDS=1000..1200` those. */
const SEEDS = seedsOf(process.env['CRAWL_SEEDS'] ?? '1..30');
const LONGEST_MS = 60_000;

function seedsOf(text: string): number[] {
  const [first = 1, last = first] = text.split('..').map(Number);
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

let apps: RunningApp[] = [];
let crawls: CrawlService;

/** Starts workers of one deployment; crawls are submitted to the first. */
async function startWorkers(count: number, drivers?: () => DynamicModule): Promise<void> {
  const start = () => {
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.0/8'] };
    return startApp({
      imports: [WebExtractModule.forRoot({ ...options, ...(drivers && { drivers: drivers() }) })],
    });
  };
  apps = await Promise.all(Array.from({ length: count }, start));
  crawls = apps[0]!.app.get(CrawlService, { strict: false });
}

async function stopWorkers(): Promise<void> {
  await Promise.all(apps.map((app) => app.close()));
}

/** A request that the seed decides. */
function requestOf(seed: number, url: string): CrawlRequest & { readonly limit: number } {
  const random = randomOf(seed + 0.5);
  return {
    url: `${url}/`,
    limit: random() < 0.6 ? 1_000 : 1 + Math.floor(random() * 20),
    useSitemap: random() < 0.7,
    maxConcurrency: 1 + Math.floor(random() * 16),
    scope: { deduplicateSimilar: random() < 0.8 },
    page: { formats: ['markdown'] },
  };
}

interface Outcome {
  readonly job: CrawlJob;
  readonly pages: readonly Page[];
  readonly records: readonly PageRecord[];
  readonly blocked: readonly string[];
}

async function crawl(request: CrawlRequest): Promise<Outcome> {
  const { id } = await crawls.start(request);
  const pages: Page[] = [];
  for await (const event of crawls.watch(id)) if (event.type === 'page') pages.push(event.page);
  const { robotsBlocked } = await crawls.failures(id);
  return { job: await crawls.status(id), pages, records: await crawls.records(id), blocked: robotsBlocked };
}

describe('in one process', () => {
  beforeAll(() => startWorkers(1));
  afterAll(() => stopWorkers());
  it.each(SEEDS)('a crawl of the hostile site %i keeps every promise', keepsEveryPromise);
});

describeWithRedis('with two workers on Redis', () => {
  const prefix = `test-${randomUUID()}`;
  beforeAll(() => startWorkers(2, () => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix })));
  afterAll(() => stopWorkers());
  it.each(SEEDS)('a crawl of the hostile site %i keeps every promise', keepsEveryPromise);
});

async function keepsEveryPromise(seed: number): Promise<void> {
  const web = await HostileWeb.start(seed);
  try {
    const request = requestOf(seed, web.url);
    const startedAt = Date.now();
    const outcome = await crawl(request);
    expect(Date.now() - startedAt).toBeLessThan(LONGEST_MS);
    checkCounts(outcome, request.limit);
    checkFetches(web, request);
    if (outcome.pages.length < request.limit) checkNothingLost(web, outcome);
  } finally {
    await web.close();
  }
}

/** It ended; every address that was taken came to one end; each page is there once, and no more than asked for. */
function checkCounts({ job, pages, records, blocked }: Outcome, limit: number): void {
  const { counters } = job;
  expect([job.status, counters.abandoned, counters.leased]).toEqual(['completed', 0, 0]);
  expect(pages.length).toBe(counters.pages);
  expect(pages.length).toBeLessThanOrEqual(limit);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
  const countOf = (outcome: string) => records.filter((record) => record.outcome === outcome).length;
  const { failed, collapsed } = counters;
  expect(['page', 'failed', 'blocked', 'collapsed'].map(countOf)).toEqual([
    pages.length,
    failed,
    blocked.length,
    collapsed,
  ]);
  if (pages.length < limit) expect(counters.queued).toBe(0);
  expect(new Set(records.map(({ url }) => url)).size).toBe(records.length);
}

/** Tries of a place: more than one only where the first one failed in a way that may pass. */
function triesOf(web: HostileWeb, { path }: Place): number {
  const kind = web.destinationOf(path)?.kind;
  if (kind === 'busy' || kind === 'flaky') return 2;
  // What is missing may be so with status 500, which passes sometimes.
  return kind === 'always-busy' || kind === 'reset' || kind === 'missing' ? 3 : 1;
}

/** No address is fetched twice but for retries and redirects that lead there, and none that robots.txt forbids. */
function checkFetches(web: HostileWeb, { scope }: CrawlRequest): void {
  const identity = (address: string) => (scope?.deduplicateSimilar ? address.replace(/\?.*$/, '') : address);
  const asked = web.site.requests.map(({ path }) => path);
  const countIn = (addresses: readonly string[], wanted: string) =>
    addresses.filter((address) => identity(address) === wanted).length;
  expect(asked.filter((path) => path.startsWith('/private'))).toEqual([]);
  for (const address of new Set(asked.map(identity))) {
    const place = web.places.get(address.replace(/\?.*$/, ''));
    if (!place) continue;
    const allowed = triesOf(web, place) + countIn(web.hops, address);
    const count = countIn(asked, address);
    expect([address, place.kind, count, count <= allowed]).toEqual([address, place.kind, count, true]);
  }
}

/** Every place that links lead to is among the results, or on record with the reason why it is not. */
function checkNothingLost(web: HostileWeb, { pages, records, blocked }: Outcome): void {
  const had = new Set(pages.map(({ url }) => bareOf(url)));
  const failed = new Set(records.filter(({ outcome }) => outcome === 'failed').map(({ url }) => bareOf(url)));
  const forbidden = new Set(blocked.map(bareOf));
  for (const path of reachable(web)) {
    const end = web.destinationOf(path);
    const isHad = end !== null && had.has(end.path);
    expect([path, end?.kind, isHad || failed.has(path) || forbidden.has(path)]).toEqual([
      path,
      end?.kind,
      true,
    ]);
    if (end && MUST_BE_HAD.has(end.kind)) expect([path, isHad]).toEqual([path, true]);
    if (end?.kind === 'disallowed') expect([path, forbidden.has(path)]).toEqual([path, true]);
  }
}

const MUST_BE_HAD: ReadonlySet<string> = new Set(['page', 'busy', 'always-busy', 'flaky', 'missing', 'slow']);
const HAS_LINKS: ReadonlySet<string> = new Set(['page', 'busy', 'flaky', 'slow']);
const bareOf = (url: string): string => pathOf(url).replace(/\?.*$/, '');

/** Paths to which links lead from the start page on. */
function reachable(web: HostileWeb): Set<string> {
  const paths = new Set(['/']);
  for (const path of paths) {
    const end = web.destinationOf(path);
    if (end && HAS_LINKS.has(end.kind)) for (const link of end.links) paths.add(web.placeOf(link));
  }
  return paths;
}
