import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import {
  crawlAll,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { LmdbCrawlStore } from '../lmdb.crawl-store.js';
import type { LiveCrawlRow } from '../storage/rows.js';

const LONG_MS = 3_600_000;

describe('a store of the first layout', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'old-store-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function withStore<T>(use: (store: LmdbCrawlStore) => Promise<T>): Promise<T> {
    const store = new LmdbCrawlStore({ dataDir });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  /** Removes everything the first layout did not have; `change` applies further differences. */
  async function makeOld(change: (root: RootDatabase) => void = () => {}): Promise<void> {
    const root = open({ path: join(dataDir, 'crawls'), maxDbs: 16 });
    await root.openDB({ name: 'notes' }).drop();
    change(root);
    await root.openDB({ name: 'about' }).put('format', 1);
    await root.close();
  }

  it('is taken over with all its crawls, and each is listed for its owner', async () => {
    const ids = await withStore(async (store) => {
      const running = await startCrawl(store, { seeds: urlsTo(3) });
      const ended = await startCrawl(store, { seeds: urlsTo(2) });
      await crawlAll(store, ended);
      await store.finish(ended, 'completed', null, LONG_MS);
      for (let n = 0; n < 450; n++) await startCrawl(store, { owner: 'berta' });
      return { running, ended };
    });
    await makeOld();
    for (let start = 0; start < 2; start++) {
      await withStore(async (store) => {
        expect((await store.running('anna')).map(({ id }) => id)).toEqual([ids.running]);
        expect(await store.running('berta')).toHaveLength(450);
        const own = (await store.ofOwner('anna')).map(({ id, pages }) => [id, pages]);
        expect(own.sort()).toEqual([[ids.running, 0], [ids.ended, 2]].sort()); // prettier-ignore
        expect((await takeOne(store, ids.running)).key).toBe('/p0');
        const job = {
          id: `more-${start}`,
          owner: 'anna',
          request: { url: 'http://site.test/' },
          createdAt: 1,
        };
        const more = { job, limit: 1, seeds: [], idempotencyKey: null };
        expect(await store.create({ ...more, room: { running: 1, kept: 9 } })).toBe('too-many-running');
        expect(await store.create({ ...more, room: { running: 9, kept: 1 } })).toBe('too-many-kept');
      });
    }
  });

  it('ends crawls whose options are larger than any that are accepted now, and keeps what they have', async () => {
    const id = await withStore(async (store) => {
      const crawl = await startCrawl(store, { request: { webhook: { url: 'http://hook.test/' } } });
      await crawlAll(store, crawl);
      return crawl;
    });
    await makeOld((root) => {
      const crawls = root.openDB<LiveCrawlRow, string>({ name: 'crawls' });
      const row = crawls.get(id)!;
      const webhook = { url: 'http://hook.test/', metadata: { a: 'x'.repeat(3_000_000) } };
      crawls.putSync(id, { ...row, request: { ...row.request, webhook } });
    });
    await withStore(async (store) => {
      const job = (await store.find(id))!;
      expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('larger than') });
      expect(JSON.stringify(job).length).toBeLessThan(2_000);
      expect((await store.results.pages(id, { from: 0, maxPages: 9, maxBytes: 1e9 })).pages).toHaveLength(1);
      expect([await store.running(null), await store.outbox.take('worker', LONG_MS)]).toEqual([[], null]);
      expect(await store.expire(Date.now() + 25 * LONG_MS)).toBe(1);
      expect(await store.ofOwner('anna')).toEqual([]);
    });
  });
});
