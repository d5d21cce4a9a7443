import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageTask } from '../../model/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import {
  countersOf,
  FACTS,
  LONG_MS,
  pageOutcome,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../testing/crawl-store/samples.contract.js';
import { LmdbCrawlStore } from './lmdb.crawl-store.js';

/** A disk of 16 MB; null where none can be mounted. */
function mountDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'lmdb-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null; // no right to mount here: the tests below are reported as skipped
  }
}

const disk = mountDisk();
const describeOnDisk = disk ? describe : describe.skip;
const ALL = { from: 0, maxPages: 10, maxBytes: 1e9 };

describeOnDisk('LmdbCrawlStore on a full disk (needs the right to mount a tmpfs)', () => {
  const noise = (n: number) => Array.from({ length: 3_000 }, (_, k) => (k * 7919 * (n + 1)) % 9973).join(' ');
  let store: LmdbCrawlStore;
  let errors: jest.SpyInstance;

  beforeEach(() => {
    errors = jest.spyOn(console, 'error').mockImplementation(); // LMDB tells the reason there
    store = new LmdbCrawlStore({ dataDir: disk! });
  });
  afterEach(async () => {
    await store.close();
    errors.mockRestore();
    execFileSync('sh', ['-c', `rm -rf ${disk}/*`]);
  });
  afterAll(() => {
    execFileSync('umount', [disk!]);
    rmSync(disk!, { recursive: true });
  });

  const complete = (task: PageTask) =>
    store.complete(task, pageOutcome(task.url, [], noise(task.url.length)), urlsTo(3, `${task.key}-`), FACTS);

  /** Crawls until the disk is full. @returns the task that could not be stored */
  async function fill(id: string): Promise<PageTask> {
    for (;;) {
      const task = await takeOne(store, id);
      const isStored = await complete(task).then(
        () => true,
        (error) => {
          expect(error).toBeInstanceOf(UnavailableError);
          return false;
        },
      );
      if (!isStored) return task;
    }
  }

  it('refuses new crawls and stops handing out, but reads', async () => {
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    await fill(id);
    await expect(startCrawl(store)).rejects.toThrow(UnavailableError);
    await expect(store.take(id, 'worker', LONG_MS)).rejects.toThrow(UnavailableError);
    expect((await store.results(id, ALL)).pages).toHaveLength(10);
    expect((await store.find(id))!.status).toBe('running');
  });

  it('goes on when there is room again, and has lost nothing', async () => {
    writeFileSync(join(disk!, 'ballast'), Buffer.alloc(8 << 20));
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    const task = await fill(id);
    const before = await countersOf(store, id);
    expect(before.leased).toBe(1);
    rmSync(join(disk!, 'ballast'));
    await soon(() => complete(task));
    expect(await countersOf(store, id)).toMatchObject({
      pages: before.pages + 1,
      leased: 0,
      queued: before.queued + 3,
    });
    const next = await takeOne(store, id);
    expect(await complete(next)).toBe('page');
  });

  it('makes room by deleting what expired', async () => {
    const old = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    const task = await fill(old);
    await soon(() => store.finish(old, 'cancelled', null, 0));
    expect(await complete(task)).toBe('lost');
    expect(await store.expire(Date.now())).toBe(1);
    const id = await soon(() => startCrawl(store, { seeds: urlsTo(50) }));
    for (let n = 0; n < 50; n++) expect(await complete(await takeOne(store, id))).toBe('page');
  });

  it('starts again while the disk is full', async () => {
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    const { key } = await fill(id);
    const before = await countersOf(store, id);
    writeFileSync(join(disk!, 'rest'), Buffer.alloc(0));
    await store.close();
    store = new LmdbCrawlStore({ dataDir: disk! });
    expect(await countersOf(store, id)).toMatchObject({
      pages: before.pages,
      queued: before.queued + 1,
      leased: 0,
    });
    expect((await takeOne(store, id)).key).toBe(key);
  });

  /** Tries again while the store is unavailable; the test's own time limit ends it. */
  async function soon<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
});
