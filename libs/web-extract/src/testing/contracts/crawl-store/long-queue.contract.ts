import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { CrawlRequest, CrawlUrl } from '../../../model/crawl/crawl.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { MemoryArchive } from '../memory-archive.js';
import {
  completePage,
  countersOf,
  FACTS,
  LONG_MS,
  startCrawl,
  takeOne,
  takeSoon,
  urlOf,
} from './samples.contract.js';

const DAY_MS = 24 * 3_600_000;
/** URLs of an object, about. */
const OBJECT = 4_096;
/** More than URLs of a block, so that heads and objects may be larger by that. */
const SPARE = 200;
const AT_ONCE = 100;

/**
 * Contract of stores that keep the ends of long queues in an archive.
 * @param HEAD waiting URLs of each list that stay in the store
 */
export function longQueueContract(getStore: () => CrawlStore, HEAD = 10_000): void {
  let store: CrawlStore;
  let archive: MemoryArchive;
  beforeEach(() => {
    store = getStore();
    archive = new MemoryArchive();
    store.segments!.use(archive);
  });

  const urls = (from: number, to: number, host?: string): CrawlUrl[] =>
    Array.from({ length: to - from }, (_, n) => urlOf(`/p${from + n}${host ?? ''}`, host ? { host } : {}));

  const start = async (count: number, setup: { limit?: number; request?: Partial<CrawlRequest> } = {}) => {
    const id = await startCrawl(store, { limit: 1e9, seeds: [], ...setup });
    await store.frontier.add(id, urls(0, count));
    return id;
  };

  const take = (id: string) => store.frontier.take(id, 'worker', LONG_MS);

  /** Moves all that can be moved. @returns the number of objects written */
  const moveAll = async (id: string): Promise<number> => {
    let objects = 0;
    for (;;) {
      const backlog = (await store.segments!.backlogs()).find(({ crawlId }) => crawlId === id);
      if (backlog?.hasQueue !== true || !(await store.segments!.moveQueue(id))) return objects;
      objects++;
    }
  };

  /** Takes and completes URLs. @returns their keys in the order in which they were leased */
  const read = async (id: string, count: number): Promise<string[]> => {
    const keys: string[] = [];
    while (keys.length < count) {
      const first = await takeSoon(store, id);
      const rest = Array.from({ length: Math.min(AT_ONCE, count - keys.length) - 1 }, () => take(id));
      const taken = (await Promise.all(rest)).flatMap((result) =>
        result.kind === 'task' ? [result.task] : [],
      );
      const tasks = [first, ...taken];
      keys.push(...tasks.map(({ key }) => key));
      await Promise.all(tasks.map((task) => store.frontier.complete(task, { kind: 'blocked' }, [], FACTS)));
    }
    return keys;
  };

  const keysOf = (from: number, to: number) => urls(from, to).map(({ key }) => key);

  it(`moves nothing of a queue of ${HEAD} URLs`, async () => {
    const id = await start(HEAD);
    expect(await moveAll(id)).toBe(0);
    expect(archive.objects.size).toBe(0);
  });

  it('reads all URLs in the order of their discovery, each once', async () => {
    const id = await start(HEAD + 2 * OBJECT + 500);
    expect(await moveAll(id)).toBe(2);
    expect(archive.objects.size).toBe(2);
    const total = HEAD + 2 * OBJECT + 600;
    await store.frontier.add(id, urls(HEAD, total)); // known ones are known, wherever they are
    expect(await countersOf(store, id)).toMatchObject({ queued: total, leased: 0 });
    expect(await read(id, total)).toEqual(keysOf(0, total));
    expect(await take(id)).toEqual({ kind: 'drained' });
    expect(await countersOf(store, id)).toMatchObject({ queued: 0, leased: 0, blocked: total });
    await moveAll(id);
    expect(archive.objects.size).toBe(0); // those that were read back are removed
  }, 120_000);

  it('continues with the URLs in the store while the archive is out of reach, then waits', async () => {
    const id = await start(HEAD + OBJECT);
    await moveAll(id);
    archive.isAway = true;
    expect(await read(id, HEAD)).toEqual(keysOf(0, HEAD));
    const waiting = await take(id);
    expect(waiting).toMatchObject({ kind: 'wait', untilMs: expect.any(Number) });
    await store.frontier.add(id, urls(HEAD + OBJECT, HEAD + OBJECT + 10));
    expect(await take(id)).toMatchObject({ kind: 'wait' });
    archive.isAway = false;
    expect(await read(id, 10)).toEqual(keysOf(HEAD, HEAD + 10));
  }, 60_000);

  it('keeps the URLs in the store if they cannot be written', async () => {
    const id = await start(HEAD + 2 * OBJECT + SPARE);
    archive.isAway = true;
    await expect(store.segments!.moveQueue(id)).rejects.toThrow(ArchiveUnavailableError);
    archive.isAway = false;
    expect(await moveAll(id)).toBe(2);
    expect((await read(id, 60)).length).toBe(60);
  });

  it('leases returned URLs before those of the archive, and URLs of other hosts while a host waits for it', async () => {
    const id = await start(HEAD + OBJECT);
    await moveAll(id);
    archive.isAway = true;
    const first = await takeOne(store, id);
    await read(id, HEAD - 1);
    await store.frontier.add(id, urls(0, 1, 'other.test:80'));
    expect((await takeOne(store, id)).host).toBe('other.test:80');
    await store.frontier.release(first, 0, true);
    expect((await takeOne(store, id)).key).toBe(first.key);
    expect(await take(id)).toMatchObject({ kind: 'wait' });
    archive.isAway = false;
    expect(await read(id, 1)).toEqual(keysOf(HEAD, HEAD + 1));
  }, 60_000);

  it('has one worker that moves, and ignores one whose URLs were needed meanwhile', async () => {
    const id = await start(HEAD + OBJECT);
    archive.beforePut = async () => {
      archive.beforePut = async () => {};
      expect(await store.segments!.moveQueue(id)).toBe(false);
      await read(id, HEAD + 1); // the head ended
    };
    expect(await store.segments!.moveQueue(id)).toBe(false);
    expect(archive.objects.size).toBe(0);
    expect(await read(id, OBJECT - 1)).toEqual(keysOf(HEAD + 1, HEAD + OBJECT));
  }, 60_000);

  describe.each(['oldest', 'longest-host'] as const)('with the order %s', (order) => {
    it.each([
      ['the next ones', {}],
      ['the next ones of their host', { maxPagesPerHost: AT_ONCE }],
    ])(
      'gives slots of URLs without a page to %s, though they are in the archive',
      async (_, rule) => {
        const limit = 'maxPagesPerHost' in rule ? 2 * AT_ONCE : AT_ONCE;
        const id = await start(AT_ONCE + HEAD + OBJECT + SPARE, { limit, request: { order, ...rule } });
        await moveAll(id);
        expect(archive.objects.size).toBe(1);
        archive.isAway = true;
        const first = await read(id, AT_ONCE + HEAD);
        for (let taken = await take(id); taken.kind === 'task'; taken = await take(id)) {
          first.push(taken.task.key);
          await store.frontier.complete(taken.task, { kind: 'blocked' }, [], FACTS);
        }
        expect(first).toEqual(keysOf(0, first.length));
        archive.isAway = false;
        for (let n = 0; n < AT_ONCE; n++) {
          const task = await takeSoon(store, id);
          expect(task.key).toBe(`/p${first.length + n}`);
          await completePage(store, task);
        }
        expect(await take(id)).toEqual({ kind: 'drained' });
      },
      60_000,
    );
  });

  it.each(['completed', 'cancelled'] as const)('removes the objects of a %s crawl', async (status) => {
    const id = await start(HEAD + 2 * OBJECT + SPARE);
    await moveAll(id);
    expect(archive.objects.size).toBe(2);
    await store.finish(id, status, null, DAY_MS);
    await moveAll(id);
    expect(archive.objects.size).toBe(0);
    expect((await store.segments!.backlogs()).some(({ crawlId }) => crawlId === id)).toBe(false);
  });

  it('removes the objects of an expired crawl, and one that was written without a pointer', async () => {
    const id = await start(HEAD + 2 * OBJECT + SPARE);
    await moveAll(id);
    const [name] = [...archive.objects.keys()];
    archive.objects.set(`${name!}-late`, Buffer.from('of a worker that was killed'));
    await store.finish(id, 'cancelled', null, 1);
    await store.expire(Date.now() + 1_000);
    await store.segments!.removeExpired(Date.now() + 1_000);
    expect(archive.objects.size).toBe(0);
  });

  it('never moves URLs of a job without data retention', async () => {
    const id = await start(HEAD + OBJECT, { request: { zeroDataRetention: true } });
    expect(await moveAll(id)).toBe(0);
  });
}
