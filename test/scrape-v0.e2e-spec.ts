import { WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';

let site: Site;
let api: RunningApp;

beforeAll(async () => {
  site = await startSite({
    '/article': html(ARTICLE),
    '/gone': html(page('Gone for ever'), {}, 410),
    '/slow': () => undefined,
  });
  api = await startApp({
    imports: [
      WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false }),
    ],
  });
});

afterAll(async () => {
  await api?.close();
  await site?.close();
});

const scrape = (path: string, options: object = {}) =>
  api.post('/v0/scrape', { url: site.url + path, ...options });
const withPage = (pageOptions: object) => scrape('/article', { pageOptions });
const lastRequest = () => site.requests.at(-1)!;

describe('POST /v0/scrape', () => {
  it('answers 200 with the whole page as content and markdown', async () => {
    const { status, json } = await scrape('/article');
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['success', 'data']);
    expect(Object.keys(json.data)).toEqual(['content', 'markdown', 'linksOnPage', 'provider', 'metadata']);
    expect(json.data.content).toBe(json.data.markdown);
    expect(json.data.content).toMatch(/Home of the site[\s\S]*# Lighthouses of the north[\s\S]*Imprint/);
    expect(json.data.linksOnPage).toContain(`${site.url}/about`);
    expect(json.data.provider).toBe('http');
  });

  it('describes the page in metadata with the names of v0', async () => {
    const { json } = await scrape('/gone');
    expect(json.data.metadata).toMatchObject({
      title: 'Gone for ever',
      language: 'en',
      ogLocaleAlternate: [],
      sourceURL: `${site.url}/gone`,
      pageStatusCode: 410,
      pageError: 'Gone',
    });
    expect(json.data.metadata).not.toHaveProperty('statusCode');
    expect(json.data.metadata).not.toHaveProperty('error');
  });

  it('ignores unknown keys anywhere', async () => {
    const body = {
      unknown: 1,
      origin: 'sdk',
      pageOptions: { fallback: true, nothing: {} },
      extractorOptions: { a: 1 },
    };
    const { status, json } = await scrape('/article', body);
    expect([status, json.data.warning]).toEqual([200, undefined]);
  });

  it('timeout ends the request with 408', async () => {
    const { status, json } = await scrape('/slow', { timeout: 200 });
    expect([status, json.code]).toEqual([408, 'SCRAPE_TIMEOUT']);
  });
});

describe('pageOptions of v0', () => {
  it('onlyMainContent cuts the page down to its text', async () => {
    const { json } = await withPage({ onlyMainContent: true });
    expect(json.data.content).toMatch(/^# Lighthouses of the north/);
    expect(json.data.content).not.toMatch(/Home of the site|Imprint/);
  });

  it('includeHtml, includeRawHtml and includeMarkdown choose what is sent', async () => {
    const { json } = await withPage({ includeHtml: true, includeRawHtml: true, includeMarkdown: false });
    expect(json.data.rawHtml).toBe(ARTICLE);
    expect(json.data.html).toContain('<h1>Lighthouses of the north</h1>');
    expect(json.data).not.toHaveProperty('markdown');
    expect(json.data.content).toContain('first tower');
  });

  it.each([
    ['a string', 'table, footer', '.aside,nav'],
    ['a list', ['table', 'footer'], ['.aside', 'nav']],
  ])('onlyIncludeTags and removeTags take %s', async (_, onlyIncludeTags, removeTags) => {
    const kept = await withPage({ onlyIncludeTags });
    expect(kept.json.data.content).toMatch(/\| Tower \| Height \|[\s\S]*Imprint/);
    expect(kept.json.data.content).not.toContain('first tower');
    const rest = await withPage({ removeTags });
    expect(rest.json.data.content).toContain('first tower');
    expect(rest.json.data.content).not.toMatch(/A remark|Home of the site/);
  });

  it('headers, mobile and geolocation reach the site', async () => {
    await withPage({ headers: { 'X-Trace': 'v0' }, mobile: true, geolocation: { country: 'FR' } });
    expect(lastRequest().headers).toMatchObject({
      'x-trace': 'v0',
      'user-agent': expect.stringMatching(/Mobile/),
      'accept-language': 'fr-FR, fr;q=0.9, en;q=0.8',
    });
  });

  it('what needs a browser is a warning', async () => {
    const { status, json } = await withPage({ waitFor: 100, fullPageScreenshot: true });
    expect(status).toBe(200);
    expect(json.data.warning).toMatch(/waitFor needs a browser.*screenshot needs a browser/);
  });

  it('actions are refused without a browser', async () => {
    const { status, json } = await withPage({ actions: [{ type: 'click', selector: '#more' }] });
    expect([status, json.code]).toEqual([500, 'SCRAPE_ACTION_ERROR']);
  });
});

describe('extractorOptions of v0', () => {
  it.each([
    [{ mode: 'llm-extraction', extractionPrompt: 'the towers' }],
    [{ mode: 'llm-extraction-from-markdown', extractionSchema: { type: 'object' } }],
    [{ mode: 'llm-extraction-from-raw-html', userPrompt: 'the towers' }],
    [{ extractionPrompt: 'the towers' }],
    [{ extractionSchema: { type: 'object' } }],
  ])('%j asks for an extraction', async (extractorOptions) => {
    const { status, json } = await scrape('/article', { extractorOptions });
    expect([status, json]).toEqual([
      501,
      {
        success: false,
        requestId: expect.any(String),
        error: 'LLM extraction is not configured',
        code: 'NOT_CONFIGURED',
      },
    ]);
  });

  it.each([[{ mode: 'markdown', extractionPrompt: 'x' }], [{}]])(
    '%j asks for none',
    async (extractorOptions) => {
      expect((await scrape('/article', { extractorOptions })).status).toBe(200);
    },
  );

  it('an extraction of nothing in particular is refused', async () => {
    const { status, json } = await scrape('/article', { extractorOptions: { mode: 'llm-extraction' } });
    expect([status, json.details]).toEqual([
      400,
      [
        {
          path: ['extractorOptions'],
          message: expect.stringMatching(/extractionSchema or an extractionPrompt/),
        },
      ],
    ]);
  });
});
