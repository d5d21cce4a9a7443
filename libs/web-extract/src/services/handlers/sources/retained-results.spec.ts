import { MemoryHandlerStore } from '../../../drivers/in-process/memory.handler-store.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { HandlerKind } from '../../../model/handlers/handler.js';
import { resolveOptions } from '../../../model/options.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { HandlerRegistry } from '../handler-registry.js';
import { RetainedResults } from './retained-results.js';

const RETENTION_MS = 1_000_000;
const PAGES = 4;

/** A job with four pages, of which handlers `pages` and `ends` have cursors. */
async function setUp(endedAgoMs: number, kinds: readonly HandlerKind[] = ['page']) {
  const finishedAt = Date.now() - endedAgoMs;
  const job = { id: 'j', finishedAt, expiresAt: finishedAt + 2 * RETENTION_MS, request: {}, counters: { pages: PAGES } }; // prettier-ignore
  const crawls = {
    find: jest.fn(async () => job as unknown as CrawlJob),
    keepUntil: jest.fn(async (_: string, expiresAt: number) => Boolean((job.expiresAt = expiresAt))),
  };
  const store = new MemoryHandlerStore();
  for (const kind of kinds) await store.register({ name: kind, kind }, [], 10);
  const retained = new RetainedResults(
    crawls as unknown as CrawlStore,
    store,
    { handlers: kinds.map((kind) => ({ name: kind, kind, tag: null })) } as unknown as HandlerRegistry,
    resolveOptions({ limits: { retentionMs: RETENTION_MS } }),
  );
  const advance = async (kind: HandlerKind, position: number, isDone = true) => {
    await store.take(kind, 'job:j', { holder: 'h', leaseMs: 60_000 });
    const step = { holder: 'h', position: String(position), attempts: 0, isDone, maxFailures: 10 };
    await store.advance(kind, 'job:j', step);
  };
  const mayEnd = () => retained.mayEnd({ id: 'j', finishedAt: job.finishedAt });
  return { job, crawls, store, retained, advance, mayEnd };
}

describe('the end of a job', () => {
  it.each([
    ['once its pages are handled', PAGES, true, 0, true],
    ['not while they are being handled', 2, false, 0, false],
    ['not before they are', null, false, RETENTION_MS * 0.7, false],
    ['not before those that were added to a job that had ended', PAGES - 1, true, 0, false],
    ['in any case before it expires', null, false, RETENTION_MS * 0.8, true],
  ])('is handled %s', async (_, position, isDone, endedAgoMs, isHandled) => {
    const { advance, mayEnd } = await setUp(endedAgoMs);
    if (position !== null) await advance('page', position, isDone);
    expect(await mayEnd()).toBe(isHandled);
  });

  it('is checked once in some seconds, after a handler at once', async () => {
    const { job, crawls, retained, advance, mayEnd } = await setUp(0);
    for (let n = 0; n < 5; n++) expect(await mayEnd()).toBe(false);
    expect(crawls.find).toHaveBeenCalledTimes(1);
    await advance('page', PAGES);
    await retained.release('j');
    expect([await mayEnd(), await mayEnd()]).toEqual([true, true]);
    job.counters.pages++; // continued by another process that has not been listed yet
    expect(await mayEnd()).toBe(false);
    await advance('page', PAGES + 1);
    await retained.release('j');
    expect(await mayEnd()).toBe(true);
    job.finishedAt++; // continued, and ended again
    job.counters.pages++;
    expect(await mayEnd()).toBe(false);
  });

  it('is checked in time if the job expires soon', async () => {
    const { mayEnd } = await setUp(RETENTION_MS * 0.75 - 50);
    expect(await mayEnd()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await mayEnd()).toBe(true);
  });

  it('does not wait for a handler that is not registered, nor for one of another kind', async () => {
    const { store, retained, mayEnd, crawls } = await setUp(0);
    expect(await mayEnd()).toBe(false);
    await store.remove('page');
    await retained.release('j');
    expect(crawls.keepUntil).not.toHaveBeenCalled(); // it may be registered later
    expect(await mayEnd()).toBe(true);
    await store.register({ name: 'page', kind: 'crawl-end' }, [], 10);
    expect(await mayEnd()).toBe(true);
  });

  it('is checked again if pages are handled during a check', async () => {
    const { retained, store, advance, mayEnd } = await setUp(0);
    const cursor = store.cursor.bind(store);
    jest.spyOn(store, 'cursor').mockImplementationOnce(async (...args) => {
      const before = await cursor(...args);
      await advance('page', PAGES);
      await retained.release('j');
      return before;
    });
    expect([await mayEnd(), await mayEnd()]).toEqual([false, true]);
  });
});

describe('results that are kept longer', () => {
  it('expire as usual when all handlers of pages and of the end have processed the job', async () => {
    const { job, crawls, retained, advance } = await setUp(RETENTION_MS + 1, ['page', 'crawl-end']);
    await advance('crawl-end', job.finishedAt); // called after most of the retention
    await retained.release('j');
    await advance('page', 2, false);
    await retained.release('j');
    expect(crawls.keepUntil).not.toHaveBeenCalled();
    await advance('page', PAGES);
    await retained.release('j');
    expect(job.expiresAt).toBeLessThanOrEqual(Date.now());
  });

  it('wait for the handler of the end, also after the pages', async () => {
    const { job, crawls, retained, advance } = await setUp(RETENTION_MS + 1, ['page', 'crawl-end']);
    await advance('page', PAGES);
    await retained.release('j');
    // ... of its first end, and of one before the clock was set back
    for (const time of [job.finishedAt - 1, job.finishedAt + 1]) {
      await advance('crawl-end', time);
      await retained.release('j');
    }
    expect(crawls.keepUntil).not.toHaveBeenCalled();
    await advance('crawl-end', job.finishedAt);
    await retained.release('j');
    expect(crawls.keepUntil).toHaveBeenCalledTimes(1);
  });

  it('wait for handlers of other processes that have found the job', async () => {
    const { crawls, store, retained, advance } = await setUp(0);
    await advance('page', PAGES);
    await store.register({ name: 'other', kind: 'page' }, [], 10);
    await store.take('other', 'job:j', { holder: 'other', leaseMs: 60_000 });
    await retained.release('j');
    expect(crawls.keepUntil).not.toHaveBeenCalled();
  });
});
