import type { FeedWrite, PageContent, StoredEntry } from '../../model/change-log.js';
import type { HistoryKey } from '../../model/snapshot.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { PageHistory, RecordResult } from '../../ports/stores/page-history.port.js';
import { someHead, someHistoryKey, someUpdate } from './page-history.contract.js';

const LIMITS = { maxFeeds: 3 };
const SETTINGS = { variant: 'plain', maxChunkTokens: null };
const FEED = { owner: 'anna', tag: '' };
const DAY_MS = 86_400_000;
/** State of a new ledger. */
const NEW = { signature: null, job: null, lastSync: null };

const url = (name: string) => `https://site.example/${name}`;
const keyOf = (name: string, values: Partial<HistoryKey> = {}) =>
  someHistoryKey({ url: url(name), ...values });

export function someContent(text: string, values: Partial<PageContent> = {}): PageContent {
  const chunk = { id: 'chunk', hash: `hash of ${text}`, text, headingPath: ['A'], url: url('a'), tokens: 3 };
  const metadata = { title: 'T', description: null, language: 'en', author: null, publishedAt: null, modifiedAt: null, statusCode: 200, contentType: 'text/html' }; // prettier-ignore
  return { metadata, chunks: [chunk], upsert: ['chunk'], delete: [], ...values };
}

const upsert = (
  key: HistoryKey,
  fingerprint: string,
  expectedSeq = 0,
  values: Partial<Extract<FeedWrite, { kind: 'upsert' }>> = {},
): FeedWrite => ({
  kind: 'upsert',
  key,
  expectedSeq,
  url: key.url,
  fingerprint,
  shape: 'shape',
  content: someContent(fingerprint),
  ...values,
});

const keep = (name: string, fingerprint: string | null, expectedSeq = 1): FeedWrite => ({
  kind: 'keep',
  key: keyOf(name),
  expectedSeq,
  fingerprint,
});

/**
 * Contract suite of the `ChangeLog` of a `PageHistory`. Call it inside a spec of the driver.
 * @param makeHistory returns an empty one with these limits
 */
