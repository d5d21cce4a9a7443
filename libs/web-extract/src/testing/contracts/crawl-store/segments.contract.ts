import { ArchiveUnavailableError } from '../../../model/errors.js';
import type { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import type { ResultSegments, SealBacklog } from '../../../ports/stores/result-segments.port.js';
import { MemoryArchive } from '../memory-archive.js';
import {
  crawlAll,
  FACTS,
  failedOutcome,
  pageOf,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from './samples.contract.js';

const ALL = { from: 0, maxPages: 1_000, maxBytes: 1e9 };
const MAX_BYTES = 4 * 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Contract of `ResultSegments`. */
export function segmentsContract(getStore: () => CrawlStore): void {
  let store: CrawlStore;
  let archive: MemoryArchive;
  let segments: ResultSegments;
  beforeEach(() => {
    store = getStore();
    archive = new MemoryArchive();
    segments = store.segments!;
    segments.use(archive);
  });

  const backlogOf = async (id: string): Promise<SealBacklog | undefined> =>
    (await segments.backlogs()).find(({ crawlId }) => crawlId === id);

  const seal = async (id: string) => segments.seal((await backlogOf(id))!, MAX_BYTES);

  /** All outcomes of a crawl, read as callers do. */
  const outcomesOf = async (id: string) => ({
    pages: await store.results.pages(id, ALL),
    few: await store.results.pages(id, { from: 2, maxPages: 3, maxBytes: 1e9 }),
    small: await store.results.pages(id, { from: 1, maxPages: 9, maxBytes: 1 }),
    records: await store.results.records(id, 0, 1_000),
    someRecords: await store.results.records(id, 3, 4),
    failures: await store.results.failures(id),
    lastFailure: await store.results.failures(id, 1, 1),
    blocked: await store.results.robotsBlocked(id),
    job: await store.find(id),
  });

  async function mixedCrawl(): Promise<string> {
    const id = await startCrawl(store, { seeds: urlsTo(12) });
    for (let n = 0; n < 2; n++) {
      const task = await takeOne(store, id);
      await store.frontier.complete(task, failedOutcome(task.url), [], FACTS);
      await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
    }
    await crawlAll(store, id);
    return id;
  }

  it('returns the same results in the same order after they were sealed', async () => {
    const id = await mixedCrawl();
    const before = await outcomesOf(id);
    expect(await seal(id)).toMatchObject({ pages: 8, rows: 16, bytes: expect.any(Number) });
    expect(archive.objects.size).toBe(1);
    expect(await outcomesOf(id)).toEqual(before);
    expect(await backlogOf(id)).toBeUndefined();
  });

  it('seals later results into further segments, and reads across them', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    await crawlAll(store, id);
    await seal(id);
    await store.frontier.add(id, urlsTo(4, '/q'));
    await crawlAll(store, id);
    const before = await outcomesOf(id);
    expect(before.pages.pages).toHaveLength(7);
    expect(await backlogOf(id)).toMatchObject({ pages: 4, rows: 4, isEnded: false });
    await seal(id);
    expect(archive.objects.size).toBe(2);
    expect(await outcomesOf(id)).toEqual(before);
    await store.frontier.add(id, [urlOf('/last')]);
    await crawlAll(store, id);
    const { pages } = await store.results.pages(id, { ...ALL, from: 6 });
    expect(pages).toEqual([pageOf(urlOf('/q3').url), pageOf(urlOf('/last').url)]);
    expect((await store.results.records(id, 0, 100)).map(({ url }) => url)).toHaveLength(8);
  });

  it('stops at the size of a segment', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(6) });
    await crawlAll(store, id, 'x y z '.repeat(2_000));
    const before = await outcomesOf(id);
    const sealed = await segments.seal((await backlogOf(id))!, 1);
    expect(sealed).toMatchObject({ pages: 1 });
    expect(await backlogOf(id)).toMatchObject({ pages: 5, rows: 0 });
    expect(await outcomesOf(id)).toEqual(before);
  });

  it('keeps the results in the store if the archive fails', async () => {
    const id = await mixedCrawl();
    const before = await outcomesOf(id);
    archive.isAway = true;
    await expect(seal(id)).rejects.toThrow(ArchiveUnavailableError);
    expect(await outcomesOf(id)).toEqual(before);
    archive.isAway = false;
    expect(await seal(id)).not.toBeNull();
    archive.isAway = true;
    await expect(store.results.pages(id, ALL)).rejects.toThrow(ArchiveUnavailableError);
    expect(await store.find(id)).toEqual(before.job);
  });

  it('has one sealer of a crawl at a time, and ignores one that was late', async () => {
    const id = await mixedCrawl();
    const backlog = (await backlogOf(id))!;
    archive.beforePut = async () => {
      archive.beforePut = async () => {};
      expect(await segments.seal(backlog, MAX_BYTES)).toBeNull();
    };
    expect(await segments.seal(backlog, MAX_BYTES)).toMatchObject({ pages: 8 });
    expect(await segments.seal(backlog, MAX_BYTES)).toBeNull();
    expect(archive.objects.size).toBe(1);
  });

  it('completes pages while a segment is written', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    await crawlAll(store, id);
    archive.beforePut = async () => {
      await store.frontier.add(id, urlsTo(2, '/q'));
      await crawlAll(store, id);
    };
    expect(await seal(id)).toMatchObject({ pages: 3 });
    const { pages } = await store.results.pages(id, ALL);
    expect(pages.map(({ url }) => new URL(url).pathname)).toEqual(['/p0', '/p1', '/p2', '/q0', '/q1']);
  });

  it('seals the results of an ended crawl, which can run again', async () => {
    const id = await mixedCrawl();
    await store.finish(id, 'completed', null, DAY_MS);
    expect(await backlogOf(id)).toMatchObject({ isEnded: true });
    const before = await outcomesOf(id);
    await seal(id);
    expect(await outcomesOf(id)).toEqual(before);
    expect(await backlogOf(id)).toBeUndefined();
    await store.reopen(id, [urlOf('/again')]);
    await crawlAll(store, id);
    expect((await store.results.pages(id, ALL)).pages).toEqual([
      ...before.pages.pages,
      pageOf(urlOf('/again').url),
    ]);
    await seal(id);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(9);
  });

  it('never seals a job without data retention', async () => {
    const id = await startCrawl(store, { request: { zeroDataRetention: true } });
    await crawlAll(store, id);
    expect(await backlogOf(id)).toBeUndefined();
  });

  it('removes the objects of an expired crawl, and orphans that appear later', async () => {
    const id = await mixedCrawl();
    await seal(id);
    const [name] = [...archive.objects.keys()];
    await store.finish(id, 'cancelled', null, 1);
    expect(await segments.knows(id)).toBe(true);
    const now = Date.now() + 1_000;
    await store.expire(now);
    expect(await store.find(id)).toBeNull();
    expect(await segments.removeExpired(now)).toBe(1);
    expect(archive.objects.size).toBe(0);
    archive.objects.set(`${name}.late`, Buffer.from('late'));
    expect(await segments.removeExpired(now + 60_000)).toBe(1);
    expect(await segments.removeExpired(now + 120_000)).toBe(0);
    archive.objects.set(`${name}.later`, Buffer.from('later'));
    expect(await segments.removeExpired(now + 180_000)).toBe(0); // an hour after an empty listing
    expect(await segments.removeExpired(now + 180_000 + HOUR_MS)).toBe(1);
    await segments.removeExpired(now + 240_000 + HOUR_MS);
    await segments.removeExpired(now + 300_000 + 2 * HOUR_MS);
    archive.isAway = true; // it is not listed any more
    expect(await segments.removeExpired(now + 10 * HOUR_MS)).toBe(0);
  });

  it('removes a segment whose crawl expired while it was written', async () => {
    const id = await mixedCrawl();
    archive.beforePut = async () => {
      await store.finish(id, 'cancelled', null, 1);
      await store.expire(Date.now() + 1_000);
    };
    expect(await seal(id)).toBeNull();
    await segments.removeExpired(Date.now() + 1_000);
    expect(archive.objects.size).toBe(0);
  });
}
