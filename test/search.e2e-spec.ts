import { SearchService, WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { firecrawlV0, firecrawlV1 } from './setup/clients.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { crawl } from './support/crawls.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const FirecrawlV0 = firecrawlV0();
const FirecrawlV1 = firecrawlV1();

const text = (title: string, body: string) =>
  html(page(title, `<main><h1>${title}</h1><p>${body.repeat(6)}</p></main>`));

let site: Site;
let searxng: SearxngDouble;

beforeAll(async () => {
  site = await startSite({
    '/': html(
      '<title>Docs</title><a href="/refunds">Refunds</a><a href="/shipping">Shipping</a><a href="/zebra">Zoo</a>',
    ),
    '/refunds': text('Refunds', 'Money comes back within thirty days of the purchase. '),
    '/shipping': text('Shipping', 'Parcels travel with the post and take three days. '),
    '/zebra': text('Animals', 'The zebra is striped and lives in herds. '),
    '/empty': html('<html><head><title>Nothing</title></head><body></body></html>'),
    '/gone': html(page('Gone'), {}, 404),
    '/hung': () => undefined,
  });
  searxng = await startSearxng();
});

afterEach(() => Object.assign(searxng, { pages: [], unresponsive: [], answer: null }));
afterAll(async () => {
  await searxng?.close();
  await site?.close();
});

const start = (platform: Platform, options: WebExtractOptions) =>
  startApp({
    platform,
    imports: [
      WebExtractModule.forRoot({ auth: { keys: [KEY, 'other'] }, allowPrivate: [site.address], ...options }),
    ],
  });

const hit = (path: string, title = `Title of ${path}`) => ({
  url: site.url + path,
  title,
  content: `About ${path}`,
});

describe.each(somePlatforms())('search with SearXNG on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await start(platform, {
      search: { searxng: { url: searxng.url, engines: ['fixture'] } },
    });
  });
  afterAll(() => api?.close());

  const list = (path: string, body: object) => api.post(path, body);
  const fast = { pageOptions: { fetchPageContent: false } };

  it('v0: lists results without reading their pages', async () => {
    searxng.pages = [[hit('/refunds'), hit('/shipping')]];
    const before = site.requests.length;
    const { status, json } = await list('/v0/search', { query: ' refund  policy ', ...fast });
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      data: ['/refunds', '/shipping'].map((path) => ({
        url: site.url + path,
        title: `Title of ${path}`,
        description: `About ${path}`,
        provider: 'searxng',
        metadata: { title: `Title of ${path}`, description: `About ${path}`, sourceURL: site.url + path },
      })),
    });
    expect(site.requests.length).toBe(before);
    expect(searxng.asked.at(-1)).toMatchObject({ q: 'refund  policy', format: 'json', engines: 'fixture' });
  });

  it('v0: reads the pages of results by default', async () => {
    searxng.pages = [[hit('/refunds'), hit('/shipping')]];
    const { json } = await list('/v0/search', { query: 'refund' });
    expect(json.data).toHaveLength(2);
    expect(json.data[0]).toMatchObject({
      url: `${site.url}/refunds`,
      markdown: expect.stringContaining('thirty days'),
      content: expect.stringContaining('thirty days'),
      provider: 'http',
      metadata: { title: 'Refunds', pageStatusCode: 200 },
    });
  });

  it('v0: leaves out pages that fail or are empty, unless all are', async () => {
    searxng.pages = [[{ url: 'http://127.0.0.1:1/', title: 'x' }, hit('/empty'), hit('/refunds')]];
    const some = await list('/v0/search', { query: 'refund' });
    expect(some.json.data.map(({ url }: { url: string }) => url)).toEqual([`${site.url}/refunds`]);
    searxng.pages = [[hit('/empty'), hit('/hung')]];
    const none = await list('/v0/search', { query: 'refund', timeout: 700 });
    expect(none.json.success).toBe(true);
    expect(none.json.data).toMatchObject([
      { url: `${site.url}/empty`, markdown: '' },
      {
        url: `${site.url}/hung`,
        markdown: '',
        metadata: { pageError: expect.stringContaining('timed out') },
      },
    ]);
  });

  it('v0: passes on what is searched how', async () => {
    searxng.pages = [[hit('/refunds')]];
    const searchOptions = { tbs: 'qdr:w', lang: 'de', country: 'at', limit: 1 };
    await list('/v0/search', { query: 'q', ...fast, searchOptions });
    expect(searxng.asked.at(-1)).toMatchObject({ time_range: 'week', language: 'de-AT' });
  });

  it('v1: gives the fields of a page beside those of the result', async () => {
    searxng.pages = [[hit('/refunds'), hit('/gone'), hit('/hung')]];
    const body = { query: 'refund', timeout: 900, scrapeOptions: { formats: ['markdown', 'links'] } };
    const { status, json } = await list('/v1/search', body);
    expect(status).toBe(200);
    const [refunds, gone, hung] = json.data;
    expect(refunds).toMatchObject({
      title: 'Title of /refunds',
      markdown: expect.stringContaining('thirty'),
      links: [],
    });
    expect(gone).toMatchObject({
      url: `${site.url}/gone`,
      metadata: { statusCode: 404, error: 'Not Found' },
    });
    expect(hung).toMatchObject({
      url: `${site.url}/hung`,
      metadata: { error: expect.stringContaining('timed out') },
    });
    expect(hung).not.toHaveProperty('markdown');
  });

  it('v1: reads nothing without formats, and says when there are no results', async () => {
    searxng.pages = [[hit('/refunds')]];
    expect((await list('/v1/search', { query: 'q', sources: ['web'] })).json).toEqual({
      success: true,
      data: [{ url: `${site.url}/refunds`, title: 'Title of /refunds', description: 'About /refunds' }],
    });
    searxng.pages = [];
    expect((await list('/v1/search', { query: 'q' })).json).toEqual({
      success: true,
      data: [],
      warning: 'No results found',
    });
  });

  it('goes on to further pages until there are enough results, each once', async () => {
    searxng.pages = [[hit('/refunds'), hit('/refunds/')], [hit('/shipping'), hit('/zebra')], [hit('/empty')]];
    const { json } = await list('/v1/search', { query: 'q', limit: 4 });
    expect(json.data.map(({ url }: { url: string }) => url.slice(site.url.length))).toEqual([
      '/refunds',
      '/shipping',
      '/zebra',
    ]);
    expect(searxng.asked.slice(-2).map(({ pageno }) => pageno)).toEqual(['1', '2']);
  });

  it('drops results that may not be fetched', async () => {
    searxng.pages = [
      [
        { url: 'http://10.0.0.1/secret', title: 'a' },
        { url: searxng.url, title: 'the instance itself' },
        { url: 'ftp://a.example/', title: 'b' },
        hit('/refunds'),
      ],
    ];
    const { json } = await list('/v1/search', { query: 'q' });
    expect(json.data.map(({ url }: { url: string }) => url)).toEqual([`${site.url}/refunds`]);
  });

  it.each([
    [
      'refuses',
      (response: { writeHead(status: number): { end(): void } }) => response.writeHead(403).end(),
      'json must be',
    ],
    ['answers something else', (response: { end(text: string): void }) => response.end('<html>'), 'not JSON'],
    ['cuts the connection', (response: { destroy(): void }) => response.destroy(), 'could not be asked'],
  ])('answers 502 when the provider %s', async (_, answer, why) => {
    searxng.answer = answer as never;
    for (const path of ['/v0/search', '/v1/search']) {
      const { status, json } = await list(path, { query: 'q' });
      expect([status, json.code]).toEqual([502, 'SEARCH_FAILED']);
      expect(json.error).toMatch(/^Search provider failed: /);
      expect(json.error).toContain(why);
      expect(json.error).not.toContain(searxng.url);
    }
  });

  it('answers 502 when no engine answered, and warns when some did', async () => {
    searxng.unresponsive = [['fixture', 'timeout']];
    expect(await list('/v1/search', { query: 'q' })).toMatchObject({
      status: 502,
      json: { code: 'SEARCH_FAILED' },
    });
    searxng.pages = [[hit('/refunds')]];
    const { json } = await list('/v1/search', { query: 'q' });
    expect(json).toMatchObject({ data: [{}], warning: expect.stringContaining('fixture: timeout') });
  });

  it('answers 408 when the time of the request is over before there is a result', async () => {
    searxng.answer = () => undefined;
    const { status, json } = await list('/v1/search', { query: 'q', timeout: 200 });
    expect([status, json.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
    expect(json.error).toMatch(/^Request timed out/);
  });

  it.each([
    ['/v0/search', {}, 'query'],
    ['/v0/search', { query: '  ' }, 'query'],
    ['/v0/search', { query: 'q', searchOptions: { limit: 21 } }, 'searchOptions.limit'],
    ['/v0/search', { query: 'q', pageOptions: { onlyIncludeTags: 'p[' } }, 'pageOptions.onlyIncludeTags.0'],
    ['/v1/search', { query: 'q', limit: 101 }, 'limit'],
    ['/v1/search', { query: 'q', lang: 'english' }, 'lang'],
    ['/v1/search', { query: 'q', search: 'q' }, 'search'],
    [
      '/v1/search',
      { query: 'q', scrapeOptions: { formats: ['markdown'], includeTags: ['p['] } },
      'scrapeOptions.includeTags.0',
    ],
  ])('%s answers 400 to %j', async (path, body, field) => {
    const asked = searxng.asked.length;
    const { status, json } = await list(path, body);
    expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
    expect(json.details[0].path.join('.')).toBe(field);
    expect(searxng.asked.length).toBe(asked);
  });

  it('asks for a key', async () => {
    const { status } = await api.ask('/v1/search', {
      body: { query: 'q' },
      headers: { authorization: 'Bearer wrong' },
    });
    expect(status).toBe(401);
  });

  it('serves the published clients', async () => {
    searxng.pages = [[hit('/refunds')]];
    const v0 = new FirecrawlV0({ apiKey: KEY, apiUrl: api.url });
    const old = await v0.search('refund', { pageOptions: { fetchPageContent: true } });
    expect(old).toMatchObject({ success: true, data: [{ markdown: expect.stringContaining('thirty') }] });
    const v1 = new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });
    const found = await v1.search('refund', { limit: 2, scrapeOptions: { formats: ['markdown'] } });
    expect(found).toMatchObject({ success: true, data: [{ markdown: expect.stringContaining('thirty') }] });
  });
});

