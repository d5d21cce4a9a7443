import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  completePage,
  crawlAll,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from '../../../../testing/contracts/crawl-store/samples.contract.js';
import { LmdbCrawlStore } from '../../lmdb.crawl-store.js';

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
});
