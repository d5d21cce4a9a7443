import { compareTexts } from '../../convert/changes/compare-texts.js';
import { splitMarkdown } from '../../convert/chunks/split-markdown.js';
import { MemoryPageHistory } from '../../drivers/in-process/memory.page-history.js';
import { ExtractionFailedError } from '../../model/errors.js';
import type { ChunkSource } from '../../model/page/chunk-source.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { ComparisonQuestion } from '../../model/text-comparison.js';
import { BodyRoom } from '../../pipeline/body-room.js';
import { VerificationBudget } from '../../pipeline/freshness/verification-budget.js';
import type { PageReading, ReadingFacts } from '../../pipeline/page-reading.js';
import type { ExtractionCompute } from '../../ports/extraction-compute.port.js';
import { somePage } from '../../testing/some-page.js';
import { historyKey } from '../history/history-key.js';
import { HostKnowledge } from '../history/host-knowledge.js';
import { TrackedVisit } from '../history/visits/tracked-visit.js';
import type { VisitPlan } from '../history/visits/visit-plan.js';
import { FeedVisit } from './feed-visit.js';
import { PageFeeds } from './page-feeds.js';

const [OLD, TARGET] = ['https://site.example/old', 'https://site.example/target'];
const PLAN: VisitPlan = { kind: 'crawl', crawlId: 'job', visitId: null, isRepeated: false, isSimilar: false, hops: 1, isHidden: false, followsDocumentLinks: false, signal: new AbortController().signal }; // prettier-ignore
const FACTS: ReadingFacts = { headers: {}, isRedirected: false, isMovedPermanently: false, bodyHash: 'body', wireBytes: 500, requests: 1, isTruncated: false, rendering: 'none', settledBy: null }; // prettier-ignore

describe('The feed of a page that is read by a redirect, or by its URL', () => {
  let history: MemoryPageHistory;
  const split = jest.fn<Promise<unknown>, [ChunkSource]>();
  const compare = jest.fn<Promise<unknown>, [ComparisonQuestion]>();
  const compute = { split, compare } as unknown as ExtractionCompute;

  beforeEach(() => {
    history = new MemoryPageHistory({ maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 });
    split.mockReset().mockImplementation(async (source) => splitMarkdown(source));
    compare.mockReset().mockImplementation(async (question) => compareTexts(question));
  });

  /** Reads the page by one of its URLs. @returns the warnings */
  async function read(url: string, markdown: string, ignoreNoise = false): Promise<readonly string[]> {
    const request: PageRequest = { url, track: { ignoreNoise } };
    const page = somePage({ url: TARGET, markdown });
    const facts = { ...FACTS, isRedirected: url !== TARGET };
    const reading: PageReading = { page, anchors: [], structured: null, retryAfter: null, bytes: 500, vote: null, again: async () => page, facts }; // prettier-ignore
    const tools = { history, compute, hosts: new HostKnowledge(history), room: new BodyRoom(), feeds: new PageFeeds(history.changes, compute, 1), settleScrape: async () => {}, verification: new VerificationBudget(0), converter: 'v1', maxVersions: 1, trustSitemap: false, report: () => {} }; // prettier-ignore
    const visit = await TrackedVisit.begin(tools, historyKey(request, url, false), request, PLAN);
    const steps = { reread: async () => reading, finish: async () => ({ page, decision: null, fields: null }) }; // prettier-ignore
    const tracked = await visit.conclude(reading, steps);
    visit.release();
    return tracked.page.warnings;
  }

  const name = { owner: historyKey({ url: TARGET }, TARGET, false).owner, tag: '' };
  /** The texts that the feed has listed. */
  const listed = async () => {
    const { entries } = await history.changes.read(name, { after: 0, limit: 100 });
    return entries.map(({ content }) => content?.chunks.map(({ text }) => text).join(''));
  };

  it('has a change whose text could not be split as soon as it can be', async () => {
    await read(OLD, 'One.');
    split.mockRejectedValueOnce(new ExtractionFailedError('it took longer than 1 ms'));
    expect(await read(OLD, 'Two.')).toEqual([expect.stringContaining('could not be split')]);
    for (let n = 0; n < 3; n++) await read(OLD, 'Two.');
    expect(await listed()).toEqual(['One.', 'Two.']);
  });

  it('has a change for which the store had no room as soon as it has', async () => {
    await read(OLD, 'One.');
    const record = history.record.bind(history);
    const full: typeof record = (key, update, revision) => record(key, { ...update, feed: [] }, revision);
    jest.spyOn(history, 'record').mockImplementationOnce(full);
    await read(OLD, 'Two.');
    expect(await listed()).toEqual(['One.']);
    for (let n = 0; n < 3; n++) await read(OLD, 'Two.');
    expect(await listed()).toEqual(['One.', 'Two.']);
  });

  it.each([false, true])('has a text that came back (ignoreNoise: %s)', async (ignoreNoise) => {
    await read(OLD, 'One.', ignoreNoise);
    await read(TARGET, 'Two.', ignoreNoise);
    for (let n = 0; n < 3; n++) await read(OLD, 'One.', ignoreNoise);
    expect(await listed()).toEqual(['One.', 'Two.', 'One.']);
  });

  it.each([
    [OLD, TARGET],
    [TARGET, OLD],
  ])('has each change once, and no noise: %s first', async (first, second) => {
    let minutes = 1;
    const readBoth = async (text: string) => {
      for (const url of [first, second]) await read(url, `${text}\n\nRead ${minutes++} minutes ago.`, true);
    };
    for (const text of ['One.', 'One.', 'Two.', 'Two.', 'One.', 'One.']) await readBoth(text);
    expect((await listed()).map((text) => text!.slice(0, 4))).toEqual(['One.', 'Two.', 'One.']);
  });

  it('has noise if it is not ignored', async () => {
    await read(OLD, 'Read 1 minute ago.', false);
    await read(TARGET, 'Read 2 minutes ago.', false);
    expect(await listed()).toHaveLength(2);
  });

  it('compares with the feed only where it has another text than the last visit', async () => {
    await read(TARGET, 'One, 10 views.', true);
    await read(TARGET, 'One, 20 views.', true);
    await read(TARGET, 'Two, 30 views.', true);
    expect(compare).toHaveBeenCalledTimes(2);
    await read(OLD, 'Two, 40 views.', true);
    expect(compare).toHaveBeenCalledTimes(3);
    expect(await listed()).toHaveLength(2);
  });

  it('has a change in a list that is cut between chunks, and no noise in it', async () => {
    const list = (views: number) =>
      Array.from({ length: 400 }, (_, n) => `- Item ${n} of a long list, ${views + n} views`).join('\n');
    await read(OLD, list(700), true);
    await read(TARGET, list(800), true); // a number above 999 takes one token more: the cuts are elsewhere
    await read(OLD, list(850), true);
    expect(await listed()).toHaveLength(1);
    await read(TARGET, list(870).replace('Item 7 ', 'Another item '), true);
    expect(await listed()).toHaveLength(2);
  });

  it('has a page that cannot be compared', async () => {
    await read(OLD, 'One, 10 views.', true);
    compare.mockRejectedValue(new ExtractionFailedError('it took longer than 1 ms'));
    await read(TARGET, 'One, 20 views.', true);
    expect(await listed()).toHaveLength(2);
  });
});

