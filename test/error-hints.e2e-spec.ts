import { ExtractService, ScrapeService, WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { html, startSite, type Site } from './sites/site.js';
import { page } from './sites/pages.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';

const PRIVATE = { url: 'http://10.1.2.3/' };
const PRODUCT = { '@context': 'https://schema.org', '@type': 'Product', name: 'Kettle', brand: 'Acme' };
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, brand: { type: 'string' }, warranty_years: { type: 'number' } },
  required: ['name', 'warranty_years'],
};

let site: Site;

beforeAll(async () => {
  const data = `<script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>`;
  site = await startSite({ '/kettle': html(page('Kettle').replace('</head>', `${data}</head>`)) });
});
afterAll(() => site?.close());

const hostOf = (platform: Platform, options: WebExtractOptions = {}): Promise<RunningApp> =>
  startApp({
    platform,
    imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], ...options })],
  });

const asJson = () => ({ url: `${site.url}/kettle`, formats: [{ type: 'json', schema: SCHEMA }] });

describe.each(somePlatforms())('errors of a host with errorHints on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform, { errorHints: { search: 'Call the operator' } });
  });
  afterAll(() => api?.close());

  it.each(['/v0/scrape', '/v1/scrape', '/v2/scrape', '/v1/crawl', '/v2/map'])(
    'name the option that allows a private address: %s',
    async (path) => {
      const { status, json } = await api.post(path, PRIVATE);

      expect([status, json.code]).toEqual([403, 'URL_NOT_ALLOWED']);
      expect(json.hint).toContain('allowPrivate');
    },
  );

  it('name the option of the language model, and show what the page states', async () => {
    const { status, json } = await api.post('/v2/scrape', asJson());

    expect([status, json.error]).toEqual([501, 'LLM extraction is not configured']);
    expect(json.missing).toEqual(['warranty_years']);
    expect(json.hint).toMatch(/option llm.*apiKey.*baseURL/);
    expect(json.found).toEqual({ name: 'Kettle', brand: 'Acme' });
  });

  it("carry the host's own sentence where it has one", async () => {
    expect((await api.post('/v2/search', { query: 'q' })).json.hint).toBe('Call the operator');
  });

  it('carry no hint where no option would help', async () => {
    const { json } = await api.post('/v2/scrape', { url: 'http://site.example:25/' });

    expect(json.code).toBe('URL_NOT_ALLOWED');
    expect(json).not.toHaveProperty('hint');
  });
});

describe.each(somePlatforms())('errors of a host without errorHints on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform);
  });
  afterAll(() => api?.close());

  it('are what they were', async () => {
    const { json } = await api.post('/v2/scrape', PRIVATE);
    const { json: extraction } = await api.post('/v2/scrape', asJson());

    const fields = ['code', 'error', 'requestId', 'success'];
    expect(Object.keys(json).sort()).toEqual(fields);
    expect(Object.keys(extraction).sort()).toEqual([...fields, 'missing'].sort());
  });

  it('have their hint for callers of the services', async () => {
    const scraping = api.app.get(ScrapeService).scrape(PRIVATE);

    await expect(scraping).rejects.toMatchObject({
      remedy: 'allowPrivate',
      hint: expect.stringContaining('allowPrivate'),
    });
  });

  it('give what the page states to callers of the services', async () => {
    const extracting = api.app.get(ExtractService).extract(`${site.url}/kettle`, { schema: SCHEMA });
    await expect(extracting).rejects.toMatchObject({
      remedy: 'llm',
      found: { name: 'Kettle', brand: 'Acme' },
    });

    const request = { url: `${site.url}/kettle`, extraction: { schema: SCHEMA } };
    const scraped = await api.app.get(ScrapeService).scrape(request);
    expect(scraped).toMatchObject({
      extraction: null,
      found: { name: 'Kettle', brand: 'Acme' },
      warnings: ['LLM extraction is not configured, and the page does not state warranty_years'],
    });
  });
});

it('logs a refused address at debug', async () => {
  const lines: unknown[] = [];
  const ignore = () => undefined;
  const logger = {
    log: ignore,
    warn: ignore,
    error: ignore,
    debug: (line: unknown) => void lines.push(line),
  };
  const imports = [WebExtractModule.forRoot({ auth: { keys: [KEY] } })];
  const api = await startApp({ imports, logger });
  await api.post('/v2/scrape', PRIVATE);
  await api.close();

  expect(lines).toContainEqual(expect.stringMatching(/^Refused: .*http:\/\/10\.1\.2\.3\//));
});

describe('the option errorHints', () => {
  it.each([{ mistake: 'x' }, { llm: '' }, 'yes'])('refuses %j', async (errorHints) => {
    await expect(hostOf('express', { errorHints } as WebExtractOptions)).rejects.toThrow(
      'errorHints must be',
    );
  });
});
