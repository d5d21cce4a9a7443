import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrawlService, HistoryService, SearchService, WebExtractModule } from 'nestjs-web-extract';
import { ChangeFeed, CorpusService, type SyncOptions, type SyncRequest } from 'nestjs-web-extract/corpus';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { redisUrl } from './setup/redis.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { MapSink } from './support/map-sink.js';

jest.setTimeout(120_000);

const PATHS = Array.from({ length: 15 }, (_, n) => `/${n}`);
const ALL = ['/', ...PATHS].sort();

const STORES = ['memory', 'lmdb', ...(redisUrl ? ['redis'] : [])] as const;

describe.each(STORES)('A corpus in %s', (store) => {
  let site: ChangingSite;
  let api: RunningApp;
  let dataDir: string;
  let corpus: CorpusService;
  const prefix = `test-${randomUUID()}`;

  const start = async () => {
    const drivers = store === 'redis' ? { drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) } : {}; // prettier-ignore
    const place = store === 'lmdb' ? { dataDir } : {};
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], browser: false, search: { local: store !== 'redis' }, ...place, ...drivers } as const; // prettier-ignore
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    corpus = api.app.get(CorpusService);
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'corpus-'));
    await start();
  });
  beforeEach(async () => {
    site = await ChangingSite.start(PATHS);
  });
  afterEach(() => site.close());
  afterAll(async () => {
    await api.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  let tags = 0;
  let tag = '';
  beforeEach(() => {
    tag = `tag ${tags++}`;
  });
  const sync = (sink: MapSink, options: SyncOptions = {}, request: Partial<SyncRequest> = {}) =>
    corpus.sync({ crawl: { url: site.address() }, tag, ...request }, sink, options);
  /** What a new index would contain. */
  const rebuilt = async (options: SyncOptions = {}) => {
    const fresh = new MapSink(`fresh ${tags}`);
    await sync(fresh, options, { tag: `fresh ${tags++}` });
    return fresh.content();
  };

  it('is passed once, then only what has changed', async () => {
    const sink = new MapSink();
    expect(await sync(sink)).toMatchObject({ new: 16, changed: 0, removed: 0, held: 0, unchanged: 0, failed: 0, crawlStatus: 'completed' }); // prettier-ignore
    expect(sink.paths()).toEqual(ALL);
    expect(sink.look()).toHaveLength(16);

    expect(await sync(sink)).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: 16 });
    expect(sink.look()).toEqual([]);

    site.say('/3', { First: 'Text of /3.', Second: 'Other words.' });
    site.say('/4', { First: 'Text of /4.', Third: 'Another section.' });
    site.answerWith(['/5'], { status: 404 });
    sink.upserted = 0;
    expect(await sync(sink)).toMatchObject({ new: 0, changed: 2, removed: 1, unchanged: 13 });
    expect(sink.upserted).toBe(2);
    expect(sink.look().at(-1)).toBe('-');
    expect(sink.content()).toEqual(await rebuilt());
  });

  it('has the changes of a page that a crawl reads by a redirect only', async () => {
    const sink = new MapSink();
    const options = { owner: 'redirects' }; // syncs of an owner are limited by the minute
    await sync(sink, options);
    site.answerWith(['/1'], { status: 301, location: site.address('/9') }); // the crawl finds /1 first
    site.pages.get('/9')!.delayMs = 200;
    await sync(sink, options);
    for (const words of ['Other words.', 'Words of another day.']) {
      site.say('/9', { First: words });
      await sync(sink, options);
      expect(sink.content()).toEqual(await rebuilt(options));
    }
    site.say('/1', { First: 'Back again.' });
    site.say('/9', { First: 'Read by its URL.' });
    expect(await sync(sink, options)).toMatchObject({ new: 1, changed: 1, removed: 0 });
    expect(sink.content()).toEqual(await rebuilt(options));
  });

  it('continues after a restart and an error of the sink', async () => {
    const sink = new MapSink();
    const { upsert } = sink;
    let calls = 0;
    sink.upsert = async function (entries) {
      if (++calls === 6) throw new Error('The index is out of reach');
      return upsert.call(this, entries);
    };
    await expect(sync(sink)).rejects.toThrow('The index is out of reach');
    expect(sink.look()).toHaveLength(5);
    if (store !== 'memory') {
      await api.close();
      await start();
    }
    expect(await sync(sink)).toMatchObject({ new: 10, changed: 1, unchanged: 5 });
    expect(sink.content()).toEqual(await rebuilt());
  });

  it('leaves no chunk behind that a sink received before it failed', async () => {
    const sink = new MapSink();
    await sync(sink);
    site.say('/3', { First: 'Text of /3.', Interim: 'Soon gone.' });
    const { upsert } = sink;
    sink.upsert = async function (entries) {
      await upsert.call(this, entries);
      throw new Error('The process was killed'); // after the effect, before the result is stored
    };
    await expect(sync(sink)).rejects.toThrow('The process was killed');
    sink.upsert = upsert;
    expect(JSON.stringify(sink.content())).toContain('Soon gone.');
    site.say('/3', { First: 'Text of /3.', Second: 'More.' });
    await sync(sink);
    expect(JSON.stringify(sink.content())).not.toContain('Soon gone.');
    expect(sink.content()).toEqual(await rebuilt());
  });

  it('reports why there are no pages', async () => {
    site.answerWith(ALL, { status: 404 });
    const result = await sync(new MapSink());
    expect(result).toMatchObject({ new: 0, failed: 16, crawlStatus: 'completed', reason: 'No page was found: the site answered 404' }); // prettier-ignore
    const { sinks } = (await api.app.get(ChangeFeed).feeds()).find((feed) => feed.tag === tag)!;
    expect(sinks[0]!.lastSync).toMatchObject({ outcome: 'completed', reason: result.reason, counts: { failed: 16 } }); // prettier-ignore
  });

  it('has independent sinks', async () => {
    const [one, two] = [new MapSink('one'), new MapSink('two')];
    await sync(one);
    site.say('/7', { First: 'New words.' });
    await Promise.all([sync(one), sync(two)]);
    const expected = await rebuilt();
    expect(one.content()).toEqual(expected);
    expect(two.content()).toEqual(expected);
  });

  it('keeps pages whose removal is held, until it is confirmed', async () => {
    const sink = new MapSink();
    await sync(sink);
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    expect(await sync(sink)).toMatchObject({ removed: 0, held: 12, unchanged: 16 });
    expect(await sync(sink, { confirmRemovals: true })).toMatchObject({ removed: 12, held: 0, unchanged: 4 });
    expect(sink.content()).toEqual(await rebuilt());
  });

  it('loses the pages that a crawl at its limit finds gone itself, and reports those that it has not checked', async () => {
    const sink = new MapSink();
    expect(await sync(sink)).toMatchObject({ incomplete: null, notChecked: 0 });
    site.answerWith(['/0', '/1'], { status: 404 });
    const crawl = { url: site.address(), limit: 6 };
    const counts = { removed: 2, held: 0, incomplete: 'limit', notChecked: 10 };
    expect(await sync(sink, { confirmRemovals: true }, { crawl })).toMatchObject(counts);
    expect(sink.paths()).toEqual(ALL.filter((path) => path !== '/0' && path !== '/1'));
    site.answerWith(['/2'], { status: 404 });
    const uncounted = await sync(sink, {}, { crawl, errorPagesCount: false });
    expect(uncounted).toMatchObject({ removed: 1, failed: 0, incomplete: 'limit', notChecked: 7 });
  });

  it('counts error pages towards their own limit only, also when they are read at the same time', async () => {
    const sink = new MapSink();
    await sync(sink);
    for (const page of site.pages.values()) page.delayMs = 1_000;
    for (const [n, path] of ['/0', '/1', '/2'].entries()) site.answerWith([path], { status: 404, delayMs: 150 * (n + 1) }); // prettier-ignore
    const crawl = { url: site.address(), limit: 6, maxConcurrency: 6 };
    const { crawlId, ...result } = await sync(sink, {}, { crawl, errorPagesCount: false });
    expect(result).toMatchObject({ removed: 3, held: 0, failed: 0, incomplete: 'limit', notChecked: 7 });
    const { counters } = await api.app.get(CrawlService).status(crawlId);
    expect(counters).toMatchObject({ pages: 6, failed: 3, statusCounts: { 404: 3 } });
  });

  it('keeps pages that a crawl at its limit finds gone while they are too many, until their removal is confirmed', async () => {
    const sink = new MapSink();
    await sync(sink);
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    const crawl = { url: site.address(), limit: 14 };
    expect(await sync(sink, {}, { crawl })).toMatchObject({ removed: 0, held: 12, incomplete: 'limit' });
    expect(sink.paths()).toEqual(ALL);
    const confirmed = await sync(sink, { confirmRemovals: true }, { crawl });
    expect(confirmed).toMatchObject({ removed: 12, held: 0 });
    expect(sink.paths()).toHaveLength(4);
  });

  it('reads at most twice the limit when error pages do not count', async () => {
    const sink = new MapSink();
    await sync(sink);
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    const crawl = { url: site.address(), limit: 4 };
    const { crawlId, held } = await sync(sink, {}, { crawl, errorPagesCount: false });
    const { counters } = await api.app.get(CrawlService).status(crawlId);
    expect([counters.pages, counters.failed, held]).toEqual([4, 4, 0]);
  });

  it('is passed again under another signature', async () => {
    const sink = new MapSink();
    await sync(sink, {}, { signature: 'model 1' });
    sink.look();
    expect(await sync(sink, {}, { signature: 'model 2' })).toMatchObject({ new: 0, changed: 16 });
    expect(sink.look()).toHaveLength(16);
    const before = sink.rows.size;
    expect(await sync(sink, {}, { signature: 'model 2', chunks: { maxTokens: 64 } })).toMatchObject({
      changed: 16,
    });
    expect(sink.rows.size).toBeGreaterThan(before);
    sink.look();
    await sync(sink, {}, { signature: 'model 2', chunks: { maxTokens: 64 } });
    await sync(sink, {}, { signature: 'model 2' });
    expect(sink.look()).toEqual([]);
  });

  it('is a list of pages, too', async () => {
    const sink = new MapSink();
    const crawl = ['/1', '/2', '/3'].map((path) => site.address(path));
    expect(await sync(sink, {}, { crawl })).toMatchObject({ new: 3 });
    site.answerWith(['/2'], { status: 410 });
    expect(await sync(sink, {}, { crawl })).toMatchObject({ removed: 1, unchanged: 2 });
    expect(sink.paths()).toEqual(['/1', '/3']);
  });

  it('loses nothing in an outage of the site', async () => {
    const sink = new MapSink();
    await sync(sink);
    const before = sink.content();
    site.answerWith([...PATHS, '/'], { status: 503 });
    expect(await sync(sink)).toMatchObject({ removed: 0, changed: 0, unchanged: 16 });
    expect(sink.content()).toEqual(before);
  });

  (store === 'redis' ? it.skip : it)('is found by the local search after each sync', async () => {
    const sink = new MapSink();
    const found = async (query: string) => {
      const { results } = await api.app.get(SearchService).search({ query, limit: 20 });
      return results.map(({ url }) => url.slice(site.address('').length));
    };
    site.say('/3', { First: 'The zebra of page three.' });
    site.say('/4', { First: 'The zebra of page four.' });
    for (let round = 0; round < 3; round++) {
      await sync(sink);
      expect((await found('zebra')).sort()).toEqual(['/3', '/4']);
    }
    site.say('/4', { First: 'The okapi of page four.' });
    site.answerWith(['/3'], { status: 404 });
    await sync(sink);
    expect(await found('zebra')).toEqual([]);
    expect(await found('okapi')).toEqual(['/4']);
  });

  it('fills an index again that has lost its data', async () => {
    let epoch: string | null = 'first';
    const sink = Object.assign(new MapSink(), { clear: () => sink.rows.clear(), epoch: () => epoch });
    await sync(sink);
    expect(await sync(sink)).toMatchObject({ new: 0, unchanged: 16 });
    const expected = sink.content();
    sink.rows.clear();
    epoch = 'second';
    expect(await sync(sink)).toMatchObject({ new: 16, unchanged: 0 });
    expect(sink.content()).toEqual(expected);
    sink.rows.clear();
    expect(await sync(sink, { refill: true })).toMatchObject({ new: 16, unchanged: 0 });
    expect(sink.content()).toEqual(expected);
    epoch = null; // no data
    expect(await sync(sink)).toMatchObject({ new: 16 });
    await expect(sync(Object.assign(new MapSink(), { epoch: () => '' }))).rejects.toThrow('epoch');
  });

  it('clears a sink whose ledger was forgotten', async () => {
    const sink = Object.assign(new MapSink(), { clear: () => sink.rows.clear() });
    await sync(sink);
    sink.rows.set('left', sink.content()[0]!);
    await api.ask(`/v2/history?tag=${encodeURIComponent(tag)}`, { method: 'DELETE' }); // another owner: nothing
    await sync(sink);
    expect(sink.rows.has('left')).toBe(true);
    await api.app.get(HistoryService).forget({ tag });
    expect(await sync(sink)).toMatchObject({ new: 16 });
    expect(sink.content()).toEqual(await rebuilt());
  });
});
