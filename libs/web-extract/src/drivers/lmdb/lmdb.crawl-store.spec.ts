import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { open } from 'lmdb';
import { crawlStoreContract } from '../../testing/contracts/crawl-store.contract.js';
import {
  completePage,
  crawlAll,
  LONG_MS,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import { segmentsContract } from '../../testing/contracts/crawl-store/segments.contract.js';
import { UnavailableError } from '../../model/errors.js';
import { LmdbCrawlStore } from './lmdb.crawl-store.js';
import { WriteBehind } from './storage/write-behind.js';
import { OpenStore } from './storage/open-store.js';

const ALL = { from: 0, maxPages: 1_000, maxBytes: 1e9 };

describe('LmdbCrawlStore', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(os.tmpdir(), 'lmdb-store-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  describe('keeps the contract', () => {
    crawlStoreContract(async () => {
      const store = new LmdbCrawlStore({ dataDir });
      return { store, close: () => store.close() };
    });
  });

  describe('segments', () => {
    let store: LmdbCrawlStore;
    beforeEach(() => {
      store = new LmdbCrawlStore({ dataDir });
    });
    afterEach(() => store.close());
    segmentsContract(() => store);

    it('are not available without a dataDir', async () => {
      const temporary = new LmdbCrawlStore();
      expect(temporary.segments).toBeNull();
      await temporary.close();
    });
  });

  it('queues URLs that it knew only in a batch that was not written', async () => {
    const store = new LmdbCrawlStore({ dataDir });
    const id = await startCrawl(store);
    const write = jest
      .spyOn(WriteBehind.prototype, 'write')
      .mockRejectedValue(new UnavailableError('full', 1));
    const adds = Array.from({ length: 4 }, () => store.frontier.add(id, urlsTo(3)));
    expect((await Promise.allSettled(adds)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    write.mockRestore();
    expect(await store.frontier.add(id, urlsTo(3))).toBe(3);
    await store.close();
  });

  describe('after a restart', () => {
    /** Opens the directory for `use` and closes it again. */
    async function withStore<T>(use: (store: LmdbCrawlStore) => Promise<T>): Promise<T> {
      const store = new LmdbCrawlStore({ dataDir });
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    }

    it('counts the messages of ended jobs without their requests, which may be large', async () => {
      await withStore(async (store) => {
        const webhook = { url: 'http://hook.test/' };
        const id = await startCrawl(store, { request: { kind: 'extract', webhook } });
        await store.finish(id, 'completed', null, LONG_MS);
        const find = jest.spyOn(OpenStore.prototype, 'find');
        expect(await store.outbox.limitExtractJobs('anna', 1)).toEqual([]);
        expect(await store.outbox.limitExtractJobs('anna', 0)).toEqual([{ crawlId: id, messages: 2 }]);
        expect(find).not.toHaveBeenCalled();
        find.mockRestore();
      });
    });

    it('goes on where it stopped, with results, order and counters', async () => {
      const before = await withStore(async (store) => {
        const id = await startCrawl(store, { seeds: urlsTo(6), owner: 'berta' });
        for (let n = 0; n < 3; n++) await completePage(store, await takeOne(store, id));
        return (await store.find(id))!;
      });
      await withStore(async (store) => {
        expect((await store.running('berta')).map(({ id }) => id)).toEqual([before.id]);
        expect(await store.find(before.id)).toEqual(before);
        expect((await takeOne(store, before.id)).key).toBe('/p3');
        await crawlAll(store, before.id);
        expect(await store.frontier.add(before.id, urlsTo(8))).toBe(2);
        const { pages } = await store.results.pages(before.id, ALL);
        expect(pages.map(({ url }) => url)).toEqual(
          urlsTo(6)
            .filter((_, n) => n !== 3)
            .map(({ url }) => url),
        );
      });
    });

    it('hands out at once what was under way, as tried once more', async () => {
      const id = await withStore(async (store) => {
        const crawl = await startCrawl(store, { seeds: urlsTo(3) });
        await takeOne(store, crawl);
        await completePage(store, await takeOne(store, crawl)); // the write contains the running tasks
        return crawl;
      });
      const task = await withStore((store) => takeOne(store, id));
      expect(task).toMatchObject({ key: '/p0', attempts: 1 });
    });

    it('does not count as a try what was given back before the close', async () => {
      const id = await withStore(async (store) => {
        const crawl = await startCrawl(store, { seeds: urlsTo(3) });
        const task = await takeOne(store, crawl);
        await completePage(store, await takeOne(store, crawl));
        await store.frontier.release(task, 0, false);
        return crawl;
      });
      expect(await withStore((store) => takeOne(store, id))).toMatchObject({ key: '/p0', attempts: 0 });
    });

    it('knows used idempotency keys and webhook messages not sent', async () => {
      const request = { webhook: { url: 'http://hook.test/' } };
      const id = await withStore(async (store) => {
        const crawl = await startCrawl(store, { idempotencyKey: 'key', request });
        await store.outbox.advance((await store.outbox.take('worker', LONG_MS))!, 1, true);
        await crawlAll(store, crawl);
        return crawl;
      });
      await withStore(async (store) => {
        const again = await startCrawl(store, { idempotencyKey: 'key' });
        expect(await store.find(again)).toBeNull();
        expect(await store.outbox.take('worker', LONG_MS)).toMatchObject({ crawlId: id, position: 1 });
      });
    });

    it('goes on with a deletion that was cut short', async () => {
      const id = await withStore(async (store) => {
        const crawl = await startCrawl(store, { seeds: urlsTo(500), limit: 500 });
        await crawlAll(store, crawl);
        await store.finish(crawl, 'completed', null, 0);
        const expiry = store.expire(Date.now());
        await Promise.all([store.close(), expect(expiry).rejects.toThrow('closed')]);
        return crawl;
      });
      await withStore(async (store) => {
        expect(await store.isExpired(id)).toBe(true);
        expect(await store.expire(Date.now())).toBe(1);
        expect(await store.expire(Date.now())).toBe(0);
      });
    });
  });

  describe('its directory', () => {
    it('is not made by questions', async () => {
      const store = new LmdbCrawlStore({ dataDir: join(dataDir, 'new') });
      expect([await store.find('x'), await store.isExpired('x'), await store.running(null)]).toEqual([
        null,
        false,
        [],
      ]);
      expect([await store.expire(Date.now()), await store.outbox.take('worker', 1)]).toEqual([0, null]);
      await store.close();
      expect(existsSync(join(dataDir, 'new'))).toBe(false);
    });

    it('belongs to one store, and the error names it and the owner', async () => {
      const first = new LmdbCrawlStore({ dataDir });
      await startCrawl(first);
      const second = new LmdbCrawlStore({ dataDir });
      const inUse = `The data directory ${join(dataDir, 'crawls')} is in use by this process`;
      await expect(second.onModuleInit()).rejects.toThrow(inUse);
      const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
      const refused = await startCrawl(second).catch((error: unknown) => error);
      expect(refused).toEqual(new UnavailableError('the crawl store is in use by another process', 5));
      expect(log.mock.calls).toEqual([[expect.stringContaining(inUse)]]);
      log.mockRestore();
      await first.close();
      await startCrawl(second);
      await second.close();
    });

    it('is a temporary one without dataDir, gone after the close, and said to be so', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
      const place = jest.spyOn(os, 'tmpdir').mockReturnValue(dataDir);
      const store = new LmdbCrawlStore();
      const orphan = join(dataDir, 'nestjs-web-extract-abcdef');
      await mkdir(orphan);
      await writeFile(join(orphan, 'owner-1-abc.sock'), ''); // a socket without a listener
      await crawlAll(store, await startCrawl(store));
      expect(await readdir(dataDir)).toHaveLength(1);
      expect(warn.mock.calls).toEqual([['Crawls will not survive a restart; set dataDir']]);
      await store.close();
      expect(await readdir(dataDir)).toEqual([]);
      warn.mockRestore();
      place.mockRestore();
    });

    it('is refused when another version of the package wrote it', async () => {
      const path = join(dataDir, 'crawls');
      const root = open({ path });
      await root.openDB({ name: 'about' }).put('format', 99);
      await root.close();
      await expect(new LmdbCrawlStore({ dataDir }).onModuleInit()).rejects.toThrow(
        `The data directory ${path} was written by another`,
      );
    });

    it('is used again and does not grow when crawls come and go', async () => {
      const store = new LmdbCrawlStore({ dataDir, flush: 'never' });
      const sizes: number[] = [];
      for (let round = 0; round < 8; round++) {
        const id = await startCrawl(store, { seeds: urlsTo(150), limit: 150 });
        await crawlAll(store, id, 'x'.repeat(20_000));
        await store.finish(id, 'completed', null, 0);
        await store.expire(Date.now());
        sizes.push((await stat(join(dataDir, 'crawls', 'data.mdb'))).size);
      }
      await store.close();
      // a few pages of slack: what one commit takes depends on how the writes fell together
      expect(sizes[7]! - sizes[2]!).toBeLessThan(64 * 1024);
    });
  });

  it('refuses everything after the close', async () => {
    const store = new LmdbCrawlStore({ dataDir });
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    await store.close();
    const closed = 'Service unavailable: the crawl store is closed';
    for (const call of [
      () => store.find(id),
      () => store.frontier.take(id, 'worker', 1),
      () => completePage(store, task),
      () => startCrawl(store),
      () => store.results.pages(id, ALL),
    ]) {
      await expect(call()).rejects.toThrow(closed);
    }
    await store.close();
  });
});
