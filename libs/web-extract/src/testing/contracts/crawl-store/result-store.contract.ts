import { decodePage } from '../../../model/page/stored-page.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import {
  completePage,
  crawlAll,
  FACTS,
  failedOutcome,
  failureOf,
  LONG_MS,
  pageOf,
  pageOutcome,
  START,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from './samples.contract.js';

const ALL = { from: 0, maxPages: 1_000, maxBytes: 1e9 };

/** Contract of `ResultStore`. */
export function resultStoreContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const keysOf = async (id: string) =>
    (await store.results.pages(id, ALL)).pages.map(({ url }) => new URL(url).pathname);

  it('gives a page back as it was stored', async () => {
    const id = await startCrawl(store);
    await completePage(store, await takeOne(store, id));
    expect(await store.results.pages(id, ALL)).toEqual({
      pages: [pageOf(START.url)],
      next: 1,
      hasMore: false,
    });
  });

  it('gives pages as they are encoded', async () => {
    const id = await startCrawl(store);
    await completePage(store, await takeOne(store, id));
    const { pages, ...rest } = await store.results.storedPages(id, ALL);
    expect(rest).toEqual({ next: 1, hasMore: false });
    expect(await Promise.all(pages.map(decodePage))).toEqual([pageOf(START.url)]);
  });

  it('keeps failures and forbidden addresses in order', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    for (let n = 0; n < 2; n++) {
      const task = await takeOne(store, id);
      await store.frontier.complete(task, failedOutcome(task.url), [], FACTS);
      await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
    }
    expect(await store.results.failures(id)).toEqual([
      failureOf(urlOf('/p0').url),
      failureOf(urlOf('/p2').url),
    ]);
    expect(await store.results.robotsBlocked(id)).toEqual([urlOf('/p1').url, urlOf('/p3').url]);
    expect(await store.results.failures(id, 1)).toEqual([failureOf(urlOf('/p2').url)]);
    expect(await store.results.failures(id, 0, 1)).toEqual([failureOf(urlOf('/p0').url)]);
    expect(await store.results.robotsBlocked(id, 1, 5)).toEqual([urlOf('/p3').url]);
    expect([await store.results.failures(id, 2), await store.results.robotsBlocked(id, 2)]).toEqual([[], []]);
  });

  it('keeps a record of each address in order of completion', async () => {
    const id = await startCrawl(store, { seeds: [START, ...urlsTo(2)] });
    const start = await takeOne(store, id);
    const retried = await takeOne(store, id);
    await store.frontier.release(retried, 0, true);
    const task = await takeOne(store, id);
    await store.frontier.complete(task, failedOutcome(task.url), [], {
      ...FACTS,
      refused: { depth: 2 },
      flags: ['empty'],
    });
    await completePage(store, start);
    const failed = {
      outcome: 'failed',
      errorCode: 'SCRAPE_TIMEOUT',
      attempts: 1,
      refused: { depth: 2 },
      flags: ['empty'],
    };
    const { url, foundOn, hops, rule } = urlOf('/p0');
    const first = { ...FACTS, url, foundOn, hops, rule, ...failed };
    const second = { url: START.url, outcome: 'page', errorCode: null, rule: 'seed', foundOn: null, hops: 0 };
    expect(await store.results.records(id, 0, 9)).toEqual([first, expect.objectContaining(second)]);
    expect(await store.results.records(id, 1, 9)).toHaveLength(1);
    expect(await store.results.records(id, 0, 1)).toHaveLength(1);
    expect(await store.results.records(id, 2, 9)).toEqual([]);
  });

  it('gives results by count, and says where to go on', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(5) });
    await crawlAll(store, id);
    const first = await store.results.pages(id, { ...ALL, maxPages: 2 });
    expect(first).toMatchObject({ next: 2, hasMore: true });
    const rest = await store.results.pages(id, { ...ALL, from: first.next });
    expect(rest).toMatchObject({ next: 5, hasMore: false });
    const urls = [...first.pages, ...rest.pages].map(({ url }) => url);
    expect(urls).toEqual(urlsTo(5).map(({ url }) => url));
    expect(await store.results.pages(id, { ...ALL, from: 5 })).toEqual({
      pages: [],
      next: 5,
      hasMore: false,
    });
    expect((await store.results.pages(id, { ...ALL, from: 99 })).pages).toEqual([]);
  });

  it('gives results by bytes, and at least one', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    for (let n = 0; n < 4; n++) {
      const task = await takeOne(store, id);
      await store.frontier.complete(task, pageOutcome(task.url, [], 'é'.repeat(10_000)), [], FACTS);
    }
    const count = async (maxBytes: number) =>
      (await store.results.pages(id, { ...ALL, maxBytes })).pages.length;
    expect([await count(1), await count(20_000), await count(45_000), await count(1e9)]).toEqual([
      1, 1, 2, 4,
    ]);
  });

  it('keeps results in one order while others arrive', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(40) });
    const tasks = await Promise.all(urlsTo(40).map(() => takeOne(store, id)));
    const half = tasks.slice(0, 20).map((task) => completePage(store, task));
    await Promise.all(half);
    const before = await keysOf(id);
    await Promise.all(tasks.slice(20).map((task) => completePage(store, task)));
    expect((await keysOf(id)).slice(0, 20)).toEqual(before);
    expect(new Set(await keysOf(id)).size).toBe(40);
  });

  it('has nothing to say about an unknown crawl', async () => {
    const known = await startCrawl(store);
    const task = await takeOne(store, known);
    const unknown = { ...task, crawlId: 'unknown' };
    expect(await store.find('unknown')).toBeNull();
    expect(await store.isExpired('unknown')).toBe(false);
    expect(await store.results.pages('unknown', ALL)).toEqual({ pages: [], next: 0, hasMore: false });
    expect([await store.results.failures('unknown'), await store.results.robotsBlocked('unknown')]).toEqual([
      [],
      [],
    ]);
    expect(await completePage(store, unknown)).toBe('lost');
    expect(await store.frontier.renew([unknown], LONG_MS)).toEqual([unknown]);
    expect((await store.frontier.take('unknown', 'worker', LONG_MS)).kind).toBe('over');
  });
}
