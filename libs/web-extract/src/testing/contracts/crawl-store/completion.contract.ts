import type { PageOutcome } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import {
  completePage,
  countersOf,
  FACTS,
  failedOutcome,
  LONG_MS,
  pageOutcome,
  skippedOutcome,
  START,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from './samples.contract.js';

/** Contract of the frontier for completed URLs. */
export function completionContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  it('counts a completion once', async () => {
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    const twice = [completePage(store, task, [urlOf('/a')]), completePage(store, task, [urlOf('/a')])];
    expect((await Promise.all(twice)).sort()).toEqual(['lost', 'page']);
    expect(await completePage(store, task)).toBe('lost');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, queued: 1, leased: 0, credits: 1 });
  });

  it('stores only as many failures as their outcome permits, with any number of workers', async () => {
    const id = await startCrawl(store, { limit: 4, seeds: urlsTo(4) });
    const tasks = await Promise.all(urlsTo(4).map(() => takeOne(store, id)));
    await store.frontier.complete(tasks[0]!, failedOutcome(tasks[0]!.url), [], FACTS);
    const kinds = await Promise.all(
      tasks
        .slice(1)
        .map((task) =>
          store.frontier.complete(task, { ...skippedOutcome(task.url), maxFailures: 2 }, [], FACTS),
        ),
    );
    expect([...kinds].sort()).toEqual(['failed', 'full', 'full']);
    expect(await countersOf(store, id)).toMatchObject({ failed: 2, leased: 2, statusCounts: { 404: 1 } });
    const refused = tasks.slice(1).filter((_, at) => kinds[at] === 'full');
    for (const task of refused) expect(await completePage(store, task)).toBe('page');
    expect(await countersOf(store, id)).toMatchObject({ pages: 2, failed: 2, leased: 0 });
    expect((await store.results.records(id, 0, 9)).map(({ outcome }) => outcome).sort()).toEqual(['failed', 'failed', 'page', 'page']); // prettier-ignore
  });

  it('collapses a page that answers to a key under which one is stored', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const tasks = [await takeOne(store, id), await takeOne(store, id), await takeOne(store, id)] as const;
    expect(
      await store.frontier.complete(tasks[0], pageOutcome('http://site.test/final', ['/final']), [], FACTS),
    ).toBe('page');
    const late = pageOutcome('http://site.test/final', ['/final']);
    expect(await store.frontier.complete(tasks[1], late, [urlOf('/child')], FACTS)).toBe('collapsed');
    expect(await store.frontier.complete(tasks[2], pageOutcome(tasks[2].url, ['/p0']), [], FACTS)).toBe(
      'collapsed',
    );
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, collapsed: 2, credits: 1, queued: 1 });
    expect((await store.results.records(id, 0, 9)).map(({ outcome }) => outcome)).toEqual([
      'page',
      'collapsed',
      'collapsed',
    ]);
  });

  it('stores one of many pages that end at the same address at once', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(8) });
    const tasks = await Promise.all(urlsTo(8).map(() => takeOne(store, id)));
    const same = tasks.map((task) =>
      store.frontier.complete(task, pageOutcome('http://site.test/x', ['/x']), [], FACTS),
    );
    expect((await Promise.all(same)).sort()).toEqual([...Array(7).fill('collapsed'), 'page']);
  });

  it('does not visit a queued address whose page came by another one', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const task = await takeOne(store, id);
    await store.frontier.complete(task, pageOutcome(urlOf('/p1').url, ['/p1']), [], FACTS);
    expect((await takeOne(store, id)).key).toBe('/p2');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, collapsed: 1, queued: 0, leased: 1 });
    expect(await store.frontier.add(id, [urlOf('/p1')])).toBe(0);
  });

  it('does not take in an address that a page answered to before it was found', async () => {
    const id = await startCrawl(store);
    await store.frontier.complete(await takeOne(store, id), pageOutcome(START.url, ['/home']), [], FACTS);
    expect(await store.frontier.add(id, [urlOf('/home'), urlOf('/else')])).toBe(1);
  });

  it('remembers where the start page was found in the end', async () => {
    const id = await startCrawl(store, { seeds: [START, urlOf('/a')] });
    const [start, other] = [await takeOne(store, id), await takeOne(store, id)];
    await completePage(store, other);
    expect((await store.find(id))?.rootUrl).toBeNull();
    await store.frontier.complete(start, pageOutcome('https://www.site.test/home'), [], FACTS);
    expect((await store.find(id))?.rootUrl).toBe('https://www.site.test/home');
  });

  it('counts responses by status, those of skipped pages too', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(5), limit: 3 });
    const complete = async (outcome: (url: string) => PageOutcome) => {
      const task = await takeOne(store, id);
      return store.frontier.complete(task, outcome(task.url), [], FACTS);
    };
    expect(await complete((url) => skippedOutcome(url))).toBe('failed');
    expect(await complete((url) => pageOutcome(url))).toBe('page');
    expect(await complete((url) => skippedOutcome(url))).toBe('failed');
    expect(await complete((url) => pageOutcome(url, ['/p1']))).toBe('collapsed');
    expect(await complete(failedOutcome)).toBe('failed');
    expect(await countersOf(store, id)).toMatchObject({
      pages: 1, failed: 3, credits: 1, statusCounts: { 200: 1, 404: 2 },
    }); // prettier-ignore
  });

  it('gives the place of a skipped page back to the limit', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(2), limit: 1 });
    const task = await takeOne(store, id);
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toMatchObject({ kind: 'wait' });
    await store.frontier.complete(task, skippedOutcome(task.url), [], FACTS);
    expect((await takeOne(store, id)).key).toBe('/p1');
  });

  it('learns the root from a seed that was skipped for its status', async () => {
    const id = await startCrawl(store);
    const root = 'https://www.site.test/home';
    const outcome = skippedOutcome(root);
    await store.frontier.complete(await takeOne(store, id), outcome, [urlOf('/a')], FACTS);
    expect((await store.find(id))?.rootUrl).toBe(root);
    expect(await countersOf(store, id)).toMatchObject({ pages: 0, failed: 1, queued: 1 });
  });

  it('counts a task that was no page nowhere', async () => {
    const id = await startCrawl(store, { seeds: [urlOf('/sitemap.xml', { kind: 'sitemaps' })] });
    const task = await takeOne(store, id);
    expect(await store.frontier.complete(task, { kind: 'seeded' }, [START], FACTS)).toBe('seeded');
    const none = { pages: 0, failed: 0, blocked: 0, collapsed: 0, leased: 0 };
    expect(await countersOf(store, id)).toMatchObject({ ...none, queued: 1 });
    expect(await store.results.records(id, 0, 9)).toEqual([]);
  });
}
