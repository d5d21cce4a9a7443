import { randomUUID } from 'node:crypto';
import type { HistoryKey, SnapshotHead, SnapshotText, VisitVerdict } from '../../model/snapshot.js';
import type { PageHistory, RememberedPage, SnapshotUpdate } from '../../ports/stores/page-history.port.js';
import { somePage } from '../some-page.js';

const URL_A = 'https://site.example/a';

export const someHistoryKey = (values: Partial<HistoryKey> = {}): HistoryKey => ({
  owner: 'anna',
  tag: '',
  variant: 'plain',
  url: URL_A,
  ...values,
});

export function someHead(values: Partial<SnapshotHead> = {}): SnapshotHead {
  const now = Date.now();
  return {
    url: URL_A,
    firstAt: now,
    visitedAt: now,
    changedAt: now,
    fingerprint: 'first',
    goneVisits: null,
    validators: { etag: '"1"', lastModified: null },
    bodyHash: 'hash of the body',
    wireBytes: 1_000,
    isRendered: false,
    converter: 'v1',
    shape: 'markdown',
    hops: 1,
    ...values,
  };
}

export function someText(markdown = 'Some text of the page.'): SnapshotText {
  return {
    page: { ...somePage(), markdown },
    anchors: [{ url: 'https://site.example/b', text: 'b', nofollow: false }],
    decision: null,
    fields: null,
  };
}

const someVersion = (fingerprint: string) => ({
  at: Date.now(),
  fingerprint,
  patch: { edits: [[0, 1, [`line of ${fingerprint}`]] as const] },
});

export function someUpdate(values: Partial<SnapshotUpdate> = {}): SnapshotUpdate {
  return { head: someHead(), text: someText(), maxVersions: 1, ...values };
}

const verdict = (fingerprint = 'first'): VisitVerdict => ({
  fingerprint,
  change: { previousAt: null, status: 'new', visibility: 'visible' },
});

/** Returns incompressible text. */
const noise = (chars: number): string => {
  let text = '';
  while (text.length < chars) text += randomUUID();
  return text.slice(0, chars);
};

/**
 * Contract suite of `PageHistory`. Call it inside a spec of the driver.
 * @param makeHistory returns an empty one with these limits
 */
