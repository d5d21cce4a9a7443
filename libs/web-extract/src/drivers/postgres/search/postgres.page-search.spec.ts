import { describeWithPostgres } from '../../../../../../test/setup/postgres.js';
import {
  openPostgresDatabase,
  type PostgresDatabase,
} from '../../../../../../test/support/postgres-database.js';
import { SearchFailedError } from '../../../model/errors.js';
import type { Page } from '../../../model/page/page.js';
import type { SearchQuery } from '../../../model/search/search.js';
import {
  FACTS,
  pageOf,
  startCrawl,
  takeOne,
  urlOf,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { PostgresConnection } from '../connection/postgres-connection.js';
import { PostgresCrawlStore } from '../crawl/postgres.crawl-store.js';
import { PostgresPageSearch } from './postgres.page-search.js';
import { vectorOf } from './search-words.js';

const SAME = { previousAt: null, status: 'same', visibility: 'visible' } as const;
const noSignal = () => new AbortController().signal;

describeWithPostgres('PostgresPageSearch', () => {
  let database: PostgresDatabase;
  let store: PostgresCrawlStore;
  let provider: PostgresPageSearch;
  let createdAt = 1_000;
  beforeAll(async () => {
    database = await openPostgresDatabase();
  });
  beforeEach(() => {
    store = new PostgresCrawlStore(database.connection);
    provider = new PostgresPageSearch(database.connection);
  });
  afterEach(async () => {
    await store.close();
    await database.clear();
  });
  afterAll(() => database.remove());

  interface Crawled {
    readonly owner?: string;
    readonly page?: Partial<Page>;
    readonly isSearchable?: boolean;
    readonly request?: object;
    readonly host?: string;
  }

  async function crawlPages(pages: Readonly<Record<string, string>>, crawled: Crawled = {}): Promise<string> {
    const { owner = 'anna', page: more = {}, isSearchable = true, request = {}, host } = crawled;
    const seeds = Object.keys(pages).map((path) => urlOf(path, host === undefined ? {} : { host }));
    const id = await startCrawl(store, { owner, seeds, createdAt: ++createdAt, request, limit: 5_000 });
    for (const _ of seeds) {
      const task = await takeOne(store, id);
      const plain = pageOf(task.url, pages[task.key]);
      const page = { ...plain, metadata: { ...plain.metadata, title: 'T' }, ...more };
      await store.frontier.complete(task, { kind: 'page', page, keys: [], credits: 1, isSearchable }, [], FACTS); // prettier-ignore
    }
    return id;
  }

  const search = (query: string, more: Partial<SearchQuery> = {}, owner = 'anna') =>
    provider.search({ query, limit: 10, ...more }, owner, 60_000, noSignal());

  async function find(query: string, more: Partial<SearchQuery> = {}, owner = 'anna'): Promise<string[]> {
    const { hits, warnings } = await search(query, more, owner);
    expect(warnings).toEqual([]);
    return hits.map(({ url }) => new URL(url).pathname);
  }

  it('finds pages as they are stored, of running crawls too', async () => {
    expect(await find('zebra')).toEqual([]);
    await crawlPages({ '/a': 'a zebra', '/b': 'a horse' });
    expect(await find('zebra')).toEqual(['/a']);
    await crawlPages({ '/c': 'one more zebra' });
    expect((await find('zebra')).sort()).toEqual(['/a', '/c']);
  });

  it('returns a passage of the page with the words of the search', async () => {
    await crawlPages({ '/a': '# Animals\n\nNothing here.\n\n- The **zebra** is [striped](/x).\n\nThe end.' });
    expect((await search('zebras')).hits).toEqual([
      { url: expect.stringMatching(/\/a$/), title: 'T', description: 'The zebra is striped.', provider: 'local' }, // prettier-ignore
    ]);
  });

  it.each([
    ['stories', 'a story', 'forms of a word'],
    ['CAFE', 'ein Café', 'case and accents'],
    ['東京', 'ここは東京都です', 'scripts without blanks'],
    [`zebra' | "&!:*<->()\\ \0\uD800`, 'a zebra', 'signs of a query'],
  ])('finds %j in %j (%s)', async (query, text) => {
    await crawlPages({ '/a': text, '/b': 'nothing' });
    expect(await find(query)).toEqual(['/a']);
  });

  it('has pages with more of the words, and with words in the title, first', async () => {
    await crawlPages({ '/a': 'zebra and other animals', '/b': 'a zebra and an okapi', '/c': 'an okapi' });
    await crawlPages({ '/d': 'animals of the zoo' }, { page: { metadata: { ...pageOf('').metadata, title: 'Zebra and okapi' } } }); // prettier-ignore
    const found = await find('zebra okapi');
    expect(found.slice(0, 2)).toEqual(['/d', '/b']);
    expect(found).toHaveLength(4);
    expect(await find('zebra okapi', { limit: 1 })).toEqual(['/d']);
  });

  it('finds no pages of other owners', async () => {
    await crawlPages({ '/a': 'a zebra' });
    expect(await find('zebra', {}, 'berta')).toEqual([]);
  });

  it('has the newest copy of a page that was crawled again, by the same owner', async () => {
    await crawlPages({ '/a': 'a zebra' });
    await crawlPages({ '/a': 'a horse' }, { owner: 'berta' });
    expect(await find('zebra')).toEqual(['/a']);
    await crawlPages({ '/a': 'a horse' });
    expect([await find('zebra'), await find('horse')]).toEqual([[], ['/a']]);
    const id = await crawlPages({ '/a': 'an okapi' });
    await store.finish(id, 'completed', null, 0);
    expect([await find('okapi'), await find('horse')]).toEqual([[], ['/a']]);
  });

  it('keeps pages that a later crawl reports as unchanged without their text, or fails to read', async () => {
    await crawlPages({ '/a': 'a zebra' });
    await crawlPages({ '/a': '' }, { page: { change: SAME } });
    await crawlPages({ '/a': 'not found' }, { page: { statusCode: 404 } });
    expect(await find('zebra')).toEqual(['/a']);
    expect(await find('found')).toEqual([]);
  });

  it('finds no pages of expired crawls, of crawls without retention, and those stored without an index', async () => {
    const id = await crawlPages({ '/a': 'a zebra' });
    await crawlPages({ '/b': 'a zebra' }, { request: { zeroDataRetention: true } });
    await crawlPages({ '/c': 'a zebra' }, { isSearchable: false });
    expect(await find('zebra')).toEqual(['/a']);
    await store.finish(id, 'completed', null, 0);
    expect(await find('zebra')).toEqual([]);
  });

  it('drops pages that say they are older than the time range', async () => {
    const dated = (publishedAt: string | null) => ({ page: { metadata: { ...pageOf('').metadata, publishedAt } } }); // prettier-ignore
    await crawlPages({ '/old': 'zebra' }, dated('2001-01-01'));
    await crawlPages({ '/new': 'zebra' }, dated(new Date().toISOString()));
    await crawlPages({ '/undated': 'zebra' }, dated(null));
    expect((await find('zebra', { timeRange: 'week' })).sort()).toEqual(['/new', '/undated']);
  });

  it('searches within sites and places, whatever is more relevant elsewhere', async () => {
    const pages = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`/p${n}`, 'zebra zebra']));
    await crawlPages(pages, { host: 'other.test:80' });
    await crawlPages({ '/a': 'one zebra among many words of this page' });
    await crawlPages({ '/b.pdf': 'one zebra' }, { host: 'docs.site.test:80' });
    expect((await find('zebra', { sites: ['site.test'], limit: 2 })).sort()).toEqual(['/a', '/b.pdf']);
    expect((await find('zebra', { withoutSites: ['other.test'], limit: 5 })).sort()).toEqual([
      '/a',
      '/b.pdf',
    ]);
    expect(await find('zebra', { places: [{ fileType: 'pdf' }], limit: 5 })).toEqual(['/b.pdf']);
  });

  it('searches the newest pages only, and says so', async () => {
    await crawlPages({ '/a': 'a zebra' });
    const id = await crawlPages({ '/b': 'a horse' });
    expect(await find('zebra')).toEqual(['/a']);
    await database.connection.run('UPDATE {schema}.crawl_states SET pages = 20000 WHERE id = $1', [id]);
    const { hits, warnings } = await search('zebra');
    expect(hits).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/newest 20,000 crawled pages/)]);
  });

  it.each([
    ['different words', Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' ')],
    ['one word many times', 'zebra '.repeat(10_000)],
    ['characters that are several words', 'ﷺ'.repeat(20_000)],
    ['words whose stem is empty', "it's S"],
    ['one long word', 'x'.repeat(40_000)],
    ['what PostgreSQL cannot hold', '\0\uD800\\0000 '.repeat(2_000)],
    ['signs', `'":*&|!<->\\`.repeat(3_000)],
    ['characters beyond the basic plane', '𝕏🦓𠮷'.repeat(6_000)],
  ])('stores pages of %s', async (_, text) => {
    await crawlPages({ '/a': text });
    expect(await find('site')).toEqual(['/a']); // its host
  });

  it('bounds the words of a page', () => {
    const words = vectorOf(
      pageOf('http://a.test/', Array.from({ length: 9_000 }, (_, n) => `${n}`).join(' ')),
    );
    expect(Buffer.byteLength(words)).toBeLessThan(900_000);
  });

  it('has no results for a search without words, or of other kinds', async () => {
    await crawlPages({ '/a': 'a zebra' });
    expect([await find('?!'), await find('s'), await find('zebra', { source: 'images' })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('can use the index for the pages of an owner', async () => {
    const plan = await database.connection.transaction(async (runner) => {
      await runner.run(`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`); // prettier-ignore
      return runner.run<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT FROM {schema}.result_rows WHERE words @@ '''@1.0'' & zebra'::tsquery`,
      );
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('result_rows_words');
  });

  it('fails when PostgreSQL is away, and when the caller has left', async () => {
    const away = new PostgresConnection({ target: 'postgres://127.0.0.1:1/none', schema: 'none', maxConnections: 1 }); // prettier-ignore
    const query = { query: 'zebra', limit: 1 };
    await expect(new PostgresPageSearch(away).search(query, 'anna', 60_000, noSignal())).rejects.toBeInstanceOf(SearchFailedError); // prettier-ignore
    await away.close();
    const reason = new Error('enough');
    await expect(provider.search(query, 'anna', 60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('fails when its time is over, without a statement that goes on', async () => {
    await crawlPages({ '/a': 'a zebra' });
    const other = database.connect();
    let release = () => {};
    const locked = new Promise<void>((resolve) => (release = resolve));
    const lock = other.transaction(async (runner) => {
      await runner.run('LOCK TABLE {schema}.result_rows IN ACCESS EXCLUSIVE MODE');
      const started = Date.now();
      await expect(provider.search({ query: 'zebra', limit: 1 }, 'anna', 200, noSignal())).rejects.toBeInstanceOf(SearchFailedError); // prettier-ignore
      expect(Date.now() - started).toBeLessThan(2_000);
      release();
    });
    await Promise.all([lock, locked]);
    expect(await find('zebra')).toEqual(['/a']);
  });
});
