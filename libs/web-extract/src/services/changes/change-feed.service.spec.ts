import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { MemoryPageHistory } from '../../drivers/in-process/memory.page-history.js';
import type { FeedWrite } from '../../model/change-log.js';
import {
  CursorExpiredError,
  ExtractionFailedError,
  RateLimitedError,
  UnavailableError,
} from '../../model/errors.js';
import { resolveOptions } from '../../model/options.js';
import { pageOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import { someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import { WatchPlaces } from '../crawl/following/watch-places.js';
import { ChangeFeed } from './change-feed.service.js';
import { FeedReader } from './feed-reader.js';
import type { FeedVisit } from './feed-visit.js';
import { PageFeeds } from './page-feeds.js';

const FEED = { owner: 'anna', tag: 'docs' };
const BOUNDS = { maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 };
const keyOf = (name: string) => someHistoryKey({ url: `https://site.example/${name}`, tag: 'docs' });

/** A history with a feed of pages. */
async function historyOf(...names: string[]): Promise<MemoryPageHistory> {
  const history = new MemoryPageHistory(BOUNDS);
  await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
  for (const name of names) await put(history, name);
  return history;
}

async function put(history: MemoryPageHistory, name: string): Promise<void> {
  const key = keyOf(name);
  const expectedSeq = (await history.changes.page(key))?.seq ?? 0;
  const write: FeedWrite = { kind: 'upsert', key, expectedSeq, url: key.url, fingerprint: `${name} ${expectedSeq}`, shape: 's', content: someContent(name) }; // prettier-ignore
  const revision = (await history.find(key)).entry?.revision ?? 0;
  const head = someHead({ url: key.url, visitedAt: Date.now() });
  await history.record(key, someUpdate({ head, feed: [write] }), revision);
}

const feedOf = (history: MemoryPageHistory, maxWatchers = 100) =>
  new ChangeFeed(
    history,
    new WatchPlaces(resolveOptions({ limits: { maxWatchers } })),
    new FeedReader(history),
  );

const namesOf = ({
  entries,
}: {
  readonly entries: readonly { readonly type: string; readonly url: string }[];
}) => entries.map(({ type, url }) => `${type} ${new URL(url).pathname}`);

describe('ChangeFeed', () => {
  it('continues after the newest entry from its head', async () => {
    const history = await historyOf('a', 'b');
    const feed = feedOf(history);
    const since = await feed.head(FEED);
    expect(await feed.read({ ...FEED, since })).toMatchObject({ entries: [], cursor: since });
    await put(history, 'c');
    expect(namesOf(await feed.read({ ...FEED, since }))).toEqual(['upsert /c']);
  });

  it('is not complete for a tag without a feed, and names the tags that have one', async () => {
    const history = await historyOf('a');
    const feed = feedOf(history);
    const mistyped = { owner: FEED.owner, tag: 'dosc' };
    const first = await feed.read(mistyped);
    const nothing = {
      entries: [],
      snapshot: { complete: false },
      warning: expect.stringMatching(/"dosc".*: "docs"$/),
    };
    expect(first).toMatchObject(nothing);
    expect(await feed.read({ ...mistyped, since: first.cursor })).toMatchObject(nothing);
    expect(await feed.read({ ...mistyped, since: await feed.head(mistyped) })).toMatchObject(nothing);
    const others = await feed.read({ owner: 'berta', tag: 'docs' });
    expect(others).toMatchObject({ snapshot: { complete: false }, warning: expect.not.stringContaining(': "docs"') }); // prettier-ignore
    await history.changes.open(mistyped, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 9 });
    const later = await feed.read({ ...mistyped, since: first.cursor });
    expect(later).toMatchObject({ entries: [], snapshot: { complete: true } });
    expect(later).not.toHaveProperty('warning');
  });

  it('reads the tags of the owner only for readers who receive the warning', async () => {
    const history = await historyOf('a');
    const tags = jest.spyOn(history.changes, 'tags');
    const feed = feedOf(history);
    const mistyped = { owner: FEED.owner, tag: 'dosc' };
    const stop = new AbortController();
    const followed = feed.follow({ ...mistyped, signal: stop.signal }).next();
    const { snapshot, warning } = await new FeedReader(history).read(mistyped, {});
    expect([snapshot, warning]).toEqual([{ complete: false }, undefined]);
    stop.abort();
    expect((await followed).done).toBe(true);
    expect(tags).not.toHaveBeenCalled();
    expect((await feed.read(mistyped)).warning).toContain('"dosc"');
    expect(tags).toHaveBeenCalledTimes(1);
  });

  it('has a head before the first entry, from which all pages follow', async () => {
    const history = new MemoryPageHistory(BOUNDS);
    const feed = feedOf(history);
    const since = await feed.head(FEED);
    expect((await feed.read({ ...FEED, since })).entries).toEqual([]);
    await history.changes.open(FEED, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
    await put(history, 'a');
    expect(namesOf(await feed.read({ ...FEED, since }))).toEqual(['upsert /a']);
  });

  it('sends readers back to the beginning after a restore of an older state', async () => {
    const later = await historyOf('a', 'b', 'c');
    const { cursor } = await feedOf(later).read(FEED);
    const restored = feedOf(await historyOf('a'));
    const error: unknown = await restored.read({ ...FEED, since: cursor }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CursorExpiredError);
    const again = await restored.read({ ...FEED, since: (error as CursorExpiredError).cursor });
    expect(namesOf(again)).toEqual(['upsert /a']);
    expect(again.snapshot).toEqual({ complete: true });
  });

  it('reads a snapshot on where a part of the feed has no entry of an existing page', async () => {
    const history = await historyOf('a', 'b');
    const { changes } = history;
    const readPart = changes.read.bind(changes);
    const read = jest.spyOn(changes, 'read').mockImplementation((name, range) =>
      range.after < 2 && range.snapshotUntil !== undefined
        ? Promise.resolve({ entries: [], hasMore: true, last: range.after + 1 })
        : readPart(name, { ...range, after: range.after - 2 }),
    ); // prettier-ignore
    const page = await feedOf(history).read(FEED);
    expect(namesOf(page)).toEqual(['upsert /a', 'upsert /b']);
    expect(page.snapshot).toEqual({ complete: true });
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('returns deletions of forgotten pages to its readers before these begin again', async () => {
    const history = await historyOf('a', 'b');
    const feed = feedOf(history);
    const { cursor } = await feed.read(FEED);
    await history.forget('anna', { tag: 'docs' });
    expect(namesOf(await feed.read({ ...FEED, since: cursor }))).toEqual(['delete /a', 'delete /b']);
    expect((await history.find(keyOf('a'))).entry).toBeNull();
  });

  it('counts followers as watchers, until they leave', async () => {
    const feed = feedOf(await historyOf('a'), 1);
    const first = feed.follow(FEED);
    expect((await first.next()).value).toMatchObject({ type: 'upsert' });
    await expect(feed.follow(FEED).next()).rejects.toBeInstanceOf(RateLimitedError);
    await first.return();
    const next = feed.follow(FEED);
    expect((await next.next()).done).toBe(false);
    await next.return();
  });
});

describe('PageFeeds', () => {
  it('opens at most 100 feeds of an owner by default; pages of further tags have a warning', async () => {
    const { changes } = new MemoryPageHistory(BOUNDS);
    const compute = {} as ExtractionCompute; // splits no page here
    const feeds = new PageFeeds(changes, compute, resolveOptions({}).history!.maxFeeds);
    const visit = (tag: string) =>
      feeds.visit(someHistoryKey({ tag }), { jobId: 'job', maxChunkTokens: undefined });
    for (let n = 0; n < 100; n++) expect(await visit(`tag-${n}`)).not.toHaveProperty('warning');
    expect(await visit('one-more')).toEqual({
      warning: 'The page is not in the change feed: there are 100 feeds already',
    });
    expect(await visit('tag-7')).not.toHaveProperty('warning');
    expect(await changes.tags('anna')).toHaveLength(100);
  });

  it('leave a page that cannot be split to a later visit, with a warning', async () => {
    const { changes } = new MemoryPageHistory(BOUNDS);
    const split = jest.fn().mockRejectedValue(new ExtractionFailedError('it took longer than 1 ms'));
    const feeds = new PageFeeds(changes, { split } as never, 1);
    const begin = async (jobId: string | null) =>
      (await feeds.visit(someHistoryKey(), { jobId, maxChunkTokens: undefined })) as FeedVisit;
    const seen = {
      page: pageOf(someHistoryKey().url),
      fingerprint: 'f',
      previous: null,
      ignoresNoise: false,
      isPermanentRedirect: false,
    };
    const warnings = ['The page is not in the change feed: its text could not be split into chunks'];
    expect(await (await begin('job')).seen(seen)).toEqual({ writes: [], warnings });
    split.mockRejectedValue(new UnavailableError('too many conversions are waiting'));
    expect(await (await begin(null)).seen(seen)).toEqual({ writes: [], warnings });
    await expect((await begin('job')).seen(seen)).rejects.toBeInstanceOf(UnavailableError);
    split.mockResolvedValue([]);
    expect(await (await begin('job')).seen(seen)).toMatchObject({
      writes: [{ kind: 'upsert' }],
      warnings: [],
    });
  });
});
