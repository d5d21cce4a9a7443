import { execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PageTask } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import {
  countersOf,
  FACTS,
  LONG_MS,
  pageOutcome,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';

/** A disk of 28 MB; null where none can be mounted. */
function mountDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'lmdb-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=28m', 'tmpfs', path], { stdio: 'ignore' });
    return path;
  } catch {
    rmSync(path, { recursive: true });
    return null; // no right to mount here: the tests below are reported as skipped
  }
}

const ROOT = resolve(__dirname, '../../../../..');

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly code?: string;
}

/** The store of a process of its own, as if it were here. */
function openStore(dataDir: string): CrawlStore & { close(): Promise<void> } {
  const child = fork('./test/support/store-process.ts', [dataDir], {
    cwd: ROOT,
    execArgv: ['-r', './test/setup/typescript.cjs'],
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'], // LMDB reports each failure on standard error
  });
  let calls = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id)!(answer));
  const call = async (method: string, args: unknown[]) => {
    const id = ++calls;
    const { value, error, code } = await new Promise<{ value?: unknown; error?: string; code?: string }>(
      (done) => {
        waiting.set(id, done);
        child.send({ id, method, args });
      },
    );
    if (code === 'SERVICE_UNAVAILABLE') throw new UnavailableError(error!);
    if (error !== undefined) throw new Error(error);
    if (method === 'close') await Promise.all([once(child, 'exit'), child.disconnect()]);
    return value;
  };
  const remote = (prefix: string, parts: object) =>
    new Proxy(parts, {
      get: (_, name: string) =>
        Reflect.get(parts, name) ?? ((...args: unknown[]) => call(`${prefix}${name}`, args)),
    });
  const parts = {
    frontier: remote('frontier.', {}),
    results: remote('results.', {}),
    newId: () => randomUUID(),
  };
  return remote('', parts) as CrawlStore & { close(): Promise<void> };
}

const disk = mountDisk();
const describeOnDisk = disk ? describe : describe.skip;
/** A placeholder page for the case that no task was running. */
const PAGE = { ...urlsTo(1)[0]!, crawlId: 'none', lease: 'none', attempts: 0 };
const ALL = { from: 0, maxPages: 10, maxBytes: 1e9 };

describeOnDisk('LmdbCrawlStore on a full disk (needs the right to mount a tmpfs)', () => {
  const noise = (n: number) => Array.from({ length: 3_000 }, (_, k) => (k * 7919 * (n + 1)) % 9973).join(' ');
  let store: ReturnType<typeof openStore>;

  beforeEach(() => {
    store = openStore(disk!);
  });
  afterEach(async () => {
    await store.close();
    execFileSync('sh', ['-c', `rm -rf ${disk}/*`]);
  });
  afterAll(() => {
    execFileSync('umount', [disk!]);
    rmSync(disk!, { recursive: true });
  });

  const complete = (task: PageTask) =>
    store.frontier.complete(
      task,
      pageOutcome(task.url, [], noise(task.url.length)),
      urlsTo(3, `${task.key}-`),
      FACTS,
    );

  /** Crawls until the disk is full. @returns the task that could not be stored, if one was running */
  async function fill(id: string): Promise<PageTask | null> {
    let task: PageTask | null = null;
    try {
      for (;;) {
        task = await takeOne(store, id);
        await complete(task);
        task = null;
      }
    } catch (error) {
      expect(error).toBeInstanceOf(UnavailableError);
      return task;
    }
  }

  /** Tries again while the store is unavailable; the test's own time limit ends it. */
  async function soon<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  it('refuses new crawls and stops handing out, but reads', async () => {
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    await fill(id);
    await expect(startCrawl(store)).rejects.toThrow(UnavailableError);
    await expect(store.frontier.take(id, 'worker', LONG_MS)).rejects.toThrow(UnavailableError);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(10);
    expect((await store.find(id))!.status).toBe('running');
  });

  it('goes on when there is room again, and has lost nothing', async () => {
    writeFileSync(join(disk!, 'ballast'), Buffer.alloc(8 << 20));
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    const task = await fill(id);
    const before = await countersOf(store, id);
    expect(before.leased).toBe(task ? 1 : 0);
    rmSync(join(disk!, 'ballast'));
    expect(await soon(() => complete(task ?? PAGE))).toBe(task ? 'page' : 'lost');
    for (let n = 0; n < 20; n++)
      expect(await soon(async () => complete(await takeOne(store, id)))).toBe('page');
    const added = task ? 21 : 20;
    expect(await countersOf(store, id)).toMatchObject({
      pages: before.pages + added,
      queued: before.queued - 20 + 3 * added,
      leased: 0,
    });
  });

  it('makes room by deleting what expired, even what it could not write down', async () => {
    const old = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    const task = await fill(old);
    await soon(() => store.finish(old, 'cancelled', null, 0));
    if (task) expect(await complete(task)).toBe('lost');
    const deleteAll = async () => {
      if ((await store.expire(Date.now())) === 0) throw new UnavailableError('it is still being written');
    };
    await soon(deleteAll);
    const id = await soon(() => startCrawl(store, { seeds: urlsTo(50) }));
    for (let n = 0; n < 50; n++) {
      const next = await soon(() => takeOne(store, id));
      expect(await soon(() => complete(next))).toBe('page'); // room that became free is there with the next commit
    }
  });

  it('starts again while the disk is full', async () => {
    const id = await startCrawl(store, { limit: 1e6, seeds: urlsTo(10) });
    await fill(id);
    const before = await countersOf(store, id);
    await store.close();
    store = openStore(disk!);
    expect(await countersOf(store, id)).toMatchObject({
      pages: before.pages,
      queued: before.queued + before.leased,
      leased: 0,
    });
    const { pages } = await store.results.pages(id, { ...ALL, from: before.pages - 2 });
    expect(pages).toHaveLength(2);
  });
});
