import { ScrapeService, WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { firecrawlV1, firecrawlV4 } from './setup/clients.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';
import { startScriptedModel, type Asked, type ScriptedModel } from './support/scripted-model.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';
import { upload } from './support/upload.js';

const FirecrawlV1 = firecrawlV1();

const LAMP = `<!doctype html><html lang="en"><head><title>Storm lamp</title></head><body>
<nav><a class="menu" href="/menu">Menu</a><img src="/logo.png"></nav>
<main><h1>Storm lamp</h1><p>The storm lamp burns for forty hours. <a href="/oil" data-id="7">Oil</a> is sold apart.</p>
<h2>Returns</h2><p>You may return the lamp within thirty days, and we refund the whole price.</p>
<img src="lamp.jpg" srcset="lamp-large.jpg 2x"><img src="javascript:alert(1)"><img src="data:image/png;base64,AA"></main></body></html>`;

const QUERY = 'When may I return a lamp?';
const ATTRIBUTES = {
  type: 'attributes',
  selectors: [
    { selector: 'a', attribute: 'href' },
    { selector: 'b', attribute: 'id' },
  ],
};
const WITHOUT_MODEL = ['images', ATTRIBUTES, { type: 'highlights', query: QUERY }];

let site: Site;
let model: ScriptedModel;
let searxng: SearxngDouble;

const say = ({ body }: Asked) => {
  const question = body.messages.at(-1)!.content;
  if (question.includes('Sum the page up')) return { say: { summary: 'A lamp that burns long.' } };
  if (question.includes('copied word by word'))
    return { say: { quotes: ['we refund the whole price', 'and a free lamp'] } };
  if (question.includes('Answer this question')) return { say: { answer: 'Within thirty days' } };
  return { say: { name: 'Storm lamp' } };
};

beforeAll(async () => {
  [model, searxng] = await Promise.all([startScriptedModel(), startSearxng()]);
  site = await startSite({
    '/lamp': html(LAMP),
    '/gone': html(LAMP, {}, 404),
    '/sitemap.xml': html('', {}, 404),
  });
  searxng.pages = [[{ url: `${site.url}/lamp`, title: 'Lamp' }]];
});
beforeEach(() => model.play(say));
afterAll(() => Promise.all([site?.close(), model?.close(), searxng?.close()]));

const start = (platform?: Platform, own: WebExtractOptions = {}) =>
  startApp({
    platform,
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        browser: false,
        llm: { model: 'some-model', baseURL: model.baseURL },
        search: { searxng: { url: searxng.url } },
        ...own,
      }),
    ],
  });

const EXPECTED = () => ({
  images: [`${site.url}/logo.png`, `${site.url}/lamp-large.jpg`, `${site.url}/lamp.jpg`],
  attributes: [
    { selector: 'a', attribute: 'href', values: ['/menu', '/oil'] },
    { selector: 'b', attribute: 'id', values: [] },
  ],
  highlights: expect.stringContaining('within thirty days'),
});

