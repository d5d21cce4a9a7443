import { WebExtractModule } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { endOf, submit } from './support/crawls.js';

/** Stands for the address of the site, known when it has been started. */
const HERE = 'http://site.example';

const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`X-Trace-${n}`, `value ${n}`]));

type Row = readonly [name: string, path: string, body: object | string, fields: readonly string[]];

/** With the fields of the page that each is answered with. */
const PAGES: readonly Row[] = [
  ['firecrawl-js 0.0.36', '/v0/scrape', { pageOptions: { onlyMainContent: true }, extractorOptions: { mode: 'markdown' } }, ['content', 'markdown']],
  ['LangChain with v0', '/v0/scrape', { pageOptions: { includeHtml: true, waitFor: 0 }, integration: null, origin: 'langchain' }, ['html', 'markdown']],
  ['Flowise with v0', '/v0/scrape', { pageOptions: { onlyMainContent: true, onlyIncludeTags: '', removeTags: [] }, extractorOptions: {} }, ['markdown']],
  ['keys that v0 never knew', '/v0/scrape', { isAsync: true, x: { y: [null] }, pageOptions: { z: 1, atsv: false, fallback: true } }, ['markdown']],
  ['old names of v0', '/v0/scrape', { pageOptions: { onlyIncludeTags: 'h1, p', removeTags: ['.aside', '#x'] } }, ['markdown']],
  ['firecrawl-js 1.0.0', '/v1/scrape', { formats: ['markdown', 'html'] }, ['html', 'markdown']],
  ['firecrawl-js 1.0.0, extract', '/v1/scrape', { formats: ['markdown', 'extract'], extract: { schema: SCHEMA } }, ['extract', 'llm_extraction', 'markdown']],
  ['firecrawl-js 1.9', '/v1/scrape', { origin: 'js-sdk@1.9.8', formats: ['markdown', 'links'], onlyMainContent: true, timeout: 30_000 }, ['links', 'markdown']],
  ['firecrawl-js 1.29.3', '/v1/scrape', { origin: 'js-sdk@1.29.3', formats: ['markdown'], maxAge: 0, storeInCache: true, parsePDF: true, blockAds: true, proxy: 'basic' }, ['markdown']],
  ['firecrawl-js 1.29.3, json', '/v1/scrape', { origin: 'js-sdk@1.29.3', formats: ['json', 'markdown'], jsonOptions: { schema: SCHEMA } }, ['json', 'markdown']],
  ['Python', '/v1/scrape', { origin: 'python-sdk@2.16.5', formats: ['markdown', 'rawHtml'], skipTlsVerification: false, removeBase64Images: true, mobile: false }, ['markdown', 'rawHtml']],
  ['Python, empty lists', '/v1/scrape', { origin: 'python-sdk', includeTags: [], excludeTags: [], headers: {}, waitFor: 0, zeroDataRetention: false }, ['markdown']],
  ['LangChain with v1', '/v1/scrape', { formats: ['markdown'], integration: '_langchain', origin: 'langchain' }, ['markdown']],
  ['n8n without an integration', '/v1/scrape', { formats: ['markdown'], integration: null }, ['markdown']],
  ['Flowise with v1, extract without its format', '/v1/scrape', { formats: ['markdown'], extract: { prompt: 'the name' } }, ['markdown']],
  ['Dify with v1', '/v1/scrape', { formats: ['markdown'], onlyMainContent: true, timeout: 15_000 }, ['markdown']],
  ['a format twice', '/v1/scrape', { formats: ['markdown', 'markdown'] }, ['markdown']],
  ['no format', '/v1/scrape', { formats: [] }, []],
  ['the old name of a location', '/v1/scrape', { geolocation: { country: 'de' } }, ['markdown']],
  ['what is for the service itself', '/v1/scrape', { useMock: 'none', auditMetadata: { user: 'a' }, __note: [1, { a: null }] }, ['markdown']],
  ['80 headers', '/v1/scrape', { headers: MANY_HEADERS }, ['markdown']],
  ['a header of 7 kB, and an empty one', '/v1/scrape', { headers: { Cookie: `a=${'x'.repeat(7_000)}`, 'X-Empty': '' } }, ['markdown']],
  ['a number as an exponent', '/v1/scrape', `{"url":"${HERE}/article","timeout":3e4,"waitFor":0.0}`, ['markdown']],
  ['escapes and space', '/v1/scrape', `\n {\t"\\u0075rl" : "${HERE.replaceAll('/', '\\/')}\\/article" }\r\n `, ['markdown']],
  ['a key twice', '/v1/scrape', `{"url":"nothing","url":"${HERE}/article"}`, ['markdown']],
  ['space around an address', '/v1/scrape', `{"url":"  ${HERE}/article \\n"}`, ['markdown']],
  ['all planes of Unicode', '/v1/scrape', { __note: '\u0000 \ud83d\ude80 \ud800 \u202e \ufeff \u2028 é' }, ['markdown']],
  ['900 kB of v1', '/v1/scrape', { __note: 'é'.repeat(450_000) }, ['markdown']],
  ['900 kB of v0', '/v0/scrape', { note: 'x'.repeat(900_000) }, ['markdown']],
  ['40,000 values', '/v0/scrape', { note: Array(40_000).fill(0) }, ['markdown']],
  ['90 levels', '/v0/scrape', `{"url":"${HERE}/article","note":${'['.repeat(90)}${']'.repeat(90)}}`, ['markdown']],
]; // prettier-ignore

