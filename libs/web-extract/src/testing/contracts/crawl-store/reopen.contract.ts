import { randomUUID } from 'node:crypto';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { countersOf, crawlAll, LONG_MS, startCrawl, takeOne, urlOf, urlsTo } from './samples.contract.js';

const DAY_MS = 86_400_000;

/** Contract for reopening completed crawls. */
export function reopenContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => {
    store = getStore();
  });

  const completed = async (request = {}): Promise<string> => {
    const id = await startCrawl(store, { seeds: urlsTo(2), request });
    await crawlAll(store, id);
    await store.finish(id, 'completed', null, DAY_MS);
    return id;
  };
  const pathsOf = async (id: string) => {
    const { pages } = await store.results.pages(id, { from: 0, maxPages: 100, maxBytes: 1e9 });
    return pages.map(({ url }) => new URL(url).pathname);
  };

  it('run again with further addresses, behind the pages that they have', async () => {
    const id = await completed();
    expect(await store.reopen(id, [urlOf('/new'), urlOf('/newer')])).toBe(true);
    expect(await store.find(id)).toMatchObject({ status: 'running', finishedAt: null, expiresAt: null });
    expect(await countersOf(store, id)).toMatchObject({ pages: 2, queued: 2, leased: 0 });
    expect(await store.running('anna')).toMatchObject([{ id, finishedAt: null }]);
    expect(await store.ofOwner('anna')).toMatchObject([{ id, finishedAt: null }]);
    await crawlAll(store, id);
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('drained');
    expect(await store.finish(id, 'completed', null, DAY_MS)).toBe(true);
    expect(await pathsOf(id)).toEqual(['/p0', '/p1', '/new', '/newer']);
    expect((await store.results.records(id, 0, 10)).length).toBe(4);
  });

  it('do so after their queue was swept, and are not deleted when they would have been', async () => {
    const id = await completed();
    await store.expire(Date.now() + 1);
    await store.reopen(id, [urlOf('/new')]);
    await store.expire(Date.now() + 2 * DAY_MS);
    const task = await takeOne(store, id);
    expect(new URL(task.url).pathname).toBe('/new');
    expect(await pathsOf(id)).toEqual(['/p0', '/p1']);
  });

  it('take in a long list', async () => {
    const id = await completed();
    expect(await store.reopen(id, urlsTo(1_200, '/more'))).toBe(true);
    expect(await countersOf(store, id)).toMatchObject({ pages: 2, queued: 1_200 });
  });

  it('go on only when they were completed, and once', async () => {
    const id = await completed();
    const both = await Promise.all([1, 2].map(() => store.reopen(id, [urlOf('/new')])));
    expect(both.sort()).toEqual([false, true]);
    expect(await countersOf(store, id)).toMatchObject({ queued: 1 });
    for (const status of ['failed', 'cancelled'] as const) {
      const other = await startCrawl(store);
      expect(await store.reopen(other, [urlOf('/new')])).toBe(false);
      await store.finish(other, status, null, DAY_MS);
      expect(await store.reopen(other, [urlOf('/new')])).toBe(false);
    }
    expect(await store.reopen(randomUUID(), [])).toBe(false);
  });

  it('tell their webhook of the further pages, and then of the end', async () => {
    const id = await completed({ webhook: { url: 'http://hook.test/' } });
    const first = (await store.outbox.take('worker', LONG_MS))!;
    await store.outbox.advance(first, 4, true); // started, two pages, completed
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
    await store.reopen(id, [urlOf('/new')]);
    expect(await store.outbox.take('worker', LONG_MS)).toBeNull();
    await crawlAll(store, id);
    const next = (await store.outbox.take('worker', LONG_MS))!;
    expect([next.crawlId, next.position]).toEqual([id, 3]);
    await store.outbox.advance(next, 4, true);
    await store.finish(id, 'completed', null, DAY_MS);
    expect((await store.outbox.take('worker', LONG_MS))?.position).toBe(4);
  });
}
