import { randomUUID } from 'node:crypto';
import { WebExtractModule, type DriverModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { firecrawlV4 } from './setup/clients.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked, manyPages } from './sites/linked.js';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { pathsOf } from './support/crawls.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const PAGES = 130;

let site: Site;
let searxng: SearxngDouble;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(PAGES),
    ...linked({ '/hanging': ['/never'], '/listing': ['/linked-only'], '/linked-only': [] }),
    '/article': html(ARTICLE),
    '/product': html(
      page('Lamp').replace(
        '</head>',
        '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"L-7"}</script></head>',
      ),
    ),
    '/gone': html(page('Gone'), {}, 404),
    '/never': () => undefined,
    '/dead': (_, response) => void response.destroy(),
    '/sitemap.xml': html('', {}, 404),
  });
  searxng = await startSearxng();
});

afterEach(() => Object.assign(searxng, { pages: [], unresponsive: [], answer: null }));
afterAll(async () => {
  await searxng?.close();
  await site?.close();
});

const failureOf = (work: Promise<unknown>): Promise<any> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => error,
  );

function speaking(platform: Platform, store: () => { drivers?: DriverModule }): void {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          ...store(),
          auth: { keys: [KEY, 'other'] },
          allowPrivate: [site.address],
          browser: false,
          search: { searxng: { url: searxng.url } },
        }),
      ],
    });
  });

  afterAll(() => api?.close());

  const client = (apiKey = KEY) => new (firecrawlV4())({ apiKey, apiUrl: api.url, maxRetries: 1 });
  const post = (path: string, body: unknown) => api.post(path, body);

  describe('scrape', () => {
    const scrape = (path: string, options?: object) => client().scrape(site.url + path, options);

    it('answers markdown by default, with what v2 tells of a page', async () => {
      const document = await scrape('/article');
      expect(Object.keys(document).sort()).toEqual(['markdown', 'metadata']);
      expect(document.metadata).toMatchObject({
        sourceURL: `${site.url}/article`,
        url: `${site.url}/article`,
        statusCode: 200,
        scrapeId: expect.stringMatching(/^[\da-f-]{36}$/),
        contentType: expect.stringContaining('text/html'),
        cacheState: 'miss',
        proxyUsed: 'basic',
        creditsUsed: 1,
        language: expect.anything(),
      });
    });

    it('takes formats as names and as objects', async () => {
      const document = await scrape('/article', {
        formats: ['html', { type: 'rawHtml' }, { type: 'links' }],
      });
      expect(Object.keys(document).sort()).toEqual(['html', 'links', 'metadata', 'rawHtml']);
      expect(Object.keys(await scrape('/article', { formats: [] }))).toEqual(['metadata']);
    });

    it('answers structured data under json alone', async () => {
      const schema = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
      const document = await scrape('/product', { formats: [{ type: 'json', schema }] });
      expect(document.json).toEqual({ sku: 'L-7' });
      for (const name of ['llm_extraction', 'extract', 'content', 'markdown'])
        expect(document).not.toHaveProperty(name);
    });

    it('takes an error page for a page', async () => {
      expect((await scrape('/gone')).metadata).toMatchObject({ statusCode: 404, error: 'Not Found' });
    });

    it('tells what it did not do', async () => {
      const { warning } = await scrape('/article', {
        formats: ['markdown', 'screenshot', 'branding', 'changeTracking'],
        proxy: 'stealth',
        fromTheFuture: 1,
      });
      for (const name of ['screenshot', 'branding', 'proxy', 'fromTheFuture']) {
        expect(warning).toContain(name);
      }
    });

    it('says nothing of what clients send of their own', async () => {
      const quiet = {
        proxy: 'auto',
        blockAds: true,
        maxAge: 1,
        origin: 'x',
        integration: 'y',
        fastMode: true,
      };
      expect(await scrape('/article', quiet)).not.toHaveProperty('warning');
      const nulls = { location: null, timeout: null, formats: null, __own: 1, threatProtection: {} };
      const { json } = await post('/v2/scrape', { url: `${site.url}/article`, ...nulls });
      expect([json.success, json.warning]).toEqual([true, undefined]);
      expect(json.scrape_id).toBe(json.data.metadata.scrapeId);
    });

    it.each([
      [{ formats: ['json'] }, 400, /json must be an object/],
      [{ formats: ['nothing'] }, 400, /"nothing" is none of/],
      [{ formats: ['screenshot@fullPage'] }, 400, /fullPage/],
      [{ formats: [{ type: 'constructor' }] }, 400, /none of/],
      [{ parsePDF: false }, 400, /parsers/],
      [{ jsonOptions: {} }, 400, /json/],
      [{ scrapeOptions: {}, extract: {} }, 400, /extract/],
      [{ timeout: '10' }, 400, /timeout/],
      [{ formats: ['branding'] }, 400, /branding/],
      [{ redactPII: true }, 501, /redactPII/],
      [{ lockdown: true }, 404, /No cached data/],
    ])('refuses %j with %i', async (options, status, message) => {
      const { status: told, json } = await post('/v2/scrape', { url: `${site.url}/article`, ...options });
      expect([told, json.success, json.error]).toEqual([status, false, expect.stringMatching(message)]);
    });

    it('shows failures with status, code and details', async () => {
      const blocked = await failureOf(client().scrape('http://10.1.1.1/'));
      expect(blocked).toMatchObject({ status: 403, message: expect.stringContaining('not allowed') });
      expect(await failureOf(client('wrong').scrape(site.url))).toMatchObject({ status: 401 });
      const invalid = await failureOf(scrape('/article', { timeout: 100, waitFor: 99 }));
      expect(invalid).toMatchObject({ status: 400 });
      expect(await failureOf(scrape('/never', { timeout: 300 }))).toMatchObject({ status: 408 });
    });

    it('gives a page again to whoever scraped it, in both versions', async () => {
      const { json } = await post('/v2/scrape', {
        url: `${site.url}/article`,
        formats: ['markdown', 'links'],
      });
      const again = await api.ask(`/v2/scrape/${json.scrape_id}`, { method: 'GET' });
      expect([again.status, again.json]).toEqual([200, { success: true, data: json.data }]);
      const inV1 = (await api.ask(`/v1/scrape/${json.scrape_id}`, { method: 'GET' })).json.data;
      expect([inV1.markdown, inV1.metadata.scrapeId]).toEqual([json.data.markdown, json.scrape_id]);
      const other = { authorization: 'Bearer other' };
      for (const [id, headers] of [
        [json.scrape_id, other],
        ['nothing', {}],
      ] as const) {
        expect((await api.ask(`/v2/scrape/${id}`, { method: 'GET', headers })).status).toBe(404);
      }
      const secret = await post('/v2/scrape', { url: `${site.url}/article`, zeroDataRetention: true });
      expect((await api.ask(`/v2/scrape/${secret.json.scrape_id}`, { method: 'GET' })).status).toBe(404);
    });

    it('gives a page of v1 again', async () => {
      const schema = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
      const body = { url: `${site.url}/product`, formats: ['extract'], extract: { schema } };
      const { json } = await post('/v1/scrape', body);
      const id = json.data.metadata.scrapeId;
      expect((await api.ask(`/v1/scrape/${id}`, { method: 'GET' })).json).toEqual({
        success: true,
        data: json.data,
      });
      expect((await api.ask(`/v2/scrape/${id}`, { method: 'GET' })).json.data.json).toEqual({ sku: 'L-7' });
    });

    it('says that hosted data sets are not here', async () => {
      const { status, json } = await post('/v2/scrape', { alexandria: [{ tool: 'x' }] });
      expect([status, json.code]).toEqual([501, 'NOT_SUPPORTED']);
    });
  });

  describe('map', () => {
    it('answers links as objects, with the title of pages it read', async () => {
      const { links } = await client().map(`${site.url}/listing`, { limit: 5 });
      expect(links[0]).toMatchObject({ url: `${site.url}/listing`, title: '/listing' });
      expect(links.every((link: any) => typeof link.url === 'string')).toBe(true);
    });

    it('takes the words of v2 and refuses those of v1', async () => {
      const sitemaps = await post('/v2/map', { url: site.url, sitemap: 'skip', limit: 2 });
      expect([sitemaps.json.success, sitemaps.json.links.length]).toEqual([true, 2]);
      expect(sitemaps.json.id).toMatch(/^[\da-f-]{36}$/);
      expect((await post('/v2/map', { url: site.url, ignoreSitemap: true })).status).toBe(400);
      expect((await post('/v2/map', { url: site.url, sitemap: 'never' })).status).toBe(400);
      expect((await post('/v2/map', { url: site.url, limit: 100_001 })).status).toBe(400);
    });
  });

  describe('crawl', () => {
    it('waits for a crawl and has all of its pages', async () => {
      const end = await client().crawl(`${site.url}/`, {
        limit: 3,
        scrapeOptions: { formats: ['markdown'] },
        pollInterval: 0.1,
      });
      expect(end).toMatchObject({ status: 'completed', total: 3, completed: 3, creditsUsed: 3 });
      expect(pathsOf(end.data)).toEqual(['/', '/p/1', '/p/2']);
    });

    it('follows the parts of a long one', async () => {
      const { id, url } = await client().startCrawl(`${site.url}/`, { maxConcurrency: 16 });
      expect(url).toBe(`${api.url}/v2/crawl/${id}`);
      const end = await poll(id);
      expect(new Set(pathsOf(end.data)).size).toBe(PAGES + 1);
      const part = (await api.ask(`/v2/crawl/${id}?limit=2`, { method: 'GET' })).json;
      expect([part.data.length, part.next]).toEqual([2, `${url}?skip=2&limit=2`]);
      expect(part.data[0].metadata.scrapeId).toBe(end.data[0].metadata.scrapeId);
      const inV1 = (await api.ask(`/v1/crawl/${id}?limit=1`, { method: 'GET' })).json;
      expect([inV1.success, inV1.next]).toEqual([true, `${api.url}/v1/crawl/${id}?skip=1&limit=1`]);
    });

    const poll = async (id: string): Promise<any> => {
      for (;;) {
        const status = await client().getCrawlStatus(id);
        if (status.status !== 'scraping') return status;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };

    it('takes in what sitemaps list, and nothing that is linked, where that is wanted', async () => {
      const { id } = await client().startCrawl(`${site.url}/listing`, { sitemap: 'only' });
      expect(pathsOf((await poll(id)).data)).toEqual(['/listing']);
      const { id: both } = await client().startCrawl(`${site.url}/listing`, {
        sitemap: 'skip',
        crawlEntireDomain: true,
      });
      expect(pathsOf((await poll(both)).data).sort()).toEqual(['/linked-only', '/listing']);
    });

    it('tells of a failed one with success, for clients wait for ever otherwise', async () => {
      const { id } = await client().startCrawl(`${site.url}/dead`, {});
      const end = await poll(id);
      expect(end).toMatchObject({ status: 'failed', data: [] });
      const { status, json } = await api.ask(`/v2/crawl/${id}`, { method: 'GET' });
      expect([status, json.success, typeof json.error]).toEqual([200, true, 'string']);
    });

    it('cancels, lists what runs and what failed', async () => {
      const { id } = await client().startCrawl(`${site.url}/hanging`, { sitemap: 'skip' });
      const { crawls } = await client().getActiveCrawls();
      expect(crawls.find((crawl: any) => crawl.id === id)).toMatchObject({ url: `${site.url}/hanging` });
      expect(await client().cancelCrawl(id)).toBe(true);
      expect((await client().getCrawlStatus(id)).status).toBe('cancelled');
      expect(await client().getCrawlErrors(id)).toEqual({ errors: [], robotsBlocked: [] });
      const foreign = await failureOf(client('other').getCrawlStatus(id));
      expect(foreign).toMatchObject({ status: 404 });
      expect((await api.ask(`/v2/crawl/${id}/errors`, { method: 'DELETE' })).status).toBe(405);
    });

    it.each([
      [{ maxDepth: 2 }, 400, 'maxDiscoveryDepth'],
      [{ ignoreSitemap: true }, 400, 'sitemap'],
      [{ sitemap: 'maybe' }, 400, 'sitemap'],
      [{ scrapeOptions: { extract: {} } }, 400, 'scrapeOptions.extract'],
      [{ scrapeOptions: { formats: ['json'] } }, 400, 'scrapeOptions'],
      [{ prompt: 'only the blog' }, 501, 'prompt needs a language model'],
    ])('refuses %j with %i', async (options, status, word) => {
      const answer = await post('/v2/crawl', { url: site.url, ...options });
      expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(word)]);
    });

    it('takes null for absent, and names what it does not know', async () => {
      const { json } = await post('/v2/crawl', {
        url: `${site.url}/article`, limit: 1, scrapeOptions: null, webhook: null, includePaths: null, zeroDataRetention: true, later: 1,
      }); // prettier-ignore
      expect([json.success, json.warning]).toEqual([true, expect.stringMatching(/^later is not known and was ignored\. zeroDataRetention: /)]); // prettier-ignore
    });
  });

  describe('search', () => {
    const hit = (n: number, more: object = {}) => ({
      url: `${site.url}/p/${n}`,
      title: `T${n}`,
      content: 'c',
      ...more,
    });

    it('answers by source, under the keys that were asked for', async () => {
      searxng.pages = [
        [
          hit(1),
          hit(2, { img_src: `${site.url}/i.png`, resolution: '640 x 480', publishedDate: '2026-01-01' }),
        ],
      ];
      const found = await client().search('words', {
        sources: ['web', { type: 'news' }, 'images'],
        limit: 2,
      });
      expect(Object.keys(found).filter((key) => ['web', 'news', 'images'].includes(key))).toEqual([
        'web',
        'news',
        'images',
      ]);
      expect(found.web[0]).toEqual({ url: `${site.url}/p/1`, title: 'T1', description: 'c', position: 1 });
      expect(found.news[1]).toMatchObject({
        snippet: 'c',
        date: '2026-01-01',
        imageUrl: `${site.url}/i.png`,
        position: 2,
      });
      expect(found.images).toEqual([
        {
          title: 'T2',
          imageUrl: `${site.url}/i.png`,
          imageWidth: 640,
          imageHeight: 480,
          url: `${site.url}/p/2`,
          position: 1,
        },
      ]);
    });

    it('answers an empty list where nothing was found', async () => {
      searxng.pages = [[]];
      const { json } = await post('/v2/search', {
        query: 'x',
        sources: [{ type: 'alexandria' }],
        toolDetail: 'full',
        domainTools: [],
      });
      expect(json).toMatchObject({ success: true, data: { web: [] }, creditsUsed: 0 });
      expect(json).not.toHaveProperty('warning');
    });

    it('reads the pages of results beside their words', async () => {
      searxng.pages = [[hit(1), { ...hit(2), url: `${site.url}/dead` }]];
      const { web } = await client().search('words', { scrapeOptions: { formats: ['markdown'] } });
      expect(web[0]).toMatchObject({ url: `${site.url}/p/1`, title: 'T1', markdown: expect.any(String) });
      expect(web[1].metadata.error).toEqual(expect.any(String));
    });

    it('keeps to domains and categories', async () => {
      searxng.pages = [
        [
          hit(1),
          { ...hit(2), url: 'https://github.com/a/b' },
          { ...hit(3), url: 'https://docs.example.com/x' },
        ],
      ];
      const { web } = await client().search('words', {
        categories: ['github'],
        excludeDomains: ['example.com'],
      });
      expect(searxng.asked.at(-1)!['q']).toBe('words site:github.com -site:example.com');
      expect(web.map((one: any) => [one.position, one.category])).toEqual([
        [1, 'github'],
        [2, 'github'],
      ]);
      const both = await post('/v2/search', {
        query: 'x',
        includeDomains: ['a.com'],
        excludeDomains: ['b.com'],
      });
      expect(both.status).toBe(400);
    });

    it('answers 500 where the provider fails, for 502 is asked again', async () => {
      searxng.answer = (response) => void response.writeHead(500).end();
      expect(await failureOf(client().search('words'))).toMatchObject({ status: 500 });
    });
  });

  describe('account', () => {
    it('has nothing to run out of', async () => {
      expect(await client().getCreditUsage()).toMatchObject({ remainingCredits: 99_999_999 });
      expect(await client().getTokenUsage()).toMatchObject({ remainingTokens: 99_999_999 });
      const { v1 } = client();
      for (const past of [client(), v1]) {
        expect(await past.getCreditUsageHistorical(true)).toMatchObject({ success: true, periods: [] });
        expect(await past.getTokenUsageHistorical()).toMatchObject({ success: true, periods: [] });
      }
      expect(await v1.getTokenUsage()).toMatchObject({ data: { remaining_tokens: 99_999_999 } });
      expect((await api.ask('/v1/team/credit-usage', { method: 'GET' })).json).toEqual({
        success: true,
        data: {
          remaining_credits: 99_999_999,
          plan_credits: 99_999_999,
          billing_period_start: null,
          billing_period_end: null,
        },
      });
    });

    it('tells of the work of its own jobs', async () => {
      const { id } = await client().startCrawl(`${site.url}/never`, { sitemap: 'skip' });
      const isActive = async () => (await client().getConcurrency()).concurrency === 1;
      while (!(await isActive())) await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await client().getQueueStatus()).toMatchObject({
        jobsInQueue: 1,
        activeJobsInQueue: 1,
        maxConcurrency: 64,
      });
      expect(await client('other').getQueueStatus()).toMatchObject({ jobsInQueue: 0 });
      expect((await api.ask('/v1/concurrency-check', { method: 'GET' })).json).toEqual({
        success: true,
        concurrency: 1,
        maxConcurrency: 64,
      });
      await client().cancelCrawl(id);
    });
  });

  describe('upload', () => {
    it('converts a file', async () => {
      const file = {
        data: Buffer.from('<h1>Title</h1><p>Some text of it.</p>'),
        filename: 'a.html',
        contentType: 'text/html',
      };
      const document = await client().parse(file, { formats: ['markdown', { type: 'links' }] });
      expect(document.markdown).toContain('# Title');
      expect(document.metadata).toMatchObject({ sourceURL: 'a.html', scrapeId: expect.any(String) });
    });
  });
}

describe.each(somePlatforms())('firecrawl-js 4 against %s', (platform) => speaking(platform, () => ({})));

describeWithRedis('firecrawl-js 4 over Redis', () => {
  const prefix = `test-${randomUUID()}`;
  speaking('fastify', () => ({ drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) }));
});

describe('a host that wants no unknown keys in v2', () => {
  it('refuses them, and not those that clients send of their own', async () => {
    const api = await startApp({
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, browser: false, unknownKeys: 'reject' })],
    });
    const url = 'http://10.0.0.1/';
    const odd = await api.post('/v2/crawl', { url, later: 1, scrapeOptions: { other: 2 } });
    expect([odd.status, odd.json.details.map(({ path }: any) => path)]).toEqual([
      400,
      [['later'], ['scrapeOptions', 'other']],
    ]);
    const usual = { url, origin: 'x', integration: 'y', fastMode: true, __own: 1 };
    expect((await api.post('/v2/scrape', usual)).status).toBe(403);
    await api.close();
  });
});
