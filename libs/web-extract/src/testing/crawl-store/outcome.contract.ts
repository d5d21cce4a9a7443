import type { CrawlStore } from '../../ports/crawl-store.port.js';
import {
  completePage,
  countersOf,
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

/** What a store promises about what became of addresses. */
export function outcomeContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const keysOf = async (id: string) =>
    (await store.results(id, ALL)).pages.map(({ url }) => new URL(url).pathname);

  it('gives a page back as it was stored', async () => {
    const id = await startCrawl(store);
    await completePage(store, await takeOne(store, id));
    expect(await store.results(id, ALL)).toEqual({ pages: [pageOf(START.url)], next: 1, hasMore: false });
  });

  it('counts a completion once', async () => {
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    const twice = [completePage(store, task, [urlOf('/a')]), completePage(store, task, [urlOf('/a')])];
    expect((await Promise.all(twice)).sort()).toEqual(['lost', 'page']);
    expect(await completePage(store, task)).toBe('lost');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, queued: 1, leased: 0, credits: 1 });
  });

  it('collapses a page that answers to a key under which one is stored', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const tasks = [await takeOne(store, id), await takeOne(store, id), await takeOne(store, id)] as const;
    expect(await store.complete(tasks[0], pageOutcome('http://site.test/final', ['/final']), [], FACTS)).toBe(
      'page',
    );
    const late = pageOutcome('http://site.test/final', ['/final']);
    expect(await store.complete(tasks[1], late, [urlOf('/child')], FACTS)).toBe('collapsed');
    expect(await store.complete(tasks[2], pageOutcome(tasks[2].url, ['/p0']), [], FACTS)).toBe('collapsed');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, collapsed: 2, credits: 1, queued: 1 });
    expect((await store.records(id, 0, 9)).map(({ outcome }) => outcome)).toEqual([
      'page',
      'collapsed',
      'collapsed',
    ]);
  });

  it('stores one of many pages that end at the same address at once', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(8) });
    const tasks = await Promise.all(urlsTo(8).map(() => takeOne(store, id)));
    const same = tasks.map((task) =>
      store.complete(task, pageOutcome('http://site.test/x', ['/x']), [], FACTS),
    );
    expect((await Promise.all(same)).sort()).toEqual([...Array(7).fill('collapsed'), 'page']);
  });

  it('does not visit a queued address whose page came by another one', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const task = await takeOne(store, id);
    await store.complete(task, pageOutcome(urlOf('/p1').url, ['/p1']), [], FACTS);
    expect((await takeOne(store, id)).key).toBe('/p2');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, collapsed: 1, queued: 0, leased: 1 });
    expect(await store.add(id, [urlOf('/p1')])).toBe(0);
  });

  it('does not take in an address that a page answered to before it was found', async () => {
    const id = await startCrawl(store);
    await store.complete(await takeOne(store, id), pageOutcome(START.url, ['/home']), [], FACTS);
    expect(await store.add(id, [urlOf('/home'), urlOf('/else')])).toBe(1);
  });

  it('remembers where the start page was found in the end', async () => {
    const id = await startCrawl(store, { seeds: [START, urlOf('/a')] });
    const [start, other] = [await takeOne(store, id), await takeOne(store, id)];
    await completePage(store, other);
    expect((await store.find(id))?.rootUrl).toBeNull();
    await store.complete(start, pageOutcome('https://www.site.test/home'), [], FACTS);
    expect((await store.find(id))?.rootUrl).toBe('https://www.site.test/home');
  });

  it('counts a task that was no page nowhere', async () => {
    const id = await startCrawl(store, { seeds: [urlOf('/sitemap.xml', { kind: 'sitemaps' })] });
    const task = await takeOne(store, id);
    expect(await store.complete(task, { kind: 'seeded' }, [START], FACTS)).toBe('seeded');
    const none = { pages: 0, failed: 0, blocked: 0, collapsed: 0, leased: 0 };
    expect(await countersOf(store, id)).toMatchObject({ ...none, queued: 1 });
    expect(await store.records(id, 0, 9)).toEqual([]);
  });

  it('keeps failures and forbidden addresses in order', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    for (let n = 0; n < 2; n++) {
      const task = await takeOne(store, id);
      await store.complete(task, failedOutcome(task.url), [], FACTS);
      await store.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
    }
    expect(await store.failures(id)).toEqual([failureOf(urlOf('/p0').url), failureOf(urlOf('/p2').url)]);
    expect(await store.robotsBlocked(id)).toEqual([urlOf('/p1').url, urlOf('/p3').url]);
  });

  it('keeps a record of each address in order of completion', async () => {
    const id = await startCrawl(store, { seeds: [START, ...urlsTo(2)] });
    const start = await takeOne(store, id);
    const retried = await takeOne(store, id);
    await store.release(retried, 0, true);
    const task = await takeOne(store, id);
    await store.complete(task, failedOutcome(task.url), [], {
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
    expect(await store.records(id, 0, 9)).toEqual([first, expect.objectContaining(second)]);
    expect(await store.records(id, 1, 9)).toHaveLength(1);
    expect(await store.records(id, 0, 1)).toHaveLength(1);
    expect(await store.records(id, 2, 9)).toEqual([]);
  });

  it('gives results by count, and says where to go on', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(5) });
    await crawlAll(store, id);
    const first = await store.results(id, { ...ALL, maxPages: 2 });
    expect(first).toMatchObject({ next: 2, hasMore: true });
    const rest = await store.results(id, { ...ALL, from: first.next });
    expect(rest).toMatchObject({ next: 5, hasMore: false });
    const urls = [...first.pages, ...rest.pages].map(({ url }) => url);
    expect(urls).toEqual(urlsTo(5).map(({ url }) => url));
    expect(await store.results(id, { ...ALL, from: 5 })).toEqual({ pages: [], next: 5, hasMore: false });
    expect((await store.results(id, { ...ALL, from: 99 })).pages).toEqual([]);
  });

  it('gives results by bytes, and at least one', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(4) });
    for (let n = 0; n < 4; n++) {
      const task = await takeOne(store, id);
      await store.complete(task, pageOutcome(task.url, [], 'é'.repeat(10_000)), [], FACTS);
    }
    const count = async (maxBytes: number) => (await store.results(id, { ...ALL, maxBytes })).pages.length;
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
    expect(await store.results('unknown', ALL)).toEqual({ pages: [], next: 0, hasMore: false });
    expect([await store.failures('unknown'), await store.robotsBlocked('unknown')]).toEqual([[], []]);
    expect(await completePage(store, unknown)).toBe('lost');
    expect(await store.renew([unknown], LONG_MS)).toEqual([unknown]);
    expect((await store.take('unknown', 'worker', LONG_MS)).kind).toBe('over');
  });
}