export function pageHistoryContract(
  makeHistory: (bounds: { maxBytes: number; maxBytesPerOwner: number }) => PageHistory | Promise<PageHistory>,
): void {
  let history: PageHistory;
  beforeEach(async () => {
    history = await makeHistory({ maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 });
  });

  const remembered = async (key: HistoryKey, hosts: readonly string[] | null): Promise<RememberedPage[]> => {
    const pages: RememberedPage[] = [];
    for await (const part of history.remembered(key, hosts)) pages.push(...part);
    return pages;
  };

  it('finds nothing of a page that was never visited', async () => {
    expect(await history.find(someHistoryKey(), 'visit')).toEqual({ entry: null, verdict: null });
  });

  it('finds a page as it was recorded', async () => {
    const update = someUpdate();
    expect(await history.record(someHistoryKey(), update, 0)).toEqual({
      kind: 'recorded',
      revision: 1,
      lacks: 'nothing',
    });
    const { entry } = await history.find(someHistoryKey());
    expect(entry).toEqual({ revision: 1, head: update.head, text: update.text });
  });

  it('keeps the text of a visit that brings none', async () => {
    await history.record(someHistoryKey(), someUpdate(), 0);
    const head = someHead({ visitedAt: Date.now() + 5, validators: { etag: null, lastModified: 'then' } });
    await history.record(someHistoryKey(), { head, maxVersions: 1 }, 1);
    expect((await history.find(someHistoryKey())).entry).toEqual({ revision: 2, head, text: someText() });
  });

  it.each([
    ['owner', { owner: 'bert' }],
    ['tag', { tag: 'prices' }],
    ['variant', { variant: 'mobile' }],
    ['url', { url: 'https://site.example/b' }],
  ])('keeps pages of another %s apart', async (_, other) => {
    await history.record(someHistoryKey(), someUpdate(), 0);
    expect((await history.find(someHistoryKey(other))).entry).toBeNull();
  });

  it('records one of two visits that expect the same revision', async () => {
    await history.record(someHistoryKey(), someUpdate(), 0);
    const results = await Promise.all(
      ['b', 'c'].map((fingerprint) =>
        history.record(someHistoryKey(), someUpdate({ head: someHead({ fingerprint }) }), 1),
      ),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(['raced', 'recorded']);
  });

  it('records the first visit of many once', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () => history.record(someHistoryKey(), someUpdate(), 0)),
    );
    expect(results.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
  });

  it('reports what a visit has recorded before, and records nothing', async () => {
    const visit = { id: 'job 1 a', verdict: verdict() };
    await history.record(someHistoryKey(), someUpdate({ visit }), 0);
    const again = await history.record(
      someHistoryKey(),
      someUpdate({ visit: { id: 'job 1 a', verdict: verdict('other') } }),
      1,
    );
    expect(again).toEqual({ kind: 'repeated', verdict: verdict() });
    expect((await history.find(someHistoryKey(), 'job 1 a')).verdict).toEqual(verdict());
    expect((await history.find(someHistoryKey(), 'job 2 a')).verdict).toBeNull();
  });

  it('finds a page by another spelling of its address', async () => {
    const alias = 'site.example/a';
    await history.record(someHistoryKey({ alias }), someUpdate(), 0);
    const other = someHistoryKey({ url: 'http://site.example/a/', alias });
    expect((await history.find(other)).entry?.head.url).toBe(URL_A);
    expect(await history.record(other, someUpdate({ head: someHead({ fingerprint: 'b' }) }), 1)).toMatchObject({ revision: 2 }); // prettier-ignore
    expect((await history.find(someHistoryKey())).entry?.head.fingerprint).toBe('b');
  });

  describe('with several spellings of an address', () => {
    const alias = 'site.example/a';
    const spellings = [
      'https://site.example/a',
      'http://www.site.example/a/',
      'http://site.example/a?utm_source=x',
    ];
    const put = (values: Partial<HistoryKey>, expected = 0) =>
      history.record(someHistoryKey(values), someUpdate({ head: someHead({ url: values.url ?? URL_A }) }), expected); // prettier-ignore
    const revisionOf = async (values: Partial<HistoryKey>) =>
      (await history.find(someHistoryKey(values))).entry?.revision ?? null;

    it('keeps them apart if similar URLs are different pages', async () => {
      for (const url of spellings)
        expect(await put({ url })).toMatchObject({ kind: 'recorded', revision: 1 });
      for (const url of spellings) expect(await put({ url }, 1)).toMatchObject({ revision: 2 });
      expect(await revisionOf({ url: 'https://site.example/a/', alias })).toBeNull();
      expect(await remembered(someHistoryKey(), null)).toHaveLength(3);
    });

    it('finds a page of similar URLs by its own URL, and by no other one, if similar URLs are different pages', async () => {
      await put({ url: spellings[0]!, alias });
      expect(await revisionOf({ url: spellings[0]! })).toBe(1);
      expect(await revisionOf({ url: spellings[1]! })).toBeNull();
      await put({ url: spellings[1]!, alias }, 1);
      expect(await revisionOf({ url: spellings[0]! })).toBe(2);
      expect(await revisionOf({ url: spellings[1]! })).toBeNull();
    });

    it('finds the page of the URL itself first', async () => {
      await put({ url: spellings[0]! });
      await put({ url: spellings[1]!, alias });
      await put({ url: spellings[1]!, alias }, 1);
      expect(await revisionOf({ url: spellings[0]!, alias })).toBe(1);
      expect(await revisionOf({ url: spellings[1]!, alias })).toBe(2);
      expect(await revisionOf({ url: spellings[2]!, alias })).toBe(2);
    });

    it('finds a page by a spelling that does not follow from its URL, also at another host', async () => {
      const other = { url: 'https://mirror.example/x', alias: 'a name' };
      await put({ alias: 'a name' });
      expect(await revisionOf(other)).toBe(1);
      await put(other, 1);
      const { entry } = await history.find(someHistoryKey());
      expect(entry).toMatchObject({ revision: 2, head: { url: other.url } });
      expect(await revisionOf({ url: other.url })).toBeNull();
      expect(await history.forget('anna', other)).toBe(1);
      expect([await revisionOf({}), await revisionOf(other)]).toEqual([null, null]);
      expect((await history.usage()).bytes).toBe(0);
    });

    it.each(spellings)('forgets all of them for %s', async (url) => {
      await put({ url: spellings[0]! });
      await put({ url: spellings[1]!, alias });
      const removed = await history.forget('anna', { url, alias });
      expect(removed).toBe(url === spellings[0] ? 2 : 1);
      expect(await revisionOf({ url: spellings[1]!, alias })).toBeNull();
    });

    it('lists them by their hosts', async () => {
      for (const url of spellings) await put({ url });
      const at = async (...hosts: string[]) =>
        (await remembered(someHistoryKey(), hosts)).map(({ url }) => url).sort();
      expect(await at('site.example:443')).toEqual([spellings[0]]);
      expect(await at('site.example:80', 'www.site.example:80')).toEqual([spellings[2], spellings[1]].sort());
      expect(await at('www.site.example:443')).toEqual([]);
    });

    it('keeps what is known of their hosts apart', async () => {
      for (const url of spellings) await put({ url });
      const facts = (wrongDates: number) => ({ decisions: [], distrustedUntil: 0, wrongDates });
      const hosts = ['site.example:443', 'www.site.example:80'];
      for (const [n, host] of hosts.entries())
        await history.keepHostFacts(someHistoryKey(), host, facts(n + 1));
      await history.keepHostFacts(someHistoryKey(), hosts[0]!, facts(5));
      const found = await Promise.all(hosts.map((host) => history.hostFacts(someHistoryKey(), host)));
      expect(found).toEqual([facts(5), facts(2)]);
      expect(await history.forget('anna')).toBe(3);
      expect(await history.hostFacts(someHistoryKey(), hosts[1]!)).toBeNull();
      expect((await history.usage()).bytes).toBe(0);
    });
  });

  it('keeps the requested number of older versions, the newest first', async () => {
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries()) {
      const version = n === 0 ? {} : { version: someVersion(name) };
      await history.record(
        someHistoryKey(),
        someUpdate({ head: someHead({ fingerprint: name }), maxVersions: 2, ...version }),
        n,
      );
    }
    const versions = await history.versions(someHistoryKey());
    expect(versions.map(({ fingerprint }) => fingerprint)).toEqual(['d', 'c']);
    expect(versions[0]!.patch).toEqual({ edits: [[0, 1, ['line of d']]] });
  });

  it('lists the pages of a group, of all hosts or of some', async () => {
    const urls = ['https://site.example/a', 'https://site.example/b', 'http://other.example:81/c'];
    for (const url of urls)
      await history.record(someHistoryKey({ url }), someUpdate({ head: someHead({ url, hops: 2 }) }), 0);
    await history.record(someHistoryKey({ tag: 'other', url: 'https://site.example/d' }), someUpdate(), 0);
    const all = await remembered(someHistoryKey(), null);
    expect(all.map(({ url }) => url).sort()).toEqual([...urls].sort());
    expect(await remembered(someHistoryKey(), ['other.example:81'])).toEqual([
      { url: urls[2], hops: 2, goneVisits: null },
    ]);
  });

  it('lists the groups of a tag', async () => {
    await history.record(someHistoryKey({ tag: 'x' }), someUpdate(), 0);
    await history.record(someHistoryKey({ tag: 'x', variant: 'mobile' }), someUpdate(), 0);
    await history.record(someHistoryKey({ tag: 'y' }), someUpdate(), 0);
    const groups = await history.groups('anna', 'x');
    expect(groups.map(({ variant }) => variant).sort()).toEqual(['mobile', 'plain']);
  });

  it('keeps what is known of a host with its pages', async () => {
    const facts = { decisions: [], distrustedUntil: 7, wrongDates: 2 };
    await history.record(someHistoryKey(), someUpdate(), 0);
    await history.keepHostFacts(someHistoryKey(), 'site.example:443', facts);
    expect(await history.hostFacts(someHistoryKey(), 'site.example:443')).toEqual(facts);
    await history.forget('anna');
    expect(await history.hostFacts(someHistoryKey(), 'site.example:443')).toBeNull();
  });

  describe('forgets', () => {
    const keys = [
      someHistoryKey(),
      someHistoryKey({ url: 'https://site.example/b' }),
      someHistoryKey({ tag: 'x' }),
      someHistoryKey({ owner: 'bert' }),
    ];
    const left = async () =>
      Promise.all(keys.map(async (key) => (await history.find(key, 'visit')).entry !== null));
    beforeEach(async () => {
      for (const [n, key] of keys.entries())
        await history.record(key, someUpdate({ head: someHead({ url: key.url }), visit: { id: `visit ${n}`, verdict: verdict() } }), 0); // prettier-ignore
    });

    it.each([
      ['everything of an owner', {}, 3, [false, false, false, true]],
      ['a tag', { tag: 'x' }, 1, [true, true, false, true]],
      ['an address', { url: URL_A }, 2, [false, true, false, true]],
      ['an address within a tag', { url: URL_A, tag: 'x' }, 1, [true, true, false, true]],
      ['nothing for an unknown address', { url: 'https://other.example/' }, 0, [true, true, true, true]],
    ])('%s', async (_, filter, removed, expected) => {
      expect(await history.forget('anna', filter)).toBe(removed);
      expect(await left()).toEqual(expected);
    });

    it('a page that is stored under another spelling of its address', async () => {
      const key = someHistoryKey({ owner: 'carl', url: `${URL_A}/`, alias: 'site.example/a' });
      await history.record(key, someUpdate({ head: someHead({ url: key.url }) }), 0);
      expect(await history.forget('carl', { url: URL_A, alias: 'site.example/a' })).toBe(1);
      expect((await history.find(key)).entry).toBeNull();
      expect((await history.usage()).bytes).toBeGreaterThan(0);
    });

    it('what was reported of the pages, and the room that they took', async () => {
      await history.forget('anna');
      await history.forget('bert');
      expect((await history.find(keys[0]!, 'visit 0')).verdict).toBeNull();
      expect((await history.usage()).bytes).toBe(0);
    });
  });

  it('removes pages that were not visited for a time, and old verdicts', async () => {
    const visit = { id: 'visit', verdict: verdict() };
    await history.record(someHistoryKey(), someUpdate({ head: someHead({ firstAt: 1, visitedAt: 1_000, changedAt: 1 }), visit }), 0); // prettier-ignore
    await history.record(someHistoryKey({ url: 'https://site.example/b' }), someUpdate(), 0);
    expect(await history.expire(2_000, 2_000)).toBe(1);
    expect(await history.find(someHistoryKey(), 'visit')).toEqual({ entry: null, verdict: null });
    expect((await history.find(someHistoryKey({ url: 'https://site.example/b' }))).entry).not.toBeNull();
  });

  it('counts no bytes of pages that are gone, whatever their visits changed', async () => {
    const [a, b] = ['a', 'b'].map((name) => someHistoryKey({ tag: name, url: `https://${name}.example/` }));
    const long = { etag: `"${'e'.repeat(400)}"`, lastModified: null };
    const decision = { kind: 'k', path: 'main', trust: 1 } as never;
    await history.record(a!, someUpdate({ head: someHead({ url: a!.url, validators: long }) }), 0);
    await history.record(a!, someUpdate({ head: someHead({ url: a!.url, validators: null }) }), 1);
    await history.record(b!, someUpdate({ head: someHead({ url: b!.url, validators: null }) }), 0);
    await history.record(b!, someUpdate({ head: someHead({ url: b!.url, validators: long }) }), 1);
    await history.keepHostFacts(a!, 'a.example:443', { decisions: [decision], distrustedUntil: 0, wrongDates: 2 }); // prettier-ignore
    expect(await history.expire(Date.now() + 1_000, 0)).toBe(2);
    expect((await history.usage()).bytes).toBe(0);
    expect(await history.groups('anna', 'a')).toEqual([]);
    expect(await history.hostFacts(a!, 'a.example:443')).toBeNull();
  });

  describe('of an owner that has no room left', () => {
    const url = (n: number) => `https://site.example/${n}`;
    const put = (n: number, values: Partial<SnapshotUpdate> = {}, expected = 0) =>
      history.record(
        someHistoryKey({ url: url(n) }),
        someUpdate({ head: someHead({ url: url(n) }), text: someText(noise(20_000)), ...values }),
        expected,
      );
    beforeEach(async () => {
      history = await makeHistory({ maxBytes: 1_000_000, maxBytesPerOwner: 100_000 });
    });

    it('drops older versions before texts', async () => {
      await put(0);
      await put(0, { version: { ...someVersion('a'), patch: { edits: [[0, 1, [noise(40_000)]]] } } }, 1);
      expect(await history.versions(someHistoryKey({ url: url(0) }))).toHaveLength(1);
      for (let n = 1; n < 7; n++) await put(n);
      expect(await history.versions(someHistoryKey({ url: url(0) }))).toHaveLength(0);
      expect((await history.find(someHistoryKey({ url: url(0) }))).entry?.text).not.toBeNull();
    });

    it('drops the oldest texts and keeps what else is known of the pages', async () => {
      for (let n = 0; n < 15; n++) expect(await put(n)).toMatchObject({ kind: 'recorded', lacks: 'nothing' });
      const first = (await history.find(someHistoryKey({ url: url(0) }))).entry;
      expect(first).toMatchObject({ text: null, head: { fingerprint: 'first' } });
      expect((await history.find(someHistoryKey({ url: url(14) }))).entry?.text).not.toBeNull();
      expect((await history.usage()).bytes).toBeLessThanOrEqual(100_000);
    });

    it('records a text that is too large without it', async () => {
      expect(await put(0, { text: someText(noise(400_000)) })).toMatchObject({
        kind: 'recorded',
        lacks: 'text',
      });
      expect((await history.find(someHistoryKey({ url: url(0) }))).entry).toMatchObject({ text: null });
    });

    it('refuses further pages, and goes on with those that it has', async () => {
      history = await makeHistory({ maxBytes: 1_000_000, maxBytesPerOwner: 1_000 });
      let n = 0;
      while ((await put(n)).kind === 'recorded') n++;
      expect(n).toBeGreaterThan(0);
      expect(await put(n)).toEqual({ kind: 'full' });
      expect(await put(0, { head: someHead({ url: url(0), fingerprint: 'b' }) }, 1)).toMatchObject({ kind: 'recorded' }); // prettier-ignore
      expect((await history.find(someHistoryKey({ url: url(0) }))).entry?.head.fingerprint).toBe('b');
    });

    it('stores the status of a visit where there is no room for the details of its change', async () => {
      const diff = { text: noise(90_000), json: { files: [] } };
      const change = { previousAt: null, status: 'changed', visibility: 'visible' } as const;
      for (let n = 0; n < 5; n++)
        await put(0, { visit: { id: `visit ${n}`, verdict: { fingerprint: 'first', change: { ...change, diff } } } }, n); // prettier-ignore
      expect((await history.usage()).bytes).toBeLessThanOrEqual(100_000);
      const last = await history.find(someHistoryKey({ url: url(0) }), 'visit 4');
      expect(last).toMatchObject({ entry: { revision: 5 }, verdict: { fingerprint: 'first', change } });
    });

    it('takes nothing from other owners', async () => {
      const other = someHistoryKey({ owner: 'bert' });
      await history.record(other, someUpdate(), 0);
      for (let n = 0; n < 20; n++) await put(n);
      expect((await history.find(other)).entry?.text).not.toBeNull();
    });
  });

  it('takes room from the owner that has the most when all together have too much', async () => {
    history = await makeHistory({ maxBytes: 150_000, maxBytesPerOwner: 100_000 });
    const of = (owner: string, n: number) => someHistoryKey({ owner, url: `https://site.example/${n}` });
    const put = (key: HistoryKey) =>
      history.record(key, someUpdate({ head: someHead({ url: key.url }), text: someText(noise(30_000)) }), 0);
    for (let n = 0; n < 5; n++) await put(of('anna', n));
    for (let n = 0; n < 3; n++) await put(of('bert', n));
    for (let n = 0; n < 3; n++) await put(of('carl', n));
    const texts = async (owner: string, count: number) => {
      const found = await Promise.all(Array.from({ length: count }, (_, n) => history.find(of(owner, n))));
      return found.filter(({ entry }) => entry?.text).length;
    };
    expect(await texts('anna', 5)).toBeLessThan(5);
    expect(await texts('carl', 3)).toBe(3);
    expect((await history.usage()).bytes).toBeLessThanOrEqual(150_000);
  });
}
