import { WebExtractModule } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl } from './support/crawls.js';
import { upload } from './support/upload.js';

const OTHER_KEY = 'key-of-somebody-else';
const PAGE = ARTICLE.replace(
  '<body>',
  '<body><nav id="top"><a href="/a">Fleet</a> <a href="/b">Berths</a></nav>',
);
const REPORT = {
  verdict: 'good',
  reasons: expect.arrayContaining([expect.stringMatching(/^\d+ % of the visible text was kept$/)]),
  removed: expect.arrayContaining([{ what: 'nav#top: Fleet Berths', why: 'navigation', chars: 12 }]),
};

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/docs/': ['/docs/a', '/blog/b'], '/docs/a': [] }),
    '/article': html(PAGE),
    '/wall': html(
      '<title>Log in</title><form><input type="password"><button>Log in</button></form><p>Log in to go on.</p>',
    ),
    '/data.json': (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    '/sitemap.xml': html('', {}, 404),
  });
});
afterAll(() => site?.close());

describe.each(somePlatforms())('quality of a page on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY, OTHER_KEY] },
          allowPrivate: [site.address],
          browser: false,
        }),
      ],
    });
  });
  afterAll(() => api?.close());

  const scrape = async (path: string, formats: readonly unknown[], version = 'v2') =>
    (await api.post(`/${version}/scrape`, { url: site.url + path, formats })).json.data;

  it.each(['v1', 'v2'])('is its quality with what was removed, where asked for: %s', async (version) => {
    const { quality, markdown } = await scrape('/article', ['markdown', 'quality'], version);
    expect(quality).toEqual(REPORT);
    expect(markdown).not.toContain('Fleet');
    expect(await scrape('/article', ['quality'], version)).toEqual({
      quality: REPORT,
      metadata: expect.anything(),
    });
    expect(await scrape('/article', ['markdown'], version)).not.toHaveProperty('quality');
  });

  it('is what is wrong with it', async () => {
    const { quality } = await scrape('/wall', ['quality']);
    expect(quality).toMatchObject({
      verdict: 'poor',
      reasons: expect.arrayContaining([expect.stringMatching(/login/)]),
    });
  });

  it('is nothing removed from what is no HTML', async () => {
    expect((await scrape('/data.json', ['quality'])).quality).toMatchObject({ verdict: 'good', removed: [] });
  });

  it('is reported for uploads and crawled pages', async () => {
    const file = await upload(api, Buffer.from(PAGE), 'page.html', { formats: ['quality'] });
    expect(file.json.data.quality).toEqual(REPORT);
    const { data } = await crawl(api, {
      url: `${site.url}/article`,
      limit: 1,
      scrapeOptions: { formats: ['quality'] },
    });
    expect(data[0].quality).toEqual(REPORT);
  });
});

describe.each(somePlatforms())('why a crawl takes an address or not, on %s', (platform) => {
  let api: RunningApp;
  let id: string;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          prefix: 'extract',
          auth: { keys: [KEY, OTHER_KEY] },
          allowPrivate: [site.address],
          browser: false,
        }),
      ],
    });
    const body = { url: `${site.url}/docs/`, limit: 5, excludePaths: ['/private'] };
    ({ id } = (await api.post('/extract/v1/crawl', body)).json);
  });
  afterAll(() => api?.close());

  const explain = (query: string, headers = {}, version = 'v1') =>
    api.ask(`/extract/${version}/crawl/${id}/explain${query}`, { method: 'GET', headers });
  const about = (url: string) => `?url=${encodeURIComponent(url)}`;

  it.each([
    ['/docs/a', true, 'in-scope', /nothing/i],
    ['/blog/b', false, 'outside-path', /outside the folder of the start page/],
    ['/docs/private/x', false, 'excluded', /excluding pattern.*: \/private$/],
    ['https://else.example/', false, 'external-host', /another site/],
    ['javascript:alert(1)', false, 'not-http', /no http/],
  ])('is said of %s', async (path, admitted, rule, reason) => {
    const url = new URL(path, site.url).href;
    for (const version of ['v1', 'v2']) {
      const { status, json } = await explain(about(url), {}, version);
      expect([status, json]).toEqual([
        200,
        expect.objectContaining({
          success: true,
          url,
          admitted,
          rule,
          reason: expect.stringMatching(reason),
        }),
      ]);
    }
  });

  it.each(['', '?url=', `?url=${'x'.repeat(9)}&url=y`])(
    'is asked for with one address, not with %j',
    async (query) => {
      const { status, json } = await explain(query);
      expect([status, json.code, json.details[0].path]).toEqual([400, 'BAD_REQUEST', ['url']]);
    },
  );

  it('is visible to the owner of the crawl only', async () => {
    expect((await explain(about(site.url), { authorization: `Bearer ${OTHER_KEY}` })).status).toBe(404);
    expect((await explain(about(site.url), { authorization: '' })).status).toBe(401);
  });
});