describe('a search that reports omitted hits', () => {
  it('has those of excluded sites, and of addresses that may not be fetched', async () => {
    const api = await start('express', { search: { searxng: { url: searxng.url } } });
    searxng.pages = [
      [
        hit('/refunds'),
        { ...hit('/x'), url: 'https://elsewhere.example/x' },
        { ...hit('/y'), url: 'http://10.0.0.1/y' },
      ],
    ];
    const query = { query: 'refunds', sites: [new URL(site.url).hostname] };
    const service = api.app.get(SearchService, { strict: false });
    const { results, omitted } = await service.search({ ...query, reportsOmitted: true });
    expect(results.map(({ url }) => url)).toEqual([`${site.url}/refunds`]);
    expect(omitted?.map(({ hit: { url }, reason }) => `${url} ${reason}`)).toEqual([
      'https://elsewhere.example/x excluded',
      'http://10.0.0.1/y refused',
    ]);
    expect(await service.search(query)).not.toHaveProperty('omitted');
    await api.close();
  });
});

describe.each(somePlatforms())('search in crawled pages on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await start(platform, { search: { local: true } });
    await crawl(api, { url: `${site.url}/`, limit: 10 });
  });
  afterAll(() => api?.close());

  it('finds pages of the own crawls, the most relevant first', async () => {
    const { json } = await api.post('/v0/search', {
      query: 'striped zebras',
      pageOptions: { fetchPageContent: false },
    });
    expect(json.data[0]).toMatchObject({ url: `${site.url}/zebra`, title: 'Animals', provider: 'local' });
    expect(json.data[0].description).toContain('zebra is striped');
  });

  it('finds pages that were crawled without their markdown, and sends no more of them than was requested', async () => {
    const answer = await crawl(api, {
      url: `${site.url}/zebra`,
      limit: 1,
      scrapeOptions: { formats: ['rawHtml'] },
    });
    expect(JSON.stringify(answer)).not.toContain('searchText');
    const { json } = await api.post('/v1/search', { query: 'herds' });
    expect(json.data[0]).toMatchObject({ url: `${site.url}/zebra` });
  });

  it('finds nothing of the crawls of others', async () => {
    const headers = { authorization: 'Bearer other' };
    const { status, json } = await api.ask('/v0/search', { body: { query: 'zebra' }, headers });
    expect([status, json]).toEqual([200, { success: true, data: [] }]);
  });

  it('is a service too', async () => {
    const found = await api.app.get(SearchService, { strict: false }).search({ query: 'zebra' });
    expect(found).toEqual({ results: [], warnings: [] }); // the host itself has not crawled
  });
});