const CRAWLS: readonly (readonly [name: string, version: 'v0' | 'v1', body: object])[] = [
  ['firecrawl-js 0.0.36', 'v0', { crawlerOptions: { includes: [], excludes: [], limit: 1 }, pageOptions: { onlyMainContent: true } }],
  ['Dify with v0', 'v0', { crawlerOptions: { includes: [''], excludes: [''], generateImgAltText: true, maxDepth: 1, limit: 1, returnOnlyUrls: false }, pageOptions: { onlyMainContent: false, includeHtml: false } }],
  ['Flowise with v0', 'v0', { crawlerOptions: { mode: 'fast', maxCrawledLinks: 1 }, pageOptions: {}, extractorOptions: { mode: 'markdown' } }],
  ['firecrawl-js 1.0.0', 'v1', { crawlerOptions: { includePaths: [], excludePaths: [], maxDepth: 2, limit: 1 } }],
  ['firecrawl-js 1.29.3', 'v1', { origin: 'js-sdk@1.29.3', limit: 1, scrapeOptions: { formats: ['markdown'] }, ignoreSitemap: true }],
  ['Dify with v1', 'v1', { includePaths: [''], excludePaths: [''], limit: 1, maxDepth: 3, ignoreSitemap: true, allowBackwardLinks: false, allowExternalLinks: false, scrapeOptions: { formats: ['markdown'], onlyMainContent: true } }],
  ['Python', 'v1', { origin: 'python-sdk@2.16.5', limit: 1, allowExternalLinks: false, deduplicateSimilarURLs: true, scrapeOptions: { formats: ['markdown'], headers: {} } }],
  ['LangChain with v1', 'v1', { integration: '_langchain', limit: 1, scrapeOptions: { formats: ['markdown'] } }],
  ['1,000 includePaths', 'v1', { limit: 1, includePaths: Array.from({ length: 1_000 }, (_, n) => `/articles/${n}/`) }],
  ['a webhook with 12 kB of metadata', 'v1', { limit: 1, webhook: { url: 'http://site.example/hook', metadata: { a: 'x'.repeat(12_000) }, events: ['completed'] } }],
]; // prettier-ignore

let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/article': html(
      ARTICLE.replace(
        '</head>',
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","name":"Lighthouses"}</script></head>',
      ),
    ),
    ...linked({ '/': ['/article'] }),
    '/hook': (_, response) => void response.end(),
    '/sitemap.xml': html('', {}, 404),
  });
});

afterAll(() => site?.close());

/** The body with the site's address in place of the one in the table. */
function bodyFor(body: object | string, path: string): string {
  const text = typeof body === 'string' ? body : JSON.stringify({ url: HERE + path, ...body });
  const escaped = (url: string) => url.replaceAll('/', '\\/');
  return text.replaceAll(HERE, site.url).replaceAll(escaped(HERE), escaped(site.url));
}

describe.each(somePlatforms())('what clients send is taken on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      bodyLimit: 1_000_000,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address] })],
    });
  });

  afterAll(() => api?.close());

  it.each(PAGES)('by scrapes: %s', async (_name, path, body, fields) => {
    const { status, json } = await api.post(path, bodyFor(body, '/article'));
    expect([status, json.error]).toEqual([200, undefined]);
    expect(Object.keys(json.data)).toEqual(expect.arrayContaining([...fields]));
    if (fields.includes('markdown')) expect(json.data.markdown).toContain('Lighthouses of the north');
    const extracted = json.data.extract ?? json.data.json;
    if (extracted !== undefined) expect(extracted).toEqual({ name: 'Lighthouses' });
  });

  it.each(CRAWLS)('by crawls: %s', async (_name, version, body) => {
    const id = await submit(api, JSON.parse(bodyFor(body, '/')), version);
    const { status, total } = await endOf(api, id);
    expect([status, total]).toEqual(['completed', 1]);
  });
});
