import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchFailedError, UnavailableError } from '../../model/errors.js';
import type { Page } from '../../model/page/page.js';
import type { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import {
  FACTS,
  LONG_MS,
  pageOf,
  startCrawl,
  takeOne,
  urlOf,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import { someContent } from '../../testing/contracts/change-log.contract.js';
import { someHead, someHistoryKey, someUpdate } from '../../testing/contracts/page-history.contract.js';
import { LmdbCrawlStore } from '../lmdb/lmdb.crawl-store.js';
import { MemoryPageHistory } from '../in-process/memory.page-history.js';
import { LocalSearchProvider } from './local.search-provider.js';

const SAME = { previousAt: null, status: 'same', visibility: 'visible' } as const;

const noSignal = () => new AbortController().signal;

describe('LocalSearchProvider', () => {
  let dataDir: string;
  let store: LmdbCrawlStore;
  let createdAt = 1_000;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'local-search-'));
    store = new LmdbCrawlStore({ dataDir });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function crawlPages(
    pages: Record<string, string>,
    owner = 'anna',
    more: Partial<Page> = {},
  ): Promise<string> {
    const seeds = Object.keys(pages).map((path) => urlOf(path));
    const id = await startCrawl(store, { owner, seeds, createdAt: ++createdAt });
    for (const _ of Object.keys(pages)) {
      const task = await takeOne(store, id);
      const page = { ...pageOf(task.url), ...pageFieldsOf(pages[task.key] ?? ''), ...more };
      await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], FACTS);
    }
    return id;
  }
  const pageFieldsOf = (markdown: string) => ({ markdown, metadata: { ...pageOf('').metadata, title: 'T' } });

  async function find(provider: LocalSearchProvider, query: string, owner = 'anna', more: object = {}) {
    const { hits, warnings } = await provider.search(
      { query, limit: 10, ...more },
      owner,
      60_000,
      noSignal(),
    );
    expect(warnings).toEqual([]);
    return hits.map(({ url }) => new URL(url).pathname);
  }

  it('finds pages as they land, of running crawls too', async () => {
    const provider = new LocalSearchProvider(store);
    expect(await find(provider, 'zebra')).toEqual([]);
    await crawlPages({ '/a': 'a zebra', '/b': 'a horse' });
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    await crawlPages({ '/c': 'one more zebra' });
    expect((await find(provider, 'zebra')).sort()).toEqual(['/a', '/c']);
  });

  it('keeps pages that a later crawl reports as unchanged without their text', async () => {
    await crawlPages({ '/a': 'a zebra' });
    await crawlPages({ '/a': '' }, 'anna', { change: SAME });
    expect(await find(new LocalSearchProvider(store), 'zebra')).toEqual(['/a']);
  });

  it('finds the pages of corpora, also when their crawl has expired', async () => {
    const history = new MemoryPageHistory({ maxBytes: 40_000_000, maxBytesPerOwner: 10_000_000 });
    const feed = { owner: 'anna', tag: 'docs' };
    await history.changes.open(feed, { variant: 'plain', maxChunkTokens: null }, { maxFeeds: 1 });
    const visit = async (path: string, text: string) => {
      const key = someHistoryKey({ url: urlOf(path).url, tag: 'docs' });
      const { entry } = await history.find(key);
      const expectedSeq = (await history.changes.page(key))?.seq ?? 0;
      const write = { kind: 'upsert', key, expectedSeq, url: key.url, fingerprint: text, shape: 's', content: someContent(text) } as const; // prettier-ignore
      await history.record(key, someUpdate({ head: someHead({ url: key.url }), feed: [write] }), entry?.revision ?? 0); // prettier-ignore
    };
    await visit('/a', 'a zebra');
    await visit('/b', 'a horse');
    const provider = new LocalSearchProvider(store, { log: history.changes });
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    expect(await find(provider, 'zebra', 'berta')).toEqual([]);
    createdAt = Date.now() + 1_000;
    const id = await crawlPages({ '/a': 'the zebra, crawled later' });
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    await store.finish(id, 'completed', null, 0);
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    await visit('/a', 'an okapi');
    expect(await find(provider, 'zebra')).toEqual([]);
    expect(await find(provider, 'okapi')).toEqual(['/a']);
    await history.forget('anna');
    expect(await find(provider, 'okapi')).toEqual([]);
  });

  it('tells what a page says about the search', async () => {
    await crawlPages({ '/a': '# Animals\n\nNothing here.\n\n- The **zebra** is [striped](/x).\n\nThe end.' });
    const provider = new LocalSearchProvider(store);
    const { hits } = await provider.search({ query: 'zebras', limit: 1 }, 'anna', 60_000, noSignal());
    expect(hits).toEqual([
      {
        url: expect.stringMatching(/\/a$/),
        title: 'T',
        description: 'The zebra is striped.',
        provider: 'local',
      },
    ]);
  });

  it.each([
    ['All about animals of the zoo.', 'The zebra is striped.', 'in place of a description without the words'],
    ['How zebras live.', 'How zebras live.', 'unless the description has as many of them'],
  ])('returns a passage: %s → %s (%s)', async (description, expected) => {
    const metadata = { ...pageOf('').metadata, title: 'T', description };
    await crawlPages({ '/a': 'Nothing here.\n\nThe zebra is striped.' }, 'anna', { metadata });
    const provider = new LocalSearchProvider(store);
    const { hits } = await provider.search({ query: 'zebras', limit: 1 }, 'anna', 60_000, noSignal());
    expect(hits[0]?.description).toBe(expected);
  });

  it('shows nobody the pages of others', async () => {
    await crawlPages({ '/a': 'a zebra' });
    expect(await find(new LocalSearchProvider(store), 'zebra', 'berta')).toEqual([]);
  });

  it('has the newest copy of a page that was crawled again', async () => {
    const provider = new LocalSearchProvider(store);
    await crawlPages({ '/a': 'a zebra' });
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    await crawlPages({ '/a': 'a horse' });
    expect([await find(provider, 'zebra'), await find(provider, 'horse')]).toEqual([[], ['/a']]);
  });

  it('forgets pages whose crawl has expired', async () => {
    const provider = new LocalSearchProvider(store);
    const id = await crawlPages({ '/a': 'a zebra' });
    expect(await find(provider, 'zebra')).toEqual(['/a']);
    await store.finish(id, 'completed', null, 0);
    expect(await find(provider, 'zebra')).toEqual([]);
  });

  it('finds everything after a restart', async () => {
    await crawlPages({ '/a': 'a zebra' });
    await store.close();
    store = new LmdbCrawlStore({ dataDir });
    expect(await find(new LocalSearchProvider(store), 'zebra')).toEqual(['/a']);
  });

  it('searches the newest pages only', async () => {
    await crawlPages({ '/a': 'zebra', '/b': 'zebra', '/c': 'zebra' });
    const found = await find(new LocalSearchProvider(store, { maxPagesPerOwner: 2 }), 'zebra');
    expect(found.sort()).toEqual(['/b', '/c']);
  });

  it('makes an index again that had to make room', async () => {
    await crawlPages({ '/a': 'zebra', '/b': 'zebra' });
    await crawlPages({ '/c': 'zebra' }, 'berta');
    const provider = new LocalSearchProvider(store, { maxPages: 2 });
    for (let round = 0; round < 2; round++) {
      expect((await find(provider, 'zebra')).length).toBe(2);
      expect(await find(provider, 'zebra', 'berta')).toEqual(['/c']);
    }
  });

  it.each([
    ['tags without an end', { rawHtml: `<p>zebra</p>${'<b '.repeat(60_000)}` }],
    ['signs', { rawHtml: `zebra${'<'.repeat(200_000)}` }],
    ['scripts without an end', { rawHtml: `zebra ${'<script>1;</scr'.repeat(13_000)}` }],
    ['openings of links', { markdown: `zebra ${'['.repeat(39_000)}` }],
    ['targets without an end', { markdown: `zebra ${'](a'.repeat(13_000)}` }],
    ['marks in turns', { markdown: `zebra ${'\u0301\u0316'.repeat(19_000)}` }],
    ['one line without blanks', { markdown: `zebra\n${'x'.repeat(39_000)}` }],
  ])('finds a page of %s that was stored by an earlier version', async (_, formats) => {
    const id = await startCrawl(store, { seeds: [urlOf('/a')] });
    const task = await takeOne(store, id);
    const { markdown: __, ...plain } = pageOf(task.url);
    const page = { ...plain, markdown: null, ...formats };
    await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], FACTS);
    expect(await find(new LocalSearchProvider(store), 'zebra')).toEqual(['/a']);
  });

  it('finds a page by the text that the conversion took, whatever its formats', async () => {
    const id = await startCrawl(store, { seeds: [urlOf('/a')] });
    const task = await takeOne(store, id);
    const page = { ...pageOf(task.url), markdown: null, searchText: 'a striped zebra' };
    await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], FACTS);
    expect(await find(new LocalSearchProvider(store), 'zebra')).toEqual(['/a']);
  });

  describe('with little memory', () => {
    const words = (n: number, count = 400) =>
      Array.from({ length: count }, (_, at) => `w${n}x${at}`).join(' ');
    const site = (count: number, from = 0) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`/${from + n}`, `zebra p${from + n}p ${words(from + n)}`]),
      );
    /** About twenty such pages an owner. */
    const maxBytes = 2 * 20 * 400 * 100;
    const search = async (provider: LocalSearchProvider, query: string, owner = 'anna') => {
      const found = await provider.search({ query, limit: 100 }, owner, 60_000, noSignal());
      const paths = found.hits.map(({ url }) => Number(new URL(url).pathname.slice(1)));
      return { paths: paths.sort((a, b) => a - b), warnings: found.warnings };
    };
    const bytesOf = (provider: LocalSearchProvider): number[] =>
      [...provider['indexes'].values()].map(({ pages }) => pages.bytes);

    it('keeps the newest pages of an owner, and says that older ones are missing', async () => {
      await crawlPages(site(60));
      const provider = new LocalSearchProvider(store, { maxBytes });
      const { paths, warnings } = await search(provider, 'zebra');
      expect(warnings).toEqual([expect.stringContaining('the oldest crawled pages are not searched')]);
      expect(paths.length).toBeGreaterThanOrEqual(10);
      expect(paths).toEqual(Array.from({ length: paths.length }, (_, n) => 60 - paths.length + n));
      expect(bytesOf(provider)[0]).toBeLessThanOrEqual(maxBytes / 2);
      expect((await search(provider, 'zebra')).paths).toEqual(paths);
    });

    it('makes room for pages that are crawled later', async () => {
      const provider = new LocalSearchProvider(store, { maxBytes });
      for (let from = 0; from < 60; from += 10) {
        await crawlPages(site(10, from));
        const { paths } = await search(provider, 'zebra');
        expect(paths.slice(-10)).toEqual(Array.from({ length: 10 }, (_, n) => from + n));
        expect(bytesOf(provider)[0]).toBeLessThanOrEqual(maxBytes / 2);
      }
    });

    it('bounds the indexes of all owners together', async () => {
      const provider = new LocalSearchProvider(store, { maxBytes });
      const owners = Array.from({ length: 8 }, (_, n) => `owner-${n}`);
      for (const owner of owners) await crawlPages(site(15), owner);
      await Promise.all(owners.map((owner) => search(provider, 'zebra', owner)));
      for (const owner of owners) {
        await search(provider, 'zebra', owner);
        expect(bytesOf(provider).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytes);
        expect((await search(provider, 'zebra', owner)).paths).toHaveLength(15);
      }
    });

    it('reads older pages again when the newer ones have expired', async () => {
      await crawlPages(site(10));
      const provider = new LocalSearchProvider(store, { maxBytes });
      const id = await crawlPages(site(25, 100));
      expect((await search(provider, 'zebra')).paths[0]).toBeGreaterThanOrEqual(100);
      await store.finish(id, 'completed', null, 0);
      expect((await search(provider, 'zebra')).paths).toEqual(Array.from({ length: 10 }, (_, n) => n));
    });
  });

  it('answers with what there is when the index takes too long, and says so', async () => {
    const slow = { ofOwner: () => new Promise(() => {}) } as unknown as CrawlStore;
    const found = new LocalSearchProvider(slow).search({ query: 'q', limit: 1 }, 'anna', 10, noSignal());
    await expect(found).resolves.toEqual({
      hits: [],
      warnings: [expect.stringContaining('Not all crawled pages')],
    });
  });

  it('fails when the store does, and when the caller gives up', async () => {
    const broken = {
      ofOwner: async () => Promise.reject(new UnavailableError('x')),
    } as unknown as CrawlStore;
    const provider = new LocalSearchProvider(broken);
    await expect(
      provider.search({ query: 'q', limit: 1 }, 'anna', 60_000, noSignal()),
    ).rejects.toBeInstanceOf(SearchFailedError);
    await startCrawl(store, { owner: 'anna' }).then((id) => store.finish(id, 'completed', null, LONG_MS));
    const reason = new Error('enough');
    const late = new LocalSearchProvider({ ofOwner: () => new Promise(() => {}) } as unknown as CrawlStore);
    await expect(
      late.search({ query: 'q', limit: 1 }, 'anna', 60_000, AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
  });

  it('drops pages that say they are older than asked for', async () => {
    const provider = new LocalSearchProvider(store);
    const id = await startCrawl(store, { seeds: [urlOf('/old'), urlOf('/new'), urlOf('/undated')] });
    const dates: Record<string, string | null> = {
      '/old': '2001-01-01',
      '/new': new Date().toISOString(),
      '/undated': null,
    };
    for (const _ of Object.keys(dates)) {
      const task = await takeOne(store, id);
      const plain = pageOf(task.url, 'zebra');
      const page = { ...plain, metadata: { ...plain.metadata, publishedAt: dates[task.key] ?? null } };
      await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1 }, [], FACTS);
    }
    expect((await find(provider, 'zebra', 'anna', { timeRange: 'week' })).sort()).toEqual([
      '/new',
      '/undated',
    ]);
  });
});