describe.each(somePlatforms())('formats of v2 on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await start(platform);
  });
  afterAll(() => api?.close());

  const scrape = async (formats: unknown, path = '/lamp') =>
    (await api.post('/v2/scrape', { url: site.url + path, formats })).json;
  const endOf = async (path: string): Promise<any> => {
    const read = async () => (await api.ask(path, { method: 'GET' })).json;
    await until(async () => (await read()).status !== 'scraping', 50);
    return read();
  };

  it('are made without a model: images, attributes, highlights', async () => {
    const { data, warning } = await scrape(WITHOUT_MODEL);
    expect(data).toEqual({ ...EXPECTED(), metadata: expect.objectContaining({ creditsUsed: 1 }) });
    expect(warning).toBeUndefined();
    expect(model.asked).toEqual([]);
    expect((await scrape(['images'])).data.images).toEqual(EXPECTED().images);
  });

  it('are said by a model: summary, question, query', async () => {
    const { data } = await scrape(['summary', { type: 'question', question: QUERY }]);
    expect(data).toEqual({
      summary: 'A lamp that burns long.',
      answer: 'Within thirty days',
      metadata: expect.objectContaining({ creditsUsed: 5 }),
    });
    const query = await scrape(['markdown', { type: 'query', prompt: QUERY }]);
    expect(query.data).toMatchObject({
      answer: 'Within thirty days',
      markdown: expect.stringContaining('# Storm lamp'),
    });
    const quote = await scrape([{ type: 'query', prompt: QUERY, mode: 'directQuote' }]);
    expect(quote.data.answer).toBe('we refund the whole price');
    expect(quote.warning).toContain('are not on the page');
    const both = await scrape([{ type: 'json', prompt: 'The name' }, 'summary', 'summary']);
    expect(both.data).toMatchObject({ json: { name: 'Storm lamp' }, summary: 'A lamp that burns long.' });
  });

  it('are those that firecrawl-js 4 and 1 ask for', async () => {
    const v4 = new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url, maxRetries: 1 });
    const formats = [...WITHOUT_MODEL, 'summary', { type: 'question', question: QUERY }];
    expect(await v4.scrape(`${site.url}/lamp`, { formats })).toMatchObject({
      ...EXPECTED(),
      summary: expect.any(String),
      answer: expect.any(String),
    });
    const v1 = new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });
    expect(await v1.scrapeUrl(`${site.url}/lamp`, { formats: ['summary'] as never })).toMatchObject({
      success: true,
      summary: 'A lamp that burns long.',
    });
  });

  it('are made in crawls, batches, searches and of uploads', async () => {
    const formats = [...WITHOUT_MODEL, 'summary'];
    const page = { ...EXPECTED(), summary: 'A lamp that burns long.' };
    const crawl = await api.post('/v2/crawl', {
      url: `${site.url}/lamp`,
      limit: 1,
      scrapeOptions: { formats },
    });
    const crawled = await endOf(`/v2/crawl/${crawl.json.id}`);
    expect([crawled.data[0], crawled.creditsUsed]).toEqual([expect.objectContaining(page), 5]);
    const batch = await api.post('/v2/batch/scrape', { urls: [`${site.url}/lamp`], formats });
    expect((await endOf(`/v2/batch/scrape/${batch.json.id}`)).data[0]).toMatchObject(page);
    const search = await api.post('/v2/search', { query: 'lamp', scrapeOptions: { formats } });
    expect(search.json.data.web[0]).toMatchObject(page);
    const { images: _, ...ofFile } = page; // its addresses lead nowhere
    const v4 = new (firecrawlV4())({ apiKey: KEY, apiUrl: api.url, maxRetries: 1 });
    expect(await v4.parse({ data: Buffer.from(LAMP), filename: 'lamp.html' }, { formats })).toMatchObject(
      ofFile,
    );
    const v1 = await upload(api, Buffer.from(LAMP), 'lamp.html', { formats: ['summary'] });
    expect(v1.json.data.summary).toBe(page.summary);
  });

  it('do not ask about error pages', async () => {
    const { data } = await scrape(['summary', 'images'], '/gone');
    expect(data).not.toHaveProperty('summary');
    expect([data.images.length, data.warning]).toEqual([3, expect.stringContaining('404')]);
    expect(model.asked).toEqual([]);
  });

  it('fail with the model where it was all that was asked for, and else warn', async () => {
    model.play([{ status: 400, error: 'no' }]);
    const alone = await api.post('/v2/scrape', {
      url: `${site.url}/lamp`,
      formats: ['summary', { type: 'question', question: 'x' }],
    });
    expect([alone.status, alone.json.code]).toEqual([500, 'LLM_EXTRACTION_FAILED']);
    const { data } = await scrape(['summary', 'links']);
    expect([data.summary, data.warning]).toEqual([
      undefined,
      expect.stringContaining('LLM extraction failed'),
    ]);
  });

  it.each<[string, unknown]>([
    ['attributes', ['attributes']],
    ['selectors', [{ type: 'attributes', selectors: [] }]],
    ['selectors', [{ type: 'attributes', selectors: [{ selector: 'a' }] }]],
    ['selector', [{ type: 'attributes', selectors: [{ selector: 'a::', attribute: 'href' }] }]],
    [
      '10240 characters',
      [
        {
          type: 'attributes',
          selectors: Array(20).fill({ selector: `.${'a'.repeat(600)}`, attribute: 'x' }),
        },
      ],
    ],
    [
      'nested',
      [
        {
          type: 'attributes',
          selectors: [{ selector: ':is('.repeat(11) + 'a' + ')'.repeat(11), attribute: 'x' }],
        },
      ],
    ],
    ['highlights', ['highlights']],
    ['query', [{ type: 'highlights', query: '' }]],
    ['question', ['question']],
    ['prompt', [{ type: 'query', prompt: 'x'.repeat(10_001) }]],
    ['mode', [{ type: 'query', prompt: 'x', mode: 'other' }]],
  ])('refuse what they cannot use: %s', async (word, formats) => {
    const { status, json } = await api.post('/v2/scrape', { url: `${site.url}/lamp`, formats });
    expect([status, json.error]).toEqual([400, expect.stringContaining(word)]);
  });
});

describe('formats that a model makes', () => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await start('express', { llm: {} });
  });
  afterAll(() => api?.close());

  it.each<[string, unknown]>([
    ['v1', ['summary']],
    ['v2', ['summary']],
    ['v2', [{ type: 'question', question: 'x' }]],
    ['v2', ['summary', { type: 'json', prompt: 'x' }]],
  ])('answer 501 in %s without one when they are alone: %j', async (version, formats) => {
    const { status, json } = await api.post(`/${version}/scrape`, { url: `${site.url}/lamp`, formats });
    expect([status, json.code, json.error]).toEqual([
      501,
      'NOT_CONFIGURED',
      'LLM extraction is not configured',
    ]);
  });

  it.each(['v1', 'v2'])('are a warning beside others in %s', async (version) => {
    const { status, json } = await api.post(`/${version}/scrape`, {
      url: `${site.url}/lamp`,
      formats: ['summary', 'links'],
    });
    expect([status, json.data.links.length, json.warning]).toEqual([
      200,
      2,
      'LLM extraction is not configured',
    ]);
  });

  it('have types that follow what is asked for', async () => {
    const scraper = api.app.get(ScrapeService, { strict: false });
    const page = await scraper.scrape({
      url: `${site.url}/lamp`,
      formats: ['images', 'highlights'],
      highlightsFor: 'oil',
    });
    const images: readonly string[] = page.images;
    const found: string = page.highlights;
    expect([images.length, found]).toEqual([3, expect.stringContaining('Oil')]);
    await expect(scraper.scrape({ url: `${site.url}/lamp`, formats: ['answer'] })).rejects.toThrow(
      'question.text',
    );
  });
});