describe('search in crawled pages and the web', () => {
  it('gives one list, and a warning for a provider that fails', async () => {
    const api = await start('express', {
      search: { local: true, searxng: { url: searxng.url } },
    });
    try {
      await crawl(api, { url: `${site.url}/`, limit: 10 });
      searxng.pages = [[hit('/far'), hit('/refunds/')]];
      const both = await api.post('/v1/search', { query: 'refunds' });
      const paths = both.json.data.map(({ url }: { url: string }) =>
        new URL(url).pathname.replace(/\/$/, ''),
      );
      expect(paths.slice(0, 2)).toEqual(['/refunds', '/far']);
      searxng.answer = (response) => response.writeHead(500).end();
      const one = await api.post('/v1/search', { query: 'refunds' });
      expect(one.json).toMatchObject({ warning: expect.stringContaining('SearXNG answered 500') });
      expect(one.json.data[0].url).toBe(`${site.url}/refunds`);
      expect((await api.post('/v1/search', { query: 'nothinglikethis' })).status).toBe(502);
    } finally {
      await api.close();
    }
  });
});

describe.each(somePlatforms())('search that nobody set up on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => void (api = await start(platform, {})));
  afterAll(() => api?.close());

  it.each(['v0', 'v1', 'v2'])('answers 501 in %s', async (version) => {
    const { status, json } = await api.post(`/${version}/search`, { query: 'q' });
    expect(status).toBe(501);
    expect(json).toEqual({
      success: false,
      requestId: expect.any(String),
      error: 'Search is not configured',
      code: 'NOT_CONFIGURED',
    });
  });

  it('is not there in v1 where the host does not want it, whatever is sent', async () => {
    const without = await start(platform, { v1Search: false, search: { searxng: { url: searxng.url } } });
    for (const body of [{ query: 'q' }, { wrong: true }]) {
      const { status, json } = await without.post('/v1/search', body);
      expect(status).toBe(404);
      expect(json).toEqual({
        success: false,
        requestId: expect.any(String),
        error: 'Not found',
        code: 'NOT_FOUND',
      });
    }
    await without.close();
  });
});
