import { WebExtractModule } from 'nestjs-web-extract';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, PLATFORMS, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const CEILING_MS = 2_000;
const DAY_MS = 86_400_000;
const LOWERED = `The timeout was lowered to ${CEILING_MS} ms`;

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

describe.each(PLATFORMS)('a stated time beyond the ceiling on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    const options = {
      auth: { keys: [KEY] },
      allowPrivate: [site.address],
      limits: { maxTimeoutMs: CEILING_MS },
      llm: { baseURL: model.baseURL, apiKey: 'none', model: 'm' },
      search: { searxng: { url: searxng.url } },
    };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
  });
  beforeEach(() => (searxng.answer = null));
  afterAll(() => api?.close());

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
    const { status, json } = await api.post(path, { ...body(), ...timed });
    expect(status).toBe(200);
    expect(json.warning ?? json.data.warning).toContain(LOWERED);
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
    const body = { url: url(), timeout: CEILING_MS, waitFor: CEILING_MS / 2 };
    expect((await api.post('/v1/scrape', body)).json.warning).toContain(LOWERED);
  });

  it('is lowered for the pages of a search', async () => {
    searxng.pages = [[{ url: url('/hung'), title: 'Hung', content: '' }]];
    const scrapeOptions = { formats: ['markdown'], timeout: DAY_MS };
    const { json } = await api.post('/v1/search', { query: 'words', timeout: CEILING_MS, scrapeOptions });
    expect(json.warning).toContain(LOWERED);
    expect(json.data[0].metadata.error).toContain('Request timed out');
  });

  it('is told of when a crawl begins, not with each of its pages', async () => {
    const { data } = await crawl(api, { url: url(), limit: 1, scrapeOptions: { timeout: DAY_MS } });
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain(LOWERED);
  });

  it('leaves a time of the ceiling as it is', async () => {
    const { json } = await api.post('/v1/scrape', { url: url(), timeout: CEILING_MS });
    expect(json.warning).toBeUndefined();
  });
});
