import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CrawlService, WebExtractEvents, WebExtractModule } from 'nestjs-web-extract';
import { ChangeFeed, type ChangeEntry } from 'nestjs-web-extract/corpus';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { endOf, submit } from './support/crawls.js';

jest.setTimeout(120_000);

const PATHS = Array.from({ length: 14 }, (_, n) => `/${n}`);

describe('The change feed', () => {
  let site: ChangingSite;
  let api: RunningApp;
  let dataDir: string;

  beforeEach(async () => {
    site = await ChangingSite.start(PATHS);
    dataDir = await mkdtemp(join(tmpdir(), 'feed-'));
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], browser: false, dataDir } as const;
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  });
  afterEach(async () => {
    await api.close();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function crawl(body: object = {}, page: object = {}) {
    const scrapeOptions = {
      formats: ['markdown', 'changeTracking'],
      changeTrackingOptions: { tag: 'docs' },
      ...page,
    };
    return endOf(api, await submit(api, { url: site.address(), scrapeOptions, ...body }));
  }
  const get = (query: string) => api.ask(`/v2/changes?${query}`, { method: 'GET' });
  const read = async (since?: string, rest = '') => {
    const from = since === undefined ? '' : `&since=${since}`;
    return (await get(`tag=docs${from}${rest}`)).json;
  };
  const told = ({ data }: { data: ChangeEntry[] }) =>
    data.map(({ type, url }) => `${type} ${new URL(url).pathname}`).sort();
  const scrape = (path: string) =>
    api.post('/v2/scrape', {
      url: site.address(path),
      formats: ['markdown', { type: 'changeTracking', tag: 'docs' }],
    });

  it('has the chunks that changed, and the whole corpus for new readers', async () => {
    await crawl();
    const first = await read();
    expect(first).toMatchObject({ success: true, snapshot: { complete: true } });
    expect(told(first)).toEqual(['/', ...PATHS].map((path) => `upsert ${path}`).sort());
    const before = first.data.find(({ url }: ChangeEntry) => url === site.address('/3'));
    expect(before.chunks.upsert.map(({ url }: { url: string }) => url)).toContain(
      `${site.address('/3')}#second`,
    );

    site.say('/3', { First: 'Text of /3.', Second: 'Other words.' });
    await crawl();
    const { data, cursor } = await read(first.cursor);
    expect(data).toHaveLength(1);
    const [entry] = data;
    expect(entry).toMatchObject({ type: 'upsert', previousFingerprint: before.fingerprint });
    expect(entry.chunks).toMatchObject({ all: before.chunks.all, delete: [] });
    expect(entry.chunks.upsert).toHaveLength(1);
    expect(entry.chunks.upsert[0].text).toContain('Other words.');
    expect((await read(cursor)).data).toEqual([]);
    expect((await read(first.cursor)).data).toEqual(data); // an entry keeps its cursor
  });

  it('lists pages that a crawl has seen as removed or redirected, also one that has reached its limit', async () => {
    await crawl();
    const { cursor } = await read();
    site.answerWith(['/1', '/2'], { status: 404 });
    await crawl({ limit: 8 });
    expect(told(await read(cursor))).toEqual(['delete /1', 'delete /2']);
    site.answerWith(['/3'], { status: 301, location: site.address('/4') });
    await crawl();
    expect(told(await read(cursor))).toEqual(['delete /1', 'delete /2', 'delete /3']);
    site.say('/1', { Back: 'Again.' });
    await crawl();
    expect(told(await read(cursor))).toEqual(['delete /2', 'delete /3', 'upsert /1']);
  });

  it('holds removals that are too many', async () => {
    const held: unknown[] = [];
    api.app.get(WebExtractEvents).on('removals-held', (event) => held.push(event));
    await crawl();
    const { cursor } = await read();
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    for (let round = 0; round < 2; round++) await crawl();
    expect(await read(cursor)).toMatchObject({ data: [], warning: expect.stringContaining('12 removals') });
    expect(held[0]).toMatchObject({ owner: expect.any(String), tag: 'docs', pages: 12 });
    for (const path of PATHS.slice(0, 12)) site.say(path, { First: `Text of ${path}.`, Second: 'More.' });
    await crawl();
    expect(await read(cursor)).toMatchObject({ data: [] });
    expect((await read(cursor)).warning).toBeUndefined();
  });

  it('lists the tags of the caller, and removes the pages of held removals on request', async () => {
    const tags = async () => (await api.ask('/v2/changes/tags', { method: 'GET' })).json;
    const confirm = async (body: object) => (await api.post('/v2/changes/confirm-removals', body)).json;
    expect(await tags()).toEqual({ success: true, data: [] });
    await crawl();
    const { cursor } = await read();
    site.answerWith(PATHS.slice(0, 12), { status: 404 });
    await crawl();
    expect(await tags()).toEqual({ success: true, data: [{ tag: 'docs', pages: 15, held: 12, sinks: [] }] });
    const sentByAForm = { method: 'POST' };
    expect((await api.ask('/v2/changes/confirm-removals?tag=docs', sentByAForm)).status).toBe(400);
    expect(await confirm({ tag: 'other' })).toEqual({ success: true, removed: 0 });
    expect(await confirm({ tag: ['a'] })).toMatchObject({ success: false, error: expect.stringContaining('tag') }); // prettier-ignore
    expect(await confirm({ tag: 'docs' })).toEqual({ success: true, removed: 12 });
    expect(told(await read(cursor))).toHaveLength(12);
    expect((await tags()).data).toEqual([{ tag: 'docs', pages: 3, held: 0, sinks: [] }]);
  });

  it('belongs to the options of its first job', async () => {
    await crawl();
    const { cursor } = await read();
    const other = await crawl({}, { onlyMainContent: false });
    expect(other.data[0].warning).toContain('the feed of this tag belongs to other options');
    expect(other.data[0].changeTracking.changeStatus).toBe('new');
    expect((await read(cursor)).data).toEqual([]);
  });

  it('contains single scrapes of its pages', async () => {
    await scrape('/1');
    expect((await read()).data).toEqual([]); // a scrape starts no feed
    await crawl();
    const { cursor, data } = await read();
    expect(told({ data })).toContain('upsert /1');
    site.say('/1', { First: 'New words.' });
    await scrape('/1');
    site.answerWith(['/2'], { status: 410 });
    await scrape('/2');
    expect(told(await read(cursor))).toEqual(['delete /2', 'upsert /1']);
  });

  it.each([
    ['a cursor of another tag', async () => (await get('tag=other')).json.cursor, 'since'],
    ['words', () => 'abc', 'since'],
    ['two cursors', () => 'a&since=b', 'since'],
    ['a limit of 0', () => '&limit=0', 'limit'],
    ['too large a limit', () => '&limit=1001', 'limit'],
  ])('refuses %s', async (_, since, field) => {
    const { status, json } = await get(`tag=docs&since=${await since()}`);
    expect([status, json.details[0].path]).toEqual([400, [field]]);
  });

  it('answers a mistyped tag with the known ones, and without an end of the corpus', async () => {
    await crawl();
    const answer = await get('tag=dosc');
    expect(answer).toMatchObject({ status: 200, json: { data: [], snapshot: { complete: false } } });
    expect(answer.json.warning).toMatch(/"dosc".*"docs"/);
    expect((await get(`tag=dosc&since=${answer.json.cursor}`)).json.snapshot).toEqual({ complete: false });
  });

  it('deletes what is forgotten, and sends readers with older cursors back to the beginning', async () => {
    await crawl();
    const { cursor } = await read();
    await api.ask('/v2/history?tag=docs', { method: 'DELETE' });
    expect(new Set(told(await read(cursor)))).toEqual(
      new Set(['/', ...PATHS].map((path) => `delete ${path}`)),
    );
    const later = cursor.replace(/\.[^.]+\./, '.AAAAAAAA.');
    const { status, json } = await get(`tag=docs&since=${later}`);
    expect([status, json.code]).toEqual([410, 'CURSOR_EXPIRED']);
    expect(await read(json.cursor)).toMatchObject({ data: [], snapshot: { complete: true } });
  });

  it('is followed by the application', async () => {
    const [feed, crawls] = [api.app.get(ChangeFeed), api.app.get(CrawlService)];
    const run = async () => {
      const { id } = await crawls.start({ url: site.address(), page: { track: { tag: 'docs' } } });
      for await (const _ of crawls.watch(id)); // until it ends
    };
    await run();
    const seen: string[] = [];
    const stop = new AbortController();
    const following = (async () => {
      for await (const { url } of feed.follow({ tag: 'docs', signal: stop.signal })) {
        seen.push(new URL(url).pathname);
        if (seen.length === PATHS.length + 2) stop.abort();
      }
    })();
    site.say('/5', { First: 'New words.' });
    await run();
    await following;
    expect(seen.at(-1)).toBe('/5');
  });
});
