import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import { crawlAll, startCrawl } from '../../../testing/contracts/crawl-store/samples.contract.js';
import { DataDirError } from './data-dir.error.js';
import { LmdbCrawlStore } from '../lmdb.crawl-store.js';

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;
/** Root may write everywhere: another user is taken on for a while. */
const itAsRoot = process.geteuid?.() === 0 ? it : it.skip;
const NOBODY = 65_534;

describeOnLinux('the data directory', () => {
  let place: string;
  let log: jest.SpyInstance;
  const stores: LmdbCrawlStore[] = [];
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'data-dir-'));
    log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await rm(place, { recursive: true });
    log.mockRestore();
  });

  function storeIn(dataDir: string): LmdbCrawlStore {
    const store = new LmdbCrawlStore({ dataDir });
    stores.push(store);
    return store;
  }

  async function start(dataDir: string): Promise<LmdbCrawlStore> {
    const store = storeIn(dataDir);
    await store.onModuleInit();
    return store;
  }

  /** Everything in a directory that others may read or write. */
  function openToOthers(path: string): string[] {
    const own = (statSync(path).mode & 0o077) === 0 ? [] : [path];
    if (!statSync(path).isDirectory()) return own;
    return [...own, ...readdirSync(path).flatMap((name) => openToOthers(join(path, name)))];
  }

  describe('is for its owner only', () => {
    it.each([0o000, 0o022, 0o002])('with a umask of %i', async (umask) => {
      const before = process.umask(umask);
      try {
        const store = await start(join(place, 'a/b/data'));
        await crawlAll(store, await startCrawl(store));
        expect(openToOthers(join(place, 'a/b/data'))).toEqual([]);
        expect(readdirSync(join(place, 'a/b/data/crawls')).length).toBeGreaterThan(4);
      } finally {
        process.umask(before);
      }
    });

    it('also when it was open before', async () => {
      const data = join(place, 'data');
      const first = await start(data);
      const id = await startCrawl(first);
      await first.close();
      for (const path of [data, join(data, 'crawls')]) chmodSync(path, 0o755);
      for (const name of readdirSync(join(data, 'crawls'))) chmodSync(join(data, 'crawls', name), 0o644);
      const store = await start(data);
      expect(openToOthers(data)).toEqual([]);
      expect(await store.find(id)).toMatchObject({ status: 'running' });
    });

    it('and leaves alone what the host keeps beside it', async () => {
      chmodSync(place, 0o755);
      writeFileSync(join(place, 'other'), '', { mode: 0o644 });
      const store = await start(place);
      await startCrawl(store);
      expect(openToOthers(place).sort()).toEqual([place, join(place, 'other')]);
    });
  });

  describe('ends the start when it', () => {
    const refusal = async (dataDir: string): Promise<DataDirError> => {
      const error: unknown = await start(dataDir).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataDirError);
      expect((error as DataDirError).code).toBe('DATA_DIR_UNUSABLE');
      expect((error as DataDirError).message).toContain(dataDir);
      expect((error as DataDirError).message).not.toContain('\n');
      return error as DataDirError;
    };

    it('is a file', async () => {
      writeFileSync(join(place, 'file'), '');
      expect((await refusal(join(place, 'file'))).message).toContain('no directory');
    });

    it('lies below a file', async () => {
      writeFileSync(join(place, 'file'), '');
      await refusal(join(place, 'file', 'data'));
    });

    it('is a link to nothing, or to itself', async () => {
      symlinkSync(join(place, 'nowhere'), join(place, 'link'));
      symlinkSync(join(place, 'circle'), join(place, 'circle'));
      expect((await refusal(join(place, 'link'))).message).toContain('link to nothing');
      expect((await refusal(join(place, 'circle'))).message).toContain('circle');
    });

    it('holds a file in place of the store', async () => {
      writeFileSync(join(place, 'crawls'), '');
      await refusal(place);
    });

    it('holds a directory in place of a file of the store', async () => {
      mkdirSync(join(place, 'crawls', 'data.mdb'), { recursive: true });
      await refusal(place);
    });

    it('has no letters that a path can have', async () => {
      const error = await start(`${place}/\0`).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataDirError);
    });

    it('cannot be made, at once', async () => {
      expect((await refusal('/proc/nope')).message).toContain('cannot be made');
      await refusal('/proc/nope/a/b');
      await refusal('/sys/nope');
    });

    itAsRoot('may not be written', async () => {
      chmodSync(place, 0o755);
      mkdirSync(join(place, 'data/crawls'), { recursive: true });
      process.seteuid!(NOBODY);
      try {
        expect((await refusal(join(place, 'data'))).message).toContain('no right to write');
        expect((await refusal(join(place, 'new'))).message).toContain('no right to write');
      } finally {
        process.seteuid!(0);
      }
    });
  });

  it('is found by a link', async () => {
    mkdirSync(join(place, 'real'));
    symlinkSync(join(place, 'real'), join(place, 'link'));
    const store = await start(join(place, 'link'));
    await startCrawl(store);
    expect(readdirSync(join(place, 'real'))).toEqual(['crawls']);
  });

  describe('that goes bad later', () => {
    it('is reported to callers without its path, and logged once', async () => {
      const data = join(place, 'data');
      const store = await start(data);
      await rm(data, { recursive: true });
      writeFileSync(data, '');
      for (const call of [() => startCrawl(store), () => store.checkReady(), () => startCrawl(store)]) {
        const error: unknown = await call().catch((reason: unknown) => reason);
        expect(error).toEqual(new UnavailableError('the crawl store cannot be used now', 5));
        expect((error as UnavailableError).retryAfterSeconds).toBe(5);
      }
      expect(log.mock.calls).toEqual([[expect.stringContaining(data)]]);
      await rm(data);
      await store.checkReady();
      await startCrawl(store);
    });

    it('is not ready any more when it was removed', async () => {
      const data = join(place, 'data');
      const store = await start(data);
      await startCrawl(store);
      await store.checkReady();
      await rm(data, { recursive: true });
      await expect(store.checkReady()).rejects.toThrow(UnavailableError);
    });
  });
});
