import { MemoryHandlerStore } from '../../drivers/in-process/memory.handler-store.js';
import type { HandlerKind } from '../../model/handlers/handler.js';
import type { ChangeFeed } from '../changes/change-feed.service.js';
import { HandlerLags } from './handler-lags.js';
import type { HandlerRegistry } from './handler-registry.js';
import type { HandledJobs, ListedJob } from './sources/handled-jobs.js';

describe('the lag of handlers', () => {
  let store: MemoryHandlerStore;
  let reads: number;
  beforeEach(() => {
    store = new MemoryHandlerStore();
    reads = 0;
    const cursor = store.cursor.bind(store);
    store.cursor = (...place) => (reads++, cursor(...place));
  });

  const jobOf = (n: number): ListedJob => ({
    id: `job ${n}`,
    createdAt: 1,
    pages: 10,
    finishedAt: n % 2 === 0 ? null : 5,
  });
  /** Lags with a number of jobs of 10 pages, every other one of them running. */
  const lagsOf = (jobs: number, names: readonly string[], kind: HandlerKind = 'page') => {
    return new HandlerLags(
      store,
      { handlers: names.map((name) => ({ name, kind, tag: null })) } as unknown as HandlerRegistry,
      {
        list: async () => ({ jobs: Array.from({ length: jobs }, (_, n) => jobOf(n)), isPartial: false }),
        factsOf: (id: string) => Promise.resolve({ id, createdAt: 0, kind: 'crawl', tag: null }),
      } as unknown as HandledJobs,
      { lag: () => Promise.resolve(3) } as unknown as ChangeFeed,
    ).read();
  };
  const register = async (names: readonly string[], kind: HandlerKind = 'page') => {
    for (const name of names) await store.register({ name, kind }, [], 100);
  };
  const cursorOf = (handler: string, n: number, position: string, isDone = false) => {
    const claim = { holder: 'x', leaseMs: 60_000 };
    const step = { holder: 'x', position, attempts: 0, isDone, maxFailures: 1 };
    return store
      .take(handler, `job:job ${n}`, claim)
      .then(() => store.advance(handler, `job:job ${n}`, step));
  };

  it('is the number of pages after the cursors', async () => {
    await register(['pages']);
    await cursorOf('pages', 0, '4');
    await cursorOf('pages', 1, '10', true);
    const { handlers, jobs } = await lagsOf(3, ['pages']);
    expect(handlers).toEqual([{ name: 'pages', kind: 'page', lag: 6 + 0 + 10, lagNote: null, failures: 0, isHere: true }]); // prettier-ignore
    expect(jobs).toEqual({ stored: 3, read: 3 });
  });

  it('is the number of ended jobs for handlers of ends', async () => {
    await register(['ends'], 'crawl-end');
    await cursorOf('ends', 1, '5', true);
    const { handlers } = await lagsOf(6, ['ends'], 'crawl-end'); // ended: 1, 3 and 5
    expect(handlers[0]).toMatchObject({ lag: 2, lagNote: null });
  });

  it.each([
    ['', '4'],
    [' with the clock set back in between', '6'],
  ])(
    'is the further pages, and the further end, of a job that was continued after it was handled%s',
    async (_, end) => {
      await register(['pages']);
      await cursorOf('pages', 1, '7', true);
      await register(['ends'], 'crawl-end');
      await cursorOf('ends', 1, end, true);
      expect((await lagsOf(2, ['pages'])).handlers).toContainEqual(
        expect.objectContaining({ name: 'pages', lag: 10 + 3 }),
      );
      expect((await lagsOf(2, ['ends'], 'crawl-end')).handlers).toContainEqual(
        expect.objectContaining({ name: 'ends', lag: 1 }),
      );
    },
  );

  it('counts only jobs that a handler of another process has begun', async () => {
    await register(['pages']);
    await cursorOf('pages', 2, '1');
    expect((await lagsOf(5, [])).handlers[0]).toMatchObject({ lag: 9, lagNote: 'begun-jobs', isHere: false });
  });

  it('considers the newest 200 jobs, fewer with many handlers', async () => {
    await register(['pages']);
    const one = await lagsOf(300, ['pages']);
    expect([one.jobs, one.handlers[0]!.lag, reads]).toEqual([{ stored: 300, read: 200 }, 2_000, 200]);
    const names = Array.from({ length: 99 }, (_, n) => `handler ${n}`);
    await register(names);
    reads = 0;
    const many = await lagsOf(300, ['pages', ...names]);
    expect(many.jobs).toEqual({ stored: 300, read: 20 });
    expect(reads).toBe(2_000);
    expect(many.handlers).toHaveLength(100);
  });
});
