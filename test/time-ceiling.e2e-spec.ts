import { WebExtractModule } from 'nestjs-web-extract';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl } from './support/crawls.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

/** Of a host that waits for what never comes. */
const CEILING_MS = 2_000;
/** Of a host whose pages come, on a busy machine too. */
const AMPLE_MS = 60_000;
const DAY_MS = 86_400_000;
const lowered = (ceilingMs: number) => `The timeout was lowered to ${ceilingMs} ms`;

let site: Site;
let model: ScriptedModel;
let searxng: SearxngDouble;

beforeAll(async () => {
  site = await startSite({
    '/': html(page('Start', '<p>Words of the start page.</p>')),
    '/hung': () => undefined,
  });
  model = await startScriptedModel();
  model.play([{ act: () => undefined }]);
  searxng = await startSearxng();
});
afterAll(() => Promise.all([site?.close(), model?.close(), searxng?.close()]));

describe.each(somePlatforms())('a stated time beyond the ceiling on %s', (platform) => {
  let api: RunningApp;
  let ample: RunningApp;
  beforeAll(async () => {
    const start = (maxTimeoutMs: number) => {
      const options = {
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        limits: { maxTimeoutMs },
        llm: { baseURL: model.baseURL, apiKey: 'none', model: 'm' },
        search: { searxng: { url: searxng.url } },
      };
      return startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
    };
    api = await start(CEILING_MS);
    ample = await start(AMPLE_MS);
  });
  beforeEach(() => (searxng.answer = null));
  afterAll(() => Promise.all([api?.close(), ample?.close()]));

  const url = (path = '/') => site.url + path;
  const extract = { prompt: 'What is it?' };

  it.each<[string, string, () => object]>([
    ['a scrape', '/v1/scrape', () => ({ url: url() })],
    ['a scrape of v0', '/v0/scrape', () => ({ url: url() })],
    ['a map', '/v1/map', () => ({ url: url() })],
    ['a search', '/v1/search', () => ({ query: 'words' })],
    ['a crawl', '/v1/crawl', () => ({ url: url(), limit: 1 })],
  ])('is lowered in %s, with a warning', async (_, path, body) => {
    const timed = path === '/v1/crawl' ? { scrapeOptions: { timeout: DAY_MS } } : { timeout: DAY_MS };
    const { status, json } = await ample.post(path, { ...body(), ...timed });
    expect(status).toBe(200);
    expect(json.warning ?? json.data.warning).toContain(lowered(AMPLE_MS));
  });

  it.each<[string, string, () => object]>([
    ['a page', '/v1/scrape', () => ({ url: url('/hung') })],
    ['a page of v0', '/v0/scrape', () => ({ url: url('/hung') })],
    ['a model', '/v1/scrape', () => ({ url: url(), formats: ['extract'], extract })],
    ['the first page of a map', '/v1/map', () => ({ url: url('/hung'), ignoreSitemap: true })],
    ['a search provider', '/v1/search', () => ({ query: 'words' })],
    ['a search provider of v0', '/v0/search', () => ({ query: 'words' })],
  ])('ends with the ceiling where %s never answers', async (_, path, body) => {
    searxng.answer = () => undefined;
    const { status, json } = await api.post(path, { ...body(), timeout: DAY_MS });
    expect([status, json.error]).toEqual([408, expect.stringContaining(`within ${CEILING_MS} ms`)]);
  });

  it('is one that only waits make so long', async () => {
    const body = { url: url(), timeout: AMPLE_MS, waitFor: AMPLE_MS / 2 };
    expect((await ample.post('/v1/scrape', body)).json.warning).toContain(lowered(AMPLE_MS));
  });

  it('is lowered for the pages of a search', async () => {
    searxng.pages = [[{ url: url('/hung'), title: 'Hung', content: '' }]];
    const scrapeOptions = { formats: ['markdown'], timeout: DAY_MS };
    const { json } = await api.post('/v1/search', { query: 'words', timeout: CEILING_MS, scrapeOptions });
    expect(json.warning).toContain(lowered(CEILING_MS));
    expect(json.data[0].metadata.error).toContain('Request timed out');
  });

  it('is reported when a crawl begins, not with each of its pages', async () => {
    const { data } = await crawl(ample, { url: url(), limit: 1, scrapeOptions: { timeout: DAY_MS } });
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(lowered(AMPLE_MS));
  });

  it('leaves a time of the ceiling as it is', async () => {
    const { json } = await ample.post('/v1/scrape', { url: url(), timeout: AMPLE_MS });
    expect(json.warning).toBeUndefined();
  });
});
