import { WebExtractModule } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { countsOf, endOf, pathOf, pathsOf, submit, waitUntil } from './support/crawls.js';

const NUMBERS = Array.from({ length: 60 }, (_, n) => `/n/${n}`);

describe.each(somePlatforms())('crawls of v0 on %s', (platform) => {
  let site: Site;
  let api: RunningApp;

  beforeAll(async () => {
    site = await startSite({
      ...linked({
        '/': ['/blog/', '/weblog', '/docs/a'],
        '/blog/': ['/blog/x', '/blog/y', '/'],
        '/blog/x': [],
        '/blog/y': [],
        '/weblog': [],
        '/docs/a': [],
        '/many': [...NUMBERS, '/never'],
        ...Object.fromEntries(NUMBERS.map((path) => [path, []])),
      }),
      '/never': () => undefined,
      '/dead': (_, response) => void response.destroy(),
    });
    api = await startApp({
      platform,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY, 'other'] }, allowPrivate: [site.address] })],
    });
  });

  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  const statusOf = (id: string) => api.ask(`/v0/crawl/status/${id}`, { method: 'GET' });
  const cancel = (id: string) => api.ask(`/v0/crawl/cancel/${id}`, { method: 'DELETE' });
  const start = (path: string, crawlerOptions = {}, more = {}) =>
    submit(api, { url: site.url + path, crawlerOptions, ...more }, 'v0');
  const pathsFor = async (path: string, crawlerOptions: object) => {
    const id = await start(path, crawlerOptions);
    await endOf(api, id);
    return pathsOf((await statusOf(id)).json.data);
  };

  it('answers 200 with the id alone', async () => {
    const { status, json } = await api.post('/v0/crawl', {
      url: site.url,
      crawlerOptions: { limit: 1 },
      unknown: 1,
    });
    expect([status, json]).toEqual([200, { jobId: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  });

  it('tells a crawl that runs as active, with the newest pages', async () => {
    const id = await start('/many');
    await waitUntil(api, id, ({ completed }) => completed === 61);
    const { status, json } = await statusOf(id);
    expect(status).toBe(200);
    const { partial_data: partial, ...rest } = json;
    expect(rest).toEqual({ status: 'active', current: 61, total: 62, data: null });
    expect(partial).toHaveLength(50);
    expect(partial[0].metadata.sourceURL).not.toBe(`${site.url}/many`);
    await cancel(id);
  });

  it('tells a crawl that completed with all pages at once', async () => {
    const id = await start('/many', { excludes: ['never'] });
    await endOf(api, id);
    const { json } = await statusOf(id);
    expect(json).toMatchObject({ status: 'completed', current: 61, total: 61, partial_data: [] });
    expect(json.data).toHaveLength(61);
    expect(json.data[0]).toMatchObject({
      content: expect.stringContaining('# /many'),
      markdown: expect.stringContaining('# /many'),
      provider: 'http',
      linksOnPage: expect.arrayContaining([`${site.url}/n/7`]),
      metadata: { title: '/many', sourceURL: `${site.url}/many`, pageStatusCode: 200 },
    });
  });

  it('tells a cancelled crawl as failed, with what it got', async () => {
    const id = await start('/many');
    await waitUntil(api, id, ({ completed }) => completed === 61);
    for (const _ of [1, 2]) expect((await cancel(id)).json).toEqual({ status: 'cancelled' });
    const { json } = await statusOf(id);
    expect(json).toMatchObject({
      status: 'failed',
      current: 61,
      total: 61,
      data: null,
      error: 'Crawl was cancelled',
    });
    expect(json.partial_data).toHaveLength(50);
  });

  it('tells a crawl that got nothing as failed, with the reason', async () => {
    const id = await start('/dead');
    await endOf(api, id);
    const { status, json } = await statusOf(id);
    expect([status, json]).toEqual([
      200,
      {
        status: 'failed',
        current: 0,
        total: 0,
        data: null,
        partial_data: [],
        error: expect.stringContaining('could not be fetched'),
      },
    ]);
  });

  it.each<[object, string[]]>([
    [{}, ['/', '/blog/', '/blog/x', '/blog/y', '/docs/a', '/weblog']],
    [{ includes: ['blog/'] }, ['/', '/blog/', '/blog/x', '/blog/y']],
    [{ includes: ['/blog/*'] }, ['/', '/blog/', '/blog/x', '/blog/y']],
    [{ includes: 'blog/, docs' }, ['/', '/blog/', '/blog/x', '/blog/y', '/docs/a']],
    [{ includes: ['^/(web)?log'] }, ['/', '/weblog']],
    [{ includes: ['^/(we|docs)'] }, ['/', '/docs/a', '/weblog']],
    [{ excludes: ['blog/*'] }, ['/', '/docs/a', '/weblog']],
    [{ includes: [], excludes: [''] }, ['/', '/blog/', '/blog/x', '/blog/y', '/docs/a', '/weblog']],
    [{ includes: ['blog'], excludes: ['blog/x'] }, ['/', '/blog/', '/blog/y']],
    [{ maxDepth: 1 }, ['/', '/blog/', '/weblog']],
    [{ maxCrawledLinks: 1 }, ['/']],
  ])('keeps to %j', async (options, paths) => {
    expect(await pathsFor('/', options)).toEqual(paths.sort());
  });

  it('ignores what it does not know, in webhooks too', async () => {
    const hook = { url: `${site.url}/hook`, more: 1, toString: 2 };
    expect(await start('/', { limit: 1, more: 1 }, { webhook: hook, more: 1 })).toEqual(expect.any(String));
  });

  it('refuses headers that cannot be sent', async () => {
    const { status, json } = await api.post('/v0/crawl', {
      url: site.url,
      pageOptions: { headers: { Host: 'a' } },
    });
    expect([status, json.details[0].path]).toEqual([400, ['pageOptions', 'headers', 'Host']]);
  });

  it('goes backward where allowed', async () => {
    expect(await pathsFor('/blog/', {})).toEqual(['/blog/', '/blog/x', '/blog/y']);
    expect(await pathsFor('/blog/', { allowBackwardCrawling: true })).toContain('/docs/a');
  });

  it('gives addresses alone where asked for', async () => {
    const id = await start('/blog/', { returnOnlyUrls: true });
    await endOf(api, id);
    const { data } = (await statusOf(id)).json;
    expect(data.map(Object.keys)).toEqual([['url'], ['url'], ['url']]);
    expect(data.map(({ url }: { url: string }) => pathOf(url)).sort()).toEqual([
      '/blog/',
      '/blog/x',
      '/blog/y',
    ]);
  });

  it('makes pages as pageOptions say', async () => {
    const id = await start(
      '/',
      { limit: 1 },
      { pageOptions: { includeHtml: true, includeMarkdown: false, removeTags: 'h1' } },
    );
    await endOf(api, id);
    const [page] = (await statusOf(id)).json.data;
    expect(Object.keys(page).sort()).toEqual(['content', 'html', 'linksOnPage', 'metadata', 'provider']);
    expect(page.html).not.toContain('<h1>');
  });

  it('is 404 for what is unknown, and for another key', async () => {
    const id = await start('/', { limit: 1 });
    const headers = { authorization: 'Bearer other' };
    const nobody = '5f1c4dd4-0b55-4d19-9a37-3f1b5b0a7c11';
    for (const answer of [
      await statusOf(nobody),
      await statusOf('x'),
      await cancel(nobody),
      await api.ask(`/v0/crawl/status/${id}`, { method: 'GET', headers }),
    ]) {
      expect([answer.status, answer.json.error]).toEqual([404, 'Job not found']);
    }
  });

  it('is 409 to cancel what has ended', async () => {
    const id = await start('/', { limit: 1 });
    await endOf(api, id);
    expect((await cancel(id)).status).toBe(409);
    expect((await countsOf(api, id)).json.status).toBe('completed');
  });

  it.each([
    [{ crawlerOptions: { includes: ['(a'] } }, ['crawlerOptions', 'includes', 0]],
    [{ crawlerOptions: { excludes: 'x,(a' } }, ['crawlerOptions', 'excludes', 1]],
    [{ crawlerOptions: { limit: 0 } }, ['crawlerOptions', 'limit']],
    [{ pageOptions: { onlyIncludeTags: 'p[' } }, ['pageOptions', 'onlyIncludeTags', 0]],
    [{ webhook: 'nowhere' }, ['webhook']],
    [{ url: 'ftp://example.com' }, ['url']],
  ])('refuses %j and names the field', async (change, path) => {
    const { status, json } = await api.post('/v0/crawl', { url: site.url, ...change });
    expect([status, json.details[0].path]).toEqual([400, path]);
  });
});
