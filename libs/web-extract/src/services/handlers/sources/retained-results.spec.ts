import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { resolveOptions } from '../../../model/options.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { HandlerStore } from '../../../ports/stores/handler-store.port.js';
import type { HandledJob } from '../handler-calls.js';
import type { HandlerRegistry } from '../handler-registry.js';
import { RetainedResults } from './retained-results.js';

const RETENTION_MS = 1_000_000;

describe('the end of a job', () => {
  const setUp = (cursor: { isDone: boolean } | null, endedAgoMs: number) => {
    const job = { id: 'j', finishedAt: Date.now() - endedAgoMs, request: {} } as unknown as CrawlJob;
    const retained = new RetainedResults(
      { find: () => Promise.resolve(job) } as unknown as CrawlStore,
      { cursor: () => Promise.resolve(cursor) } as unknown as HandlerStore,
      { handlers: [{ name: 'pages', kind: 'page', tag: null }] } as unknown as HandlerRegistry,
      resolveOptions({ limits: { retentionMs: RETENTION_MS } }),
    );
    return retained.mayEnd({ id: 'j', kind: 'crawl', tag: null } as unknown as HandledJob);
  };

  it.each([
    ['once its pages are handled', { isDone: true }, 0, true],
    ['not while they are being handled', { isDone: false }, 0, false],
    ['not before they are', null, RETENTION_MS * 0.7, false],
    ['in any case before it expires', null, RETENTION_MS * 0.8, true],
  ])('is handled %s', async (_, cursor, endedAgoMs, isHandled) => {
    expect(await setUp(cursor, endedAgoMs)).toBe(isHandled);
  });
});