export function changeLogContract(
  makeHistory: (bounds: { maxBytes: number; maxBytesPerOwner: number }) => PageHistory | Promise<PageHistory>,
): void {
  let history: PageHistory;
  let log: ChangeLog;
  const revisions = new Map<string, number>();

  beforeEach(async () => {
    history = await makeHistory({ maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 });
    log = history.changes!;
    revisions.clear();
    await log.open(FEED, SETTINGS, LIMITS);
  });

  /** Records a visit with changes of the feed. */
  const record = (key: HistoryKey, ...feed: FeedWrite[]): Promise<RecordResult> =>
    recordAt(Date.now(), key, ...feed);
  const recordAt = async (visitedAt: number, key: HistoryKey, ...feed: FeedWrite[]) => {
    const expected = revisions.get(JSON.stringify(key)) ?? 0;
    const head = someHead({ url: key.url, visitedAt });
    const result = await history.record(key, someUpdate({ head, feed }), expected);
    if (result.kind === 'recorded') revisions.set(JSON.stringify(key), result.revision);
    return result;
  };
  const put = async (name: string, fingerprint: string, values = {}) => {
    const key = keyOf(name, values);
    return record(key, upsert(key, fingerprint, (await log.page(key))?.seq));
  };
  const gone = (name: string, jobId: string | null = 'job', visits = 1) =>
    record(keyOf(name), { kind: 'gone', key: keyOf(name), jobId, visits });
  const read = async (after = 0, feed = FEED): Promise<readonly StoredEntry[]> =>
    (await log.read(feed, { after, limit: 2_000 })).entries;
  const pending = async () => {
    const found = [];
    for await (const part of log.pending(FEED)) found.push(...part);
    return found;
  };
  const removeAll = async () =>
    log.settle(FEED, { remove: (await pending()).map(({ page }) => page), hold: [] });
  const told = (entries: readonly StoredEntry[]) =>
    entries.map(({ seq, type, url: of, fingerprint }) => [seq, type, of, fingerprint]);

  it('opens a feed once, with the settings of the first', async () => {
    const first = await log.state(FEED);
    expect(await log.open(FEED, { variant: 'other', maxChunkTokens: 64 }, LIMITS)).toEqual(first);
    expect(first).toMatchObject({ variant: 'plain', maxChunkTokens: null, head: 0, live: 0 });
    expect(await log.open(FEED, SETTINGS, LIMITS, { maxChunkTokens: 99 })).toMatchObject({
      variant: 'plain',
      maxChunkTokens: 99,
    });
  });

  it('limits the feeds of an owner', async () => {
    for (const tag of ['a', 'b']) await log.open({ owner: 'anna', tag }, SETTINGS, LIMITS);
    expect(await log.open({ owner: 'anna', tag: 'c' }, SETTINGS, LIMITS)).toBeNull();
    expect(await log.open({ owner: 'bert', tag: 'c' }, SETTINGS, LIMITS)).not.toBeNull();
    expect([...(await log.tags('anna'))].sort()).toEqual(['', 'a', 'b']);
  });

  it('lists entries in the order of the visits', async () => {
    await put('a', '1');
    await put('b', '2');
    await put('a', '3');
    const entries = await read();
    expect(told(entries)).toEqual([
      [1, 'upsert', url('a'), '1'],
      [2, 'upsert', url('b'), '2'],
      [3, 'upsert', url('a'), '3'],
    ]);
    expect(entries[2]).toMatchObject({
      previousFingerprint: '1',
      isDetached: false,
      content: someContent('3'),
    });
    expect(told(await read(2))).toEqual([[3, 'upsert', url('a'), '3']]);
    expect(await log.state(FEED)).toMatchObject({ head: 3, live: 2 });
  });

  it('stores the entry with the visit, or neither', async () => {
    const key = keyOf('a');
    await put('a', '1');
    expect((await record(key, upsert(key, '2', 7))).kind).toBe('raced');
    expect((await history.find(key)).entry?.revision).toBe(1);
    const raced = await history.record(key, someUpdate({ feed: [upsert(key, '2', 1)] }), 5);
    expect(raced.kind).toBe('raced');
    expect(await read()).toHaveLength(1);
  });

  it('stores one entry of a visit that is repeated', async () => {
    const key = keyOf('a');
    const visit = {
      id: 'visit',
      verdict: { fingerprint: '1', change: { previousAt: null, status: 'new', visibility: 'visible' } },
    } as const;
    for (let n = 0; n < 2; n++) await history.record(key, someUpdate({ visit, feed: [upsert(key, '1')] }), 0);
    expect(await read()).toHaveLength(1);
  });

  it('ignores pages that are read with other options, and feeds that were not opened', async () => {
    const key = keyOf('a', { variant: 'mobile' });
    expect((await record(key, upsert(key, '1'))).kind).toBe('recorded');
    const untold = keyOf('a', { tag: 'unknown' });
    expect((await record(untold, upsert(untold, '1'))).kind).toBe('recorded');
    expect(await read()).toEqual([]);
    expect(await log.state({ owner: 'anna', tag: 'unknown' })).toBeNull();
  });

  it('keeps owners and tags apart', async () => {
    await log.open({ owner: 'bert', tag: '' }, SETTINGS, LIMITS);
    await log.open({ owner: 'anna', tag: 'x' }, SETTINGS, LIMITS);
    await put('a', '1');
    await put('a', '2', { owner: 'bert' });
    await put('a', '3', { tag: 'x' });
    const feeds = [FEED, { owner: 'bert', tag: '' }, { owner: 'anna', tag: 'x' }];
    const found = await Promise.all(feeds.map((feed) => read(0, feed)));
    expect(found.map((entries) => entries.map(({ fingerprint }) => fingerprint))).toEqual([
      ['1'],
      ['2'],
      ['3'],
    ]);
  });

  it('returns huge contents in parts', async () => {
    const content = someContent('all the same '.repeat(200_000)); // twice: 5 MB that are packed to a few KB
    for (const name of ['a', 'b', 'c']) await record(keyOf(name), upsert(keyOf(name), name, 0, { content }));
    const first = await log.read(FEED, { after: 0, limit: 10 });
    expect(first.entries.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(first).toMatchObject({ hasMore: true, last: 2 });
    const second = await log.read(FEED, { after: 2, limit: 10 });
    expect(second).toMatchObject({ hasMore: false, last: 3 });
    expect(second.entries[0]!.content).toEqual(content);
  });

  it('keeps the 100 newest older entries of a page', async () => {
    for (let n = 0; n < 104; n++) await put('a', `${n}`);
    const entries = await read();
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 101 }, (_, n) => n + 4));
    expect(entries[0]!.isDetached).toBe(true);
    await gone('a');
    await removeAll();
    expect(told(await read())).toEqual([[105, 'delete', url('a'), null]]);
  });

  it('reads the newest entries of existing pages as a snapshot', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name, '1');
    await put('b', '2');
    await gone('c');
    await removeAll();
    const { head } = (await log.state(FEED))!;
    await put('a', '9'); // after the snapshot began
    const range = { limit: 1, snapshotUntil: head };
    const first = await log.read(FEED, { after: 0, ...range });
    expect(told(first.entries)).toEqual([[4, 'upsert', url('d'), '1']]);
    expect(first.hasMore).toBe(true);
    expect(first.last).toBeGreaterThanOrEqual(4);
    expect(first.last).toBeLessThan(5);
    const second = await log.read(FEED, { after: 4, ...range });
    expect(told(second.entries)).toEqual([[5, 'upsert', url('b'), '2']]);
    expect(second.hasMore).toBe(false);
  });

  it('writes a removal when it is settled', async () => {
    await put('a', '1');
    await gone('a');
    expect(await read(1)).toEqual([]);
    expect(await pending()).toMatchObject([{ jobId: 'job', visits: 1, heldAt: null }]);
    expect(await removeAll()).toBe(1);
    expect(told(await read())).toEqual([[2, 'delete', url('a'), null]]);
    expect(await log.state(FEED)).toMatchObject({ live: 0, head: 2 });
    expect(await removeAll()).toBe(0);
  });

  it('withdraws the removal of a page that is found again', async () => {
    await put('a', '1');
    await gone('a');
    const [{ page }] = (await pending()) as unknown as [{ page: string }];
    await log.settle(FEED, { remove: [], hold: [page] });
    expect(await log.state(FEED)).toMatchObject({ held: 1 });
    await record(keyOf('a'), keep('a', null));
    expect(await log.settle(FEED, { remove: [page], hold: [] })).toBe(0);
    expect(await log.state(FEED)).toMatchObject({ held: 0, live: 1 });
  });

  it('remembers since when a removal is held', async () => {
    await put('a', '1');
    await gone('a');
    await log.settle(FEED, { remove: [], hold: (await pending()).map(({ page }) => page) });
    const [{ heldAt }] = (await pending()) as unknown as [{ heldAt: number }];
    await gone('a', 'later job', 2);
    expect(await pending()).toMatchObject([{ jobId: 'later job', visits: 2, heldAt }]);
  });

  it('replaces the fingerprint of a page that differs in noise, unless another entry was written since', async () => {
    const fingerprint = async () => (await log.page(keyOf('a')))?.fingerprint;
    await put('a', '1');
    await record(keyOf('a'), keep('a', '1 with noise'));
    expect(await fingerprint()).toBe('1 with noise');
    await record(keyOf('b'), keep('a', null)); // a URL that redirects to the page
    expect(await fingerprint()).toBe('1 with noise');
    await put('a', '2');
    await record(keyOf('b'), keep('a', '1 with more noise'));
    await record(keyOf('b'), keep('a', null));
    expect(await fingerprint()).toBe('2');
    expect(await read()).toHaveLength(2);
  });

  it('detaches the entry of a page that comes back', async () => {
    await put('a', '1');
    await gone('a');
    await removeAll();
    await put('a', '2');
    const [entry, ...others] = await read();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ seq: 3, type: 'upsert', isDetached: true });
  });

  describe('of a URL that redirects', () => {
    const move = async (isPermanent: boolean) =>
      record(
        keyOf('a'),
        upsert(keyOf('b'), '1', (await log.page(keyOf('b')))?.seq, { redirectedFrom: keyOf('a') }),
        { kind: 'moved', key: keyOf('a'), to: keyOf('b'), isPermanent, jobId: 'job' }, // prettier-ignore
      );

    it('removes the old page, and lists the new one', async () => {
      await put('a', '1');
      await move(true);
      await removeAll();
      expect(told(await read())).toEqual([
        [2, 'upsert', url('b'), '1'],
        [3, 'delete', url('a'), null],
      ]);
    });

    it('keeps the old page after one visit if the redirect is temporary', async () => {
      await put('a', '1');
      await move(false);
      expect(await pending()).toEqual([]);
    });

    it('removes the old page if a visit a day later finds the temporary redirect again', async () => {
      const first = Date.now() - 2 * DAY_MS;
      const again = (at: number) =>
        recordAt(at, keyOf('a'), { kind: 'moved', key: keyOf('a'), to: keyOf('b'), isPermanent: false, jobId: 'job' }); // prettier-ignore
      await put('a', '1');
      await again(first);
      await again(first + DAY_MS - 1);
      expect(await pending()).toEqual([]);
      await again(first + DAY_MS);
      expect(await pending()).toMatchObject([{ jobId: 'job', visits: 1, heldAt: null }]);
      await removeAll();
      expect(told(await read()).at(-1)).toEqual([2, 'delete', url('a'), null]);
    });

    it('counts the day of a temporary redirect from its first visit since the page was found', async () => {
      const first = Date.now() - 3 * DAY_MS;
      const moved: FeedWrite = { kind: 'moved', key: keyOf('a'), to: keyOf('b'), isPermanent: false, jobId: 'job' }; // prettier-ignore
      await put('a', '1');
      await recordAt(first, keyOf('a'), moved);
      await recordAt(first + 1, keyOf('a'), keep('a', null));
      await recordAt(first + DAY_MS, keyOf('a'), moved);
      expect(await pending()).toEqual([]);
      await recordAt(first + 2 * DAY_MS, keyOf('a'), moved);
      expect(await pending()).toHaveLength(1);
    });

    it('removes the target with the URL that led to it', async () => {
      await move(true);
      await gone('a');
      await removeAll();
      expect(told(await read())).toEqual([[2, 'delete', url('b'), null]]);
    });

    it('updates a target with visits of its own, and leaves its removal to them', async () => {
      await put('b', 'own');
      await move(true);
      await gone('a');
      await removeAll();
      expect(told(await read()).at(-1)).toEqual([2, 'upsert', url('b'), '1']);
      await gone('b');
      await removeAll();
      expect(told(await read())).toEqual([[3, 'delete', url('b'), null]]);
    });
  });

  it('deletes the old URL of a page that has another one', async () => {
    const key = keyOf('a');
    await put('a', '1');
    await record(key, upsert(key, '1', 1, { url: url('a/') }));
    expect(told(await read())).toEqual([
      [2, 'delete', url('a'), null],
      [3, 'upsert', url('a/'), '1'],
    ]);
    await record(key, upsert(key, '1', 3));
    expect(told(await read())).toEqual([
      [2, 'delete', url('a'), null],
      [4, 'delete', url('a/'), null],
      [5, 'upsert', url('a'), '1'],
    ]);
  });

  it('keeps the newest entry of each page when older ones are dropped', async () => {
    await put('a', 'first');
    for (let n = 0; n < 1_050; n++) await put('b', String(n));
    const entries = await read();
    expect(entries.length).toBeLessThanOrEqual(1_002);
    expect(entries[0]).toMatchObject({ url: url('a') });
    expect(entries[1]).toMatchObject({ url: url('b'), isDetached: true });
    expect(entries.at(-1)).toMatchObject({ fingerprint: '1049', isDetached: false });
  }, 60_000);

  describe('forgets', () => {
    beforeEach(async () => {
      await put('a', '1');
      await put('b', '1');
    });

    it.each([
      ['a page', { url: url('a') }, [['delete', url('a')]], 1],
      ['all pages', {}, [['delete', url('a')], ['delete', url('b')]], 0], // prettier-ignore
    ])('%s, and says so', async (_, filter, expected, live) => {
      await history.forget('anna', filter);
      const entries = (await read(2)).map(({ type, url: of }) => [type, of]);
      expect(entries.sort()).toEqual(expected);
      expect(await log.state(FEED)).toMatchObject({ live });
      expect((await read()).filter(({ type }) => type === 'upsert')).toHaveLength(live);
    });

    it('the options of a feed', async () => {
      await history.forget('anna', { tag: '' });
      expect(await log.state(FEED)).toMatchObject({ variant: null });
      expect(await log.open(FEED, { variant: 'mobile', maxChunkTokens: null }, LIMITS)).toMatchObject({ variant: 'mobile' }); // prettier-ignore
    });

    it('deletions after their time', async () => {
      await history.forget('anna', { url: url('a') });
      const { epoch } = (await log.state(FEED))!;
      await history.expire(0, 0);
      expect(await log.state(FEED)).toMatchObject({ expired: 0, epoch });
      const now = Date.now();
      while (Date.now() === now); // the deletion is older
      await history.expire(Date.now(), 0); // the other page is deleted too
      expect(told(await read())).toEqual([[4, 'delete', url('b'), null]]);
      expect(await log.state(FEED)).toMatchObject({ expired: 3, live: 0 });
    });

    it('pages that were not visited for a long time, with a deletion', async () => {
      await recordAt(Date.now() - DAY_MS, keyOf('old'), upsert(keyOf('old'), '1'));
      await history.expire(Date.now() - DAY_MS / 2, 0);
      expect(told(await read())).toEqual([
        [1, 'upsert', url('a'), '1'],
        [2, 'upsert', url('b'), '1'],
        [4, 'delete', url('old'), null],
      ]);
      expect(await log.state(FEED)).toMatchObject({ live: 2, head: 4 });
      expect((await history.find(keyOf('old'))).entry).toBeNull();
    });

    it('what a sink has received', async () => {
      await log.takeLedger(FEED, 'sink', { holder: 'x', leaseMs: 60_000, maxLedgers: 2 });
      const row = { page: 'page', url: url('a'), seq: 1, chunks: [] };
      expect(await log.writeLedger(FEED, 'sink', 'x', { page: 'page', row })).toBe(true);
      await history.forget('anna');
      for await (const rows of log.ledger(FEED, 'sink')) expect(rows).toEqual([]);
      expect(await log.writeLedger(FEED, 'sink', 'x', { page: 'page', row })).toBe(false);
    });
  });

  describe('keeps ledgers that', () => {
    const take = (sink: string, holder: string, leaseMs = 60_000) =>
      log.takeLedger(FEED, sink, { holder, leaseMs, maxLedgers: 2 });
    const rows = async (sink: string) => {
      const found = [];
      for await (const part of log.ledger(FEED, sink)) found.push(...part);
      return found;
    };

    it('have one holder', async () => {
      expect(await take('sink', 'x')).toEqual(NEW);
      expect(await take('sink', 'y')).toBeNull();
      expect(await take('sink', 'x')).toEqual(NEW);
      await log.leaveLedger(FEED, 'sink', 'y'); // not the holder
      expect(await take('sink', 'y')).toBeNull();
      await log.leaveLedger(FEED, 'sink', 'x');
      expect(await take('sink', 'y')).toEqual(NEW);
    });

    it('are free when the time of their holder is over', async () => {
      await take('sink', 'x', -1);
      expect(await take('sink', 'y')).toEqual(NEW);
    });

    it('are few', async () => {
      await take('one', 'x');
      await take('two', 'x');
      expect(await take('three', 'x')).toBe('full');
    });

    it('have rows and a signature of their own', async () => {
      await take('one', 'x');
      await take('two', 'x');
      const row = { page: 'page', url: url('a'), seq: 3, chunks: [['id', 'hash']] } as const;
      expect(await log.noteLedger(FEED, 'one', 'x', { job: 'job' })).toBe(true);
      expect(await log.noteLedger(FEED, 'one', 'x', { signature: 'signature' })).toBe(true);
      expect(await log.writeLedger(FEED, 'one', 'x', { page: 'page', row })).toBe(true);
      expect(await take('one', 'x')).toEqual({ ...NEW, signature: 'signature', job: 'job' });
      expect(await rows('one')).toEqual([row]);
      expect(await log.ledgerRow(FEED, 'one', 'page')).toEqual(row);
      expect(await rows('two')).toEqual([]);
      expect(await log.ledgerRow(FEED, 'two', 'page')).toBeNull();
      await log.writeLedger(FEED, 'one', 'x', { page: 'page', row: null });
      expect(await rows('one')).toEqual([]);
    });

    it('are listed by name, with the end of the last sync', async () => {
      expect(await log.ledgers(FEED, 9)).toEqual([]);
      const counts = { new: 3, changed: 2, removed: 1, held: 0, unchanged: 4, skipped: 0, failed: 0, notChecked: 10, bytesSaved: 7 }; // prettier-ignore
      const lastSync = { at: 5_000, ms: 20, outcome: 'completed', reason: null, crawlStatus: 'completed', counts, incomplete: 'limit' } as const; // prettier-ignore
      await take('the “second”', 'x');
      expect(await log.noteLedger(FEED, 'the “second”', 'x', { lastSync })).toBe(true);
      await log.leaveLedger(FEED, 'the “second”', 'x');
      await take('first', 'x');
      const first = { name: 'first', isRunning: true, lastSync: null };
      expect(await log.ledgers(FEED, 9)).toEqual([first, { name: 'the “second”', isRunning: false, lastSync }]); // prettier-ignore
      expect(await log.ledgers(FEED, 1)).toHaveLength(1);
      expect(await log.ledgers({ ...FEED, tag: 'other' }, 9)).toEqual([]);

      expect(await take('the “second”', 'y')).toEqual({ ...NEW, lastSync }); // a further sync still shows the last one
      expect(await log.ledgers(FEED, 9)).toEqual([first, { name: 'the “second”', isRunning: true, lastSync }]); // prettier-ignore
      const failed = { ...lastSync, outcome: 'failed', reason: 'Out of reach', counts: null } as const;
      await log.noteLedger(FEED, 'the “second”', 'y', { lastSync: failed, job: 'job' });
      expect(await take('the “second”', 'y')).toEqual({ signature: null, job: 'job', lastSync: failed });
      await take('first', 'x', -1);
      expect((await log.ledgers(FEED, 9))[0]).toEqual({ ...first, isRunning: false });
    });

    it('refuse writes of a former holder', async () => {
      await take('sink', 'x', -1);
      await take('sink', 'y');
      const row = { page: 'page', url: url('a'), seq: 3, chunks: [] };
      expect(await log.writeLedger(FEED, 'sink', 'x', { page: 'page', row })).toBe(false);
      expect(await log.noteLedger(FEED, 'sink', 'x', { signature: 'other' })).toBe(false);
      expect(await rows('sink')).toEqual([]);
      expect(await take('sink', 'y')).toEqual(NEW);
    });
  });

  it('records the visit without its entry where there is no room', async () => {
    history = await makeHistory({ maxBytes: 1_000_000, maxBytesPerOwner: 20_000 });
    log = history.changes!;
    await log.open(FEED, SETTINGS, LIMITS);
    const key = keyOf('a');
    const chunks = Array.from({ length: 4_000 }, (_, n) => ({ id: `${Math.random()}`, hash: `${Math.random()} ${n}`, text: `${Math.random()}`, headingPath: [], url: url('a'), tokens: 1 })); // prettier-ignore
    const result = await record(key, upsert(key, '1', 0, { content: someContent('', { chunks }) }));
    expect(result).toMatchObject({ kind: 'recorded', lacksEntry: true });
    expect(await read()).toEqual([]);
  });
}
