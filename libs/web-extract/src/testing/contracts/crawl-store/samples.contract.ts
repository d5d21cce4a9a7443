import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CrawlRequest,
  CrawlUrl,
  PageFailure,
  PageOutcome,
  PageTask,
  VisitFacts,
} from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';

/** A lease that does not expire within a test. */
export const LONG_MS = 60_000;
export const HOST = 'site.test:80';

/** Returns a URL of the test site; its path is its key. */
export function urlOf(path: string, changes: Partial<CrawlUrl> = {}): CrawlUrl {
  const host = changes.host ?? HOST;
  return {
    kind: 'page',
    url: `http://${host}${path}`,
    key: path,
    host,
    hops: 1,
    rule: 'link',
    foundOn: `http://${HOST}/`,
    variantOf: null,
    ...changes,
  };
}

export const urlsTo = (count: number, prefix = '/p'): CrawlUrl[] =>
  Array.from({ length: count }, (_, n) => urlOf(`${prefix}${n}`));

export const START = urlOf('/', { rule: 'seed', hops: 0, foundOn: null });

export const FACTS: VisitFacts = { startedAt: 1_000, durationMs: 20, bytes: 300, flags: [], refused: {} };

export function pageOf(url: string, markdown = `# ${url}`): Page {
  const openGraph = { title: null, description: null, url: null, image: null, siteName: null, locale: null };
  const nothing = {
    keywords: null,
    robots: null,
    author: null,
    publishedAt: null,
    modifiedAt: null,
    numPages: null,
  };
  return {
    requestedUrl: url,
    url,
    statusCode: 200,
    statusText: null,
    contentType: 'text/html',
    fetchedBy: 'http',
    metadata: {
      title: 'Überschrift 漢字',
      description: null,
      language: 'de',
      canonicalUrl: null,
      faviconUrl: null,
      ...nothing,
      openGraph: { ...openGraph, localeAlternate: [], audio: null, video: null, determiner: null },
      meta: {},
    },
    markdown,
    html: null,
    rawHtml: null,
    links: null,
    screenshot: null,
    actions: null,
    extraction: null,
    quality: { textShare: 1, pageType: 'other', candidate: 'whole', reason: 'test', flags: [] },
    warnings: [],
  };
}

export function pageOutcome(url: string, keys: readonly string[] = [], markdown?: string): PageOutcome {
  return { kind: 'page', page: pageOf(url, markdown), keys, credits: 1 };
}

export function failedOutcome(url: string): PageOutcome {
  return { kind: 'failed', failure: failureOf(url) };
}

/** Returns the outcome of a page skipped because of its status. */
export const skippedOutcome = (url: string, statusCode = 404): PageOutcome & { readonly kind: 'failed' } => ({
  kind: 'failed',
  failure: failureOf(url),
  response: { statusCode, url },
});

export const failureOf = (url: string): PageFailure => ({
  id: 'f',
  url,
  code: 'SCRAPE_TIMEOUT',
  message: 'too slow',
  attempts: 3,
  failedAt: 2_000,
});

interface CrawlSetup {
  readonly limit?: number;
  readonly owner?: string;
  readonly seeds?: readonly CrawlUrl[];
  readonly idempotencyKey?: string | null;
  readonly request?: Partial<CrawlRequest>;
  readonly createdAt?: number;
}

/** Starts a crawl. @returns its id */
export async function startCrawl(store: CrawlStore, setup: CrawlSetup = {}): Promise<string> {
  const id = store.newId(setup.owner ?? 'anna', setup.idempotencyKey ?? null);
  const request = { url: START.url, ...setup.request };
  await store.create({
    job: { id, owner: setup.owner ?? 'anna', request, createdAt: setup.createdAt ?? 1_000 },
    limit: setup.limit ?? 100,
    seeds: setup.seeds ?? [START],
    idempotencyKey: setup.idempotencyKey ?? null,
  });
  return id;
}

/** Takes a task and fails if there is none. */
export async function takeOne(
  store: CrawlStore,
  id: string,
  leaseMs = LONG_MS,
  busy?: string[],
): Promise<PageTask> {
  const taken = await store.frontier.take(id, 'worker', leaseMs, busy);
  if (taken.kind !== 'task') throw new Error(`expected a task, got ${taken.kind}`);
  return taken.task;
}

/** Takes a task as soon as there is one, within the timeout of the test. */
export async function takeSoon(store: CrawlStore, id: string): Promise<PageTask> {
  for (;;) {
    const taken = await store.frontier.take(id, 'worker', LONG_MS);
    if (taken.kind === 'task') return taken.task;
    if (taken.kind !== 'wait') throw new Error(`expected a task, got ${taken.kind}`);
    await sleep(5);
  }
}

export const completePage = (store: CrawlStore, task: PageTask, children: readonly CrawlUrl[] = []) =>
  store.frontier.complete(task, pageOutcome(task.url), children, FACTS);

/** Visits all available URLs. */
export async function crawlAll(store: CrawlStore, id: string, markdown?: string): Promise<void> {
  for (let taken = await store.frontier.take(id, 'worker', LONG_MS); taken.kind === 'task';) {
    await store.frontier.complete(taken.task, pageOutcome(taken.task.url, [], markdown), [], FACTS);
    taken = await store.frontier.take(id, 'worker', LONG_MS);
  }
}

export async function countersOf(store: CrawlStore, id: string) {
  const job = await store.find(id);
  if (!job) throw new Error(`there is no crawl ${id}`);
  return job.counters;
}

/** Returns a reproducible generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
