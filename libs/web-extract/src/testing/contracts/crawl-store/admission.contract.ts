import type { CrawlOrder, CrawlRequest } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import {
  completePage,
  countersOf,
  FACTS,
  failedOutcome,
  LONG_MS,
  randomOf,
  startCrawl,
  takeOne,
  urlOf,
} from './samples.contract.js';

const hostOf = (n: number) => `host${n}.test:80`;
const urlsOf = (host: number, count: number, prefix = '') =>
  Array.from({ length: count }, (_, n) => urlOf(`/${prefix}${host}-${n}`, { host: hostOf(host) }));

/** Contract of the store for crawls over several hosts: which URLs are read, and in which order. */
export function admissionContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  beforeEach(() => (store = getStore()));

  const start = (request: Partial<CrawlRequest>, limit = 1_000) => startCrawl(store, { limit, request });

  /** Reads everything. @returns the paths that were read, in order */
  async function readAll(id: string, isFailing = (_path: string) => false): Promise<string[]> {
    const read: string[] = [];
    for (;;) {
      const taken = await store.frontier.take(id, 'worker', LONG_MS);
      if (taken.kind !== 'task') return read;
      const { task } = taken;
      if (isFailing(task.key)) await store.frontier.complete(task, failedOutcome(task.url), [], FACTS);
      else {
        await completePage(store, task);
        read.push(task.key);
      }
    }
  }

  it('reads the same URLs in both orders', async () => {
    const random = randomOf(7);
    const children = Array.from({ length: 10 }, (_, host) => urlsOf(host, 20))
      .flat()
      .sort(() => random() - 0.5);
    const readIn = async (order: CrawlOrder) => {
      const id = await start({ order }, 100);
      await completePage(store, await takeOne(store, id), children);
      return readAll(id, (path) => path.endsWith('-7'));
    };
    const [oldest, longest] = [await readIn('oldest'), await readIn('longest-host')];
    expect(oldest).toHaveLength(99);
    expect(longest).not.toEqual(oldest);
    expect([...longest].sort()).toEqual([...oldest].sort());
  });

  it('takes from the host with the most queued URLs, busy ones excepted', async () => {
    const id = await start({ order: 'longest-host' });
    await completePage(store, await takeOne(store, id), [...urlsOf(1, 2), ...urlsOf(2, 5), ...urlsOf(3, 3)]);
    expect((await takeOne(store, id)).key).toBe('/2-0');
    expect((await takeOne(store, id, LONG_MS, [hostOf(2)])).key).toBe('/3-0');
    const released = await takeOne(store, id);
    expect(released.key).toBe('/2-1');
    await store.frontier.release(released, 0, false);
    expect((await takeOne(store, id)).key).toBe('/2-1');
    await store.frontier.add(id, urlsOf(1, 9, 'more'));
    expect((await takeOne(store, id)).key).toBe('/1-0');
  });

  it('reads at most so many pages of each host', async () => {
    const id = await start({ maxPagesPerHost: 3 });
    const children = [1, 2, 3].flatMap((host) => urlsOf(host, 5));
    await completePage(store, await takeOne(store, id), children);
    expect((await readAll(id)).sort()).toEqual([1, 2, 3].flatMap((h) => [0, 1, 2].map((n) => `/${h}-${n}`)));
    expect((await store.frontier.take(id, 'worker', LONG_MS)).kind).toBe('drained');
  });

  it('gives the slot of a page that failed to the next one of its host', async () => {
    const id = await start({ maxPagesPerHost: 2, order: 'longest-host' });
    await completePage(store, await takeOne(store, id), [...urlsOf(1, 4), ...urlsOf(2, 4)]);
    const read = await readAll(id, (path) => path === '/1-0');
    expect(read.sort()).toEqual(['/1-1', '/1-2', '/2-0', '/2-1']);
    expect(await countersOf(store, id)).toMatchObject({ pages: 5, failed: 1, queued: 3 });
  });

  it('counts sources of URLs neither as pages of the crawl nor of their host', async () => {
    const sitemaps = urlOf('/sitemaps', { kind: 'sitemaps', host: hostOf(1) });
    const id = await start({ maxPagesPerHost: 2, order: 'oldest' }, 4);
    await completePage(store, await takeOne(store, id), [sitemaps, ...urlsOf(1, 3), ...urlsOf(2, 3)]);
    const source = await takeOne(store, id);
    expect(source.kind).toBe('sitemaps');
    await store.frontier.complete(source, { kind: 'seeded' }, [], FACTS);
    expect(await readAll(id)).toEqual(['/1-0', '/1-1', '/2-0']);
  });

  it('keeps to the order of discovery for URLs that come later', async () => {
    const id = await start({ order: 'longest-host' }, 4);
    await completePage(store, await takeOne(store, id), urlsOf(1, 2));
    await completePage(store, await takeOne(store, id), [...urlsOf(2, 1), ...urlsOf(3, 9)]);
    expect((await readAll(id)).sort()).toEqual(['/1-1', '/2-0']);
  });
}
