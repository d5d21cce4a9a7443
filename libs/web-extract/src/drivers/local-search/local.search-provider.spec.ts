import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchFailedError, UnavailableError } from '../../model/errors.js';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import {
  FACTS,
  LONG_MS,
  pageOf,
  startCrawl,
  takeOne,
  urlOf,
} from '../../testing/crawl-store/samples.contract.js';
import { LmdbCrawlStore } from '../lmdb/lmdb.crawl-store.js';
import { LocalSearchProvider } from './local.search-provider.js';

const noSignal = () => new AbortController().signal;

describe('LocalSearchProvider', () => {
  let dataDir: string;
  let store: LmdbCrawlStore;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'local-search-'));
    store = new LmdbCrawlStore({ dataDir });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function crawlPages(pages: Record<string, string>, owner = 'anna'): Promise<string> {
    const id = await startCrawl(store, { owner, seeds: Object.keys(pages).map((path) => urlOf(path)) });
    for (const _ of Object.keys(pages)) {
      const task = await takeOne(store, id);
      const page = { ...pageOf(task.url), ...pageFieldsOf(pages[task.key] ?? '') };
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