describe('FeedVisit', () => {
  const known = { seq: 3, isLive: true, fingerprint: 'known', shape: '1 default', url: TARGET };
  const previous = { fingerprint: 'known', isUnchanged: true, diff: null };
  const seen = { page: somePage({ url: TARGET }), fingerprint: 'now', previous, ignoresNoise: true, isPermanentRedirect: false }; // prettier-ignore
  const writeOf = async (url: string, values: Partial<typeof known> = {}, diff: string | null = null) => {
    const log = { page: async () => ({ ...known, ...values }), chunksOf: async () => [] } as never;
    const key = historyKey({ url }, url, false);
    const visit = new FeedVisit(log, { split: async () => [] } as never, key, { maxChunkTokens: null, head: 5 } as never, 'job', null); // prettier-ignore
    const changed = { ...previous, isUnchanged: false, diff };
    return (await visit.seen(diff === null ? seen : { ...seen, previous: changed })).writes[0];
  };

  it('leaves the fingerprint of a page to visits of its own URL', async () => {
    expect(await writeOf(TARGET)).toMatchObject({ kind: 'keep', expectedSeq: 3, fingerprint: 'now' });
    expect(await writeOf(OLD)).toMatchObject({ kind: 'keep', fingerprint: null });
    expect(await writeOf(TARGET, { fingerprint: 'now' })).toMatchObject({ kind: 'keep', fingerprint: null });
  });

  it('leaves an entry that is newer than the beginning of a visit by a redirect', async () => {
    expect(await writeOf(OLD, { seq: 6 }, '+Now.')).toEqual({ kind: 'keep', key: historyKey({ url: TARGET }, TARGET, false), expectedSeq: 6, fingerprint: null }); // prettier-ignore
    expect(await writeOf(TARGET, { seq: 6 }, '+Now.')).toMatchObject({ kind: 'upsert', expectedSeq: 6 });
  });

  it('adds the diff to the newest entry of the page, and none to an entry of another URL', async () => {
    expect(await writeOf(OLD, {}, '+Now.')).toMatchObject({ kind: 'upsert', diff: '+Now.' });
    const renamed = await writeOf(OLD, { url: `${TARGET}/` }, '+Now.');
    expect(renamed).toMatchObject({ kind: 'upsert', url: TARGET });
    expect(renamed).not.toHaveProperty('diff');
  });
});
