import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';
import { startSearxng } from './support/searxng.js';
import { sendForm } from './support/upload.js';

const GET = { method: 'GET' } as const;
const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Kettle',
  offers: { price: '34.90' },
};

let site: Site;

beforeAll(async () => {
  const data = `<script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>`;
  site = await startSite({
    ...linked({ '/': ['/a', '/b'], '/a': [], '/b': [] }),
    '/kettle': html(page('Kettle').replace('</head>', `${data}</head>`)),
    '/plain': html(page('Plain')),
  });
});
afterAll(() => site?.close());

const hostOf = (platform: Platform, options: WebExtractOptions = {}): Promise<RunningApp> =>
  startApp({
    platform,
    imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], ...options })],
  });

describe.each(somePlatforms())('the contract of v2 on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform, { search: { local: true }, tls: { allowSkip: false } });
  });
  afterAll(() => api?.close());

  it('answers the format product without a model', async () => {
    const { json } = await api.post('/v2/scrape', {
      url: `${site.url}/kettle`,
      formats: ['product', 'schemaOrg'],
    });

    expect(json.data.product).toMatchObject({ title: 'Kettle', variants: [{ price: { amount: 34.9 } }] });
    expect(json.data.schemaOrg).toEqual([{ type: 'Product', name: 'Kettle', offers: { price: '34.90' } }]);
  });

  it('lists the formats of files that it reads, and refuses programs by their names', async () => {
    const { status, json } = await api.ask('/v2/parse/formats', GET);
    expect([status, json.success]).toEqual([200, true]);
    expect(json.data).toContainEqual({ format: 'pdf', kind: 'document', extensions: ['pdf'], mimeTypes: ['application/pdf'], available: true }); // prettier-ignore
    const parts = [{ name: 'file', fileName: 'a.exe', content: '<h1>A page</h1>' }];
    const refused = await sendForm(api, parts, {}, '/v2/parse');
    expect([refused.status, refused.json.code]).toEqual([400, 'UNSUPPORTED_FILE']);
  });

  it('answers without a product, and a warning, where a page states none', async () => {
    const { status, json } = await api.post('/v2/scrape', { url: `${site.url}/plain`, formats: ['product'] });

    expect(status).toBe(200);
    expect(json.data).not.toHaveProperty('product');
    expect(json.data.warning ?? json.warning).toContain('The page states no product');
  });

  it.each([
    ['POST', '/v2/interact'],
    ['GET', '/v2/interact/1'],
    ['POST', '/v2/support/docs-search'],
    ['GET', '/v2/team/threat-protection'],
    ['POST', '/v2/search/gov'],
    ['POST', '/v2/fdw/jobs'],
    ['GET', '/v2/fdw/jobs/1/rows'],
    ['GET', '/v2/org/credit-usage'],
    ['POST', '/v2/agent-signup'],
    ['GET', '/v2/webhooks'],
    ['DELETE', '/v2/webhooks/1'],
    ['POST', '/v2/deep-research'],
    ['GET', '/v2/deep-research/1'],
    ['POST', '/v2/llmstxt'],
  ])('answers %s %s with 501', async (method, path) => {
    const { status, json } = await api.ask(path, { method });

    expect([status, json.code]).toEqual([501, 'NOT_SUPPORTED']);
    expect(json).not.toHaveProperty('title');
  });

  it.each([
    ['a known key', {}, 501, 'NOT_SUPPORTED'],
    ['an unknown key', { authorization: 'Bearer x' }, 401, 'UNAUTHORIZED'],
  ])('answers research with title and detail to %s', async (_, headers, expected, title) => {
    const { status, json } = await api.ask('/v2/search/research/papers', { ...GET, headers });

    expect([status, json.title, json.detail]).toEqual([expected, title, json.error]);
  });

  it.each(['scrape', 'crawl', 'batch/scrape', 'map', 'search', 'extract'])(
    'refuses redactPII of %s wherever it is, and reads nothing',
    async (path) => {
      const before = site.requests.length;
      const body = { url: site.url, urls: [site.url], query: 'kettle', prompt: 'name' };
      const answers = [
        await api.post(`/v2/${path}`, { ...body, redactPII: true }),
        await api.post(`/v2/${path}`, { ...body, scrapeOptions: { redactPII: true } }),
      ];

      for (const { status, json } of answers) expect([status, json.code]).toEqual([501, 'NOT_SUPPORTED']);
      expect(site.requests.length).toBe(before);
    },
  );

  it.each(['/v1/crawl', '/v2/crawl'])('takes delay 0 of %s as no delay', async (path) => {
    const { status, json } = await api.post(path, { url: `${site.url}/`, delay: 0, limit: 3 });
    expect(status).toBe(200);
    await until(async () => (await api.ask(`${path}/${json.id}`, GET)).json.status === 'completed');
  });

  it('takes ignoreSitemap of an extract job', async () => {
    const body = {
      urls: [`${site.url}/*`],
      prompt: 'titles',
      schema: { type: 'object' },
      ignoreSitemap: true,
    };
    const before = site.requests.length;
    const { status, json } = await api.post('/v2/extract', body);
    expect([status, json.warning]).toEqual([200, undefined]);

    await until(async () => (await api.ask(`/v2/extract/${json.id}`, GET)).json.status !== 'processing');
    const paths = site.requests.slice(before).map(({ path }) => path);
    expect(paths).not.toContain('/sitemap.xml');
    expect((await api.post('/v2/crawl', { url: site.url, ignoreSitemap: true })).status).toBe(400);
  });

  it.each([
    ['notes.txt', 'Some notes', 'Some notes'],
    ['notes.md', '# Notes', '# Notes'],
    ['table.csv', 'a,b\n1,2\n', '| 1 | 2 |'],
  ])('parses %s', async (fileName, content, expected) => {
    const file = { name: 'file', fileName, content };
    const wishes = { proxy: 'auto', skipTlsVerification: true, blockAds: true };
    const options = { name: 'options', content: JSON.stringify(wishes) };
    const { status, json } = await sendForm(api, [file, options], {}, '/v2/parse');

    expect([status, json.data?.markdown]).toEqual([200, expect.stringContaining(expected)]);
    expect(json.warning).toBeUndefined();
  });

  it('says that only crawled pages are searched where a search finds none', async () => {
    const { json } = await api.post('/v2/search', { query: 'nothingofthis' });

    expect(json.data.web).toEqual([]);
    expect(json.warning).toContain('SEARXNG_URL');
  });

  it.each(['/v1/scrape', '/v2/scrape'])(
    'ignores skipTlsVerification if the host forbids it: %s',
    async (path) => {
      const { status, json } = await api.post(path, { url: `${site.url}/plain`, skipTlsVerification: true });

      expect(status).toBe(200);
      expect(JSON.stringify(json)).toContain('skipTlsVerification is not allowed here');
    },
  );
});

describe.each(somePlatforms())('searches of v2 on %s', (platform) => {
  it('give ten results, and the passages of pages that are read as their descriptions', async () => {
    const searxng = await startSearxng();
    const api = await hostOf(platform, { search: { searxng: { url: searxng.url } } });
    try {
      const hit = (n: number) => ({
        url: `${site.url}/plain?${n}`,
        title: `T${n}`,
        content: 'Of the provider',
      });
      searxng.pages = [Array.from({ length: 12 }, (_, n) => hit(n))];
      const search = async (body: object) =>
        (await api.post('/v2/search', { query: 'plain', ...body })).json.data.web;
      expect(await search({})).toHaveLength(10);

      const scrapeOptions = { formats: ['markdown'] };
      const [read] = await search({ limit: 1, scrapeOptions });
      expect(read).not.toHaveProperty('highlights');
      expect(read.description).toContain('Plain');

      const [plain] = await search({ limit: 1, scrapeOptions, highlights: false });
      expect(plain.description).toBe('Of the provider');
    } finally {
      await api.close();
      await searxng.close();
    }
  });
});
