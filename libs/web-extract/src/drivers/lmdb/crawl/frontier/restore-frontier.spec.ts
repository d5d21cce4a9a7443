import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlUrl } from '../../../../model/crawl/crawl.js';
import {
  completePage,
  crawlAll,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from '../../../../testing/contracts/crawl-store/samples.contract.js';
import { hashOf } from '../../../crawl-store/hash-of.js';
import { LmdbCrawlStore } from '../../lmdb.crawl-store.js';
import { LMDB_OPTIONS, loadLmdb } from '../../storage/crawl-database.js';

const ALL = { from: 0, maxPages: 1_000, maxBytes: 1e9 };

describe('a queue after a restart', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'restored-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function inStore<T>(use: (store: LmdbCrawlStore) => Promise<T>): Promise<T> {
    const store = new LmdbCrawlStore({ dataDir });
    return use(store).finally(() => store.close());
  }

  /** Takes and completes the rest. @returns the URLs in this order */
  const rest = (id: string) =>
    inStore(async (store) => {
      const { pages } = await store.results.pages(id, ALL);
      await crawlAll(store, id);
      const all = await store.results.pages(id, ALL);
      return all.pages.slice(pages.length).map(({ url }) => url);
    });

  it('has what had not ended, in blocks that had ended in part', async () => {
    const id = await inStore(async (store) => {
      const crawl = await startCrawl(store, { seeds: urlsTo(100), limit: 1_000 });
      const tasks = [];
      for (let n = 0; n < 70; n++) tasks.push(await takeOne(store, crawl));
      for (const n of [0, 3, 31, 32, 69, ...Array.from({ length: 30 }, (_, at) => 33 + at)])
        await completePage(store, tasks[n]!);
      return crawl;
    });
    const ended = new Set([0, 3, 31, 32, 69, ...Array.from({ length: 30 }, (_, at) => 33 + at)]);
    const expected = urlsTo(100).filter((_, n) => !ended.has(n));
    expect(await rest(id)).toEqual(expected.map(({ url }) => url));
  });

  it.each([undefined, 'longest-host' as const])(
    'admits URLs of mixed hosts as before (order %s)',
    async (order) => {
      const urls = Array.from({ length: 200 }, (_, n) =>
        urlOf(`/m${n}`, {
          host: `h${n % 3 === 0 ? n % 7 : 0}.test:80`,
          foundOn: `http://h0.test:80/${n % 2}`,
        }),
      );
      const request = order ? { order } : {};
      const read = async (isRestarted: boolean): Promise<string[]> => {
        const id = await inStore((store) => startCrawl(store, { seeds: urls, limit: 120, request }));
        if (!isRestarted) return rest(id);
        await inStore(async (store) => {
          for (let n = 0; n < 40; n++) await completePage(store, await takeOne(store, id));
        });
        await rest(id);
        return inStore(async (store) => (await store.results.pages(id, ALL)).pages.map(({ url }) => url));
      };
      const [whole, inTwo] = [await read(false), await read(true)];
      expect(inTwo).toHaveLength(120);
      expect(new Set(inTwo)).toEqual(new Set(whole));
    },
  );

  it('knows the keys of URLs that wait and of those that ended', async () => {
    const id = await inStore(async (store) => {
      const crawl = await startCrawl(store, { seeds: urlsTo(1_500), limit: 5_000 });
      for (let n = 0; n < 5; n++) await completePage(store, await takeOne(store, crawl));
      return crawl;
    });
    await inStore(async (store) => expect(await store.frontier.add(id, urlsTo(1_510))).toBe(10));
  });

  it('reads the rows and known keys of crawls of earlier versions', async () => {
    const id = await inStore((store) => startCrawl(store, { seeds: urlsTo(6) }));
    await makeEarlier(dataDir, id, urlsTo(6));
    await inStore(async (store) => {
      expect(await store.frontier.add(id, urlsTo(8))).toBe(2);
      expect(await store.frontier.add(id, urlsTo(8))).toBe(0);
      await completePage(store, await takeOne(store, id));
    });
    expect(await rest(id)).toEqual(
      urlsTo(8)
        .slice(1)
        .map(({ url }) => url),
    );
  });
});

/** Writes a crawl that has not begun in the form of earlier versions. */
async function makeEarlier(dataDir: string, id: string, urls: readonly CrawlUrl[]): Promise<void> {
  const { open } = await loadLmdb();
  const root = open({ ...LMDB_OPTIONS, path: join(dataDir, 'crawls') });
  const [crawls, notes, queue, seen, about] = ['crawls', 'notes', 'queue', 'seen', 'about'].map((name) =>
    root.openDB<unknown, string | number | (string | number)[]>({ name }),
  );
  const { bucketSalt: _, ...row } = crawls!.get(id) as { n: number; bucketSalt: number };
  const { bucketSalt: __, ...note } = notes!.get(row.n) as { bucketSalt: number };
  await root.transaction(() => {
    for (const table of [queue!, seen!]) for (const key of [...table.getKeys({})]) void table.remove(key);
    void crawls!.put(id, row);
    void notes!.put(row.n, note);
    void about!.put('format', 2);
    urls.forEach(({ host, url, key, foundOn }, sequence) => {
      void queue!.put([row.n, host, sequence], [0, url, key, 1, 1, foundOn, null]);
      void seen!.put([row.n, hashOf(key)], 1);
    });
  });
  await root.close();
}
