import { MemoryPageHistory } from '../../drivers/in-process/memory.page-history.js';
import type { FeedWrite } from '../../model/change-log.js';
import type { WebExtractEvent } from '../../model/events.js';
import type { ResolvedOptions } from '../../model/options.js';
import { someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import type { EventStream } from '../events/event-stream.js';
import { FeedRemovals } from './feed-removals.js';

const FEED = { owner: 'anna', tag: '' };
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
const PAGES = 40;
const GONE = 12;

const keyOf = (n: number) => someHistoryKey({ url: `https://site.example/${n}` });

describe('FeedRemovals', () => {
  let history: MemoryPageHistory;
  let removals: FeedRemovals;
  let events: WebExtractEvent[];

  beforeEach(async () => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    history = new MemoryPageHistory({ maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 });
    events = [];
    const stream = { publish: (event: WebExtractEvent) => void events.push(event) } as EventStream;
    const options = { history: { maxRemovedShare: 0.2 } } as ResolvedOptions;
    removals = new FeedRemovals(history, options, stream);
    await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
    for (let n = 0; n < PAGES; n++) await visit(n, upsert(n));
  });
  afterEach(() => jest.useRealTimers());

  const upsert = (n: number): FeedWrite => ({
    kind: 'upsert',
    key: keyOf(n),
    expectedSeq: 0,
    url: keyOf(n).url,
    fingerprint: `${n}`,
    shape: 'shape',
    content: someContent(`${n}`),
  });

  async function visit(n: number, ...feed: FeedWrite[]): Promise<void> {
    const key = keyOf(n);
    const revision = (await history.find(key)).entry?.revision ?? 0;
    const head = someHead({ url: key.url, visitedAt: Date.now() });
    expect((await history.record(key, someUpdate({ head, feed }), revision)).kind).toBe('recorded');
  }

  /** A crawl that finds pages removed, and completes. */
  async function crawl(jobId: string, from = 0, count = GONE) {
    for (let n = from; n < from + count; n++)
      await visit(n, { kind: 'gone', key: keyOf(n), jobId, visits: 1 });
    return removals.settle(FEED, jobId);
  }
  const live = async () => (await history.changes.state(FEED))!.live;

  it('writes few removals at once', async () => {
    expect(await crawl('first', 0, 10)).toEqual({ removed: 10, held: 0 });
    expect(await live()).toBe(PAGES - 10);
    expect(events).toEqual([]);
  });

  it('holds too many removals until a crawl at least an hour later finds the same', async () => {
    expect(await crawl('first')).toEqual({ removed: 0, held: GONE });
    expect(events).toMatchObject([
      { type: 'removals-held', crawlId: 'first', owner: 'anna', tag: '', pages: GONE },
    ]);
    jest.setSystemTime(NOW + HOUR_MS - 1);
    expect(await crawl('second')).toEqual({ removed: 0, held: GONE });
    jest.setSystemTime(NOW + HOUR_MS);
    expect(await crawl('third')).toEqual({ removed: GONE, held: 0 });
    expect(await live()).toBe(PAGES - GONE);
    expect(await history.changes.state(FEED)).toMatchObject({ held: 0 });
  });

  it('withdraws held removals of pages that are found again', async () => {
    await crawl('first');
    jest.setSystemTime(NOW + 2 * HOUR_MS);
    await visit(0, { kind: 'keep', key: keyOf(0), expectedSeq: 1, fingerprint: null });
    expect(await crawl('second', 1, GONE - 1)).toEqual({ removed: GONE - 1, held: 0 });
    expect(await live()).toBe(PAGES - GONE + 1);
  });

  it('starts the hour again for pages that were found in between', async () => {
    await crawl('first');
    for (let n = 0; n < GONE; n++)
      await visit(n, { kind: 'keep', key: keyOf(n), expectedSeq: n + 1, fingerprint: null });
    jest.setSystemTime(NOW + 2 * HOUR_MS);
    expect(await crawl('second')).toEqual({ removed: 0, held: GONE });
    expect(await live()).toBe(PAGES);
  });

  it('leaves the removals of other jobs until these complete', async () => {
    for (let n = 0; n < 3; n++) await visit(n, { kind: 'gone', key: keyOf(n), jobId: 'running', visits: 1 });
    expect(await crawl('other', 10, 2)).toEqual({ removed: 2, held: 0 });
    expect(await live()).toBe(PAGES - 2);
  });

  it('writes held removals that the application confirms', async () => {
    await crawl('first');
    expect(await removals.confirm(FEED)).toBe(GONE);
    expect(await live()).toBe(PAGES - GONE);
    expect(await removals.confirm(FEED)).toBe(0);
  });
});
