import { WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE, page } from './sites/pages.js';
import { html, redirect, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';

const TABLE = '| Tower | Height |\n| --- | --- |\n| Bay | 31 m |\n| Point | 42 m |';

let site: Site;
let api: RunningApp;

beforeAll(async () => {
  site = await startSite({
    '/article': html(ARTICLE),
    '/moved': redirect('/article'),
    '/broken': html(page('Out of order'), {}, 500),
    '/slow': () => undefined,
    '/text': html('First line\nSecond line', { 'content-type': 'text/plain' }),
    '/json': html('{"towers":[{"name":"Bay"}]}', { 'content-type': 'application/json' }),
    '/latin': html(
      Buffer.from('<title>Caf\xe9</title><p>Un caf\xe9 cr\xe8me et de la lumi\xe8re', 'latin1'),
      {
        'content-type': 'text/html; charset=iso-8859-1',
      },
    ),
    '/picture': html(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), { 'content-type': 'image/png' }),
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
  api.post('/v1/scrape', { url: site.url + path, ...options });
const lastRequest = () => site.requests.at(-1)!;

describe('POST /v1/scrape', () => {
  it('answers 200 with markdown of the main content', async () => {
    const { status, headers, json } = await scrape('/article');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(Object.keys(json)).toEqual(['success', 'data']);
    expect(json.success).toBe(true);
    expect(Object.keys(json.data)).toEqual(['markdown', 'metadata']);
    expect(json.data.markdown).toMatch(/^# Lighthouses of the north\n\nThe \*\*first tower\*\* was built/);
    expect(json.data.markdown).toContain(`[twenty miles](${site.url}/miles?unit=sea#how)`);
    expect(json.data.markdown).toContain('- The tower at the bay\n- The tower at the point');
    expect(json.data.markdown).toContain(TABLE);
    expect(json.data.markdown).toContain('```js\nlight.turn(12);\n```');
    expect(json.data.markdown).not.toMatch(/Home of the site|Imprint|secretScript|color: black|base64/);
  });

  it('describes the page in metadata', async () => {
    const { json } = await scrape('/article');
    expect(json.data.metadata).toMatchObject({
      title: 'Lighthouses of the north',
      description: 'Three towers and their keepers.',
      language: 'en-GB',
      keywords: 'lighthouse, north, sea',
      robots: 'index, follow',
      ogTitle: 'Lighthouses',
      ogDescription: 'Towers of the north',
      ogUrl: 'https://lights.example/north',
      ogImage: `${site.url}/tower.png`,
      ogLocaleAlternate: [],
      ogSiteName: 'Lights',
      articleTag: ['sea', 'towers'],
      'article:tag': ['sea', 'towers'],
      dcTermsCreated: '2024-05-01',
      sourceURL: `${site.url}/article`,
      url: `${site.url}/article`,
      contentType: 'text/html; charset=utf-8',
      statusCode: 200,
    });
    expect(json.data.metadata).not.toHaveProperty('error');
  });

  it('says null for an unknown language and leaves out what a page does not state', async () => {
    const { json } = await scrape('/latin');
    expect(json.data.metadata).toMatchObject({ title: 'Café', language: null, ogLocaleAlternate: [] });
    expect(json.data.metadata).not.toHaveProperty('description');
    expect(json.data.markdown).toBe('Un café crème et de la lumière');
  });

  it('tells the address asked for and the final one', async () => {
    const { json } = await scrape('/moved');
    expect(json.data.metadata).toMatchObject({ sourceURL: `${site.url}/moved`, url: `${site.url}/article` });
  });

  it('takes an address without a scheme', async () => {
    const { status, json } = await api.post('/v1/scrape', { url: ` ${site.address}/article ` });
    expect([status, json.data.metadata.sourceURL]).toEqual([200, `${site.url}/article`]);
  });

  it('sends credentials of the address to the site and to nobody else', async () => {
    const { text, json } = await api.post('/v1/scrape', {
      url: `http://me:secret@${site.address}/article#top`,
    });
    expect(lastRequest().headers.authorization).toBe(`Basic ${btoa('me:secret')}`);
    expect(json.data.metadata.sourceURL).toBe(`${site.url}/article#top`);
    expect(text).not.toContain('secret@');
  });

  it('makes a page of a failure of the site', async () => {
    const { status, json } = await scrape('/broken');
    expect([status, json.success]).toEqual([200, true]);
    expect(json.data.metadata).toMatchObject({ statusCode: 500, error: 'Internal Server Error' });
    expect(json.data.markdown).toContain('# Out of order');
  });

  it.each([
    ['/text', 'First line\nSecond line'],
    ['/json', '"name": "Bay"'],
  ])('makes sensible markdown of %s', async (path, expected) => {
    const { json } = await scrape(path);
    expect(json.data.markdown).toContain(expected);
  });
});

describe('formats of v1', () => {
  it('are computed when asked for, and only then', async () => {
    const { json } = await scrape('/article', { formats: ['html', 'rawHtml', 'links', 'html'] });
    expect(Object.keys(json.data).sort()).toEqual(['html', 'links', 'metadata', 'rawHtml']);
    expect(json.data.rawHtml).toBe(ARTICLE);
    expect(json.data.html).toContain('<h1>Lighthouses of the north</h1>');
    expect(json.data.html).not.toMatch(/secretScript|color: black|Imprint/);
    expect(json.data.links).toEqual([`${site.url}/`, `${site.url}/about`, `${site.url}/miles?unit=sea#how`]);
  });

  it('may be none: metadata alone', async () => {
    const { json } = await scrape('/article', { formats: [] });
    expect(Object.keys(json.data)).toEqual(['metadata']);
  });
});

describe('options of v1', () => {
  it('onlyMainContent: false keeps the whole page', async () => {
    const { json } = await scrape('/article', { onlyMainContent: false });
    expect(json.data.markdown).toMatch(/Home of the site[\s\S]*first tower[\s\S]*Imprint/);
  });

  it('includeTags and excludeTags choose by selector, the second after the first', async () => {
    const { json } = await scrape('/article', {
      includeTags: ['article', 'footer'],
      excludeTags: ['.aside', 'table'],
    });
    expect(json.data.markdown).toMatch(/first tower[\s\S]*Imprint/);
    expect(json.data.markdown).not.toMatch(/A remark|Height|Home of the site/);
  });

  it('headers reach the site', async () => {
    await scrape('/article', { headers: { 'X-Trace': 'abc', Cookie: 'a=1' } });
    expect(lastRequest().headers).toMatchObject({ 'x-trace': 'abc', cookie: 'a=1' });
  });

  it('mobile asks as a phone does', async () => {
    await scrape('/article', { mobile: true });
    expect(lastRequest().headers['user-agent']).toMatch(/Mobile/);
  });

  it.each(['location', 'geolocation'])('%s decides the language asked for', async (field) => {
    await scrape('/article', { [field]: { country: 'de', languages: ['fr-CH', 'fr'] } });
    expect(lastRequest().headers['accept-language']).toBe('fr-CH, fr;q=0.9');
    await scrape('/article', { [field]: { country: 'DE' } });
    expect(lastRequest().headers['accept-language']).toBe('de-DE, de;q=0.9, en;q=0.8');
  });

  it('removeBase64Images: false keeps inline images', async () => {
    const { json } = await scrape('/article', { removeBase64Images: false });
    expect(json.data.markdown).toContain('![A drawn tower](data:image/png;base64,iVBORw0KGgo=)');
  });

  it('timeout ends the request with 408', async () => {
    const { status, json } = await scrape('/slow', { timeout: 300 });
    expect(status).toBe(408);
    expect(json).toEqual({
      success: false,
      requestId: expect.any(String),
      error: expect.stringMatching(/^Request timed out: .* 300 ms$/),
      code: 'SCRAPE_TIMEOUT',
    });
  });

  it('a timeout beyond what timers count is no timeout', async () => {
    expect((await scrape('/article', { timeout: 2 ** 40 })).status).toBe(200);
  });

  it('warn of nothing at their defaults', async () => {
    const defaults = {
      formats: ['markdown'], onlyMainContent: true, includeTags: [], excludeTags: [], headers: {}, waitFor: 0, timeout: 30_000,
      mobile: false, parsePDF: true, skipTlsVerification: false, removeBase64Images: true, blockAds: true, proxy: 'basic',
      maxAge: 0, storeInCache: true, actions: [], fastMode: false, origin: 'test', integration: null,
      zeroDataRetention: false, __private: 1,
    }; // prettier-ignore
    const { status, json } = await scrape('/article', defaults);
    expect([status, json.warning, json.data?.warning]).toEqual([200, undefined, undefined]);
  });

  it.each([
    [{ waitFor: 500 }, /waitFor needs a browser/],
    [{ formats: ['markdown', 'screenshot'] }, /screenshot needs a browser/],
    [{ formats: ['markdown', 'screenshot@fullPage'] }, /screenshot needs a browser/],
    [{ proxy: 'stealth' }, /proxy stealth was not used/],
    [{ proxy: 'auto' }, /proxy auto was not used/],
    [{ fastMode: true }, /fastMode is not supported/],
    [{ agent: { model: 'x' } }, /agent is not supported/],
    [{ extract: { prompt: 'x' } }, /extract is ignored/],
    [{ jsonOptions: { prompt: 'x' } }, /jsonOptions is ignored/],
    [{ formats: ['markdown', 'extract'], extract: { prompt: 'x' } }, /LLM extraction is not configured/],
    [
      { formats: ['markdown', 'json'], jsonOptions: { schema: { type: 'object' } } },
      /LLM extraction is not configured/,
    ],
  ])('%j still gives the page, with a warning', async (options, warning) => {
    const { status, json } = await scrape('/article', options);
    expect(status).toBe(200);
    expect(json.data.markdown).toContain('Lighthouses');
    expect(json.warning).toMatch(warning);
    expect(json.data.warning).toBe(json.warning);
  });
});

describe.each(['v1', 'v2'])('Output for language models in %s', (version) => {
  const ask = (path: string, options: object) =>
    api.post(`/${version}/scrape`, { url: site.url + path, ...options });

  it('is cut into chunks where they are asked for, and only then', async () => {
    const { json } = await ask('/article', { formats: ['chunks'], maxChunkTokens: 64 });
    expect(json.data).not.toHaveProperty('markdown');
    expect((await ask('/article', {})).json.data).not.toHaveProperty('chunks');
    expect(json.data.chunks[0]).toMatchObject({
      url: `${site.url}/article`,
      index: 0,
      count: json.data.chunks.length,
      headings: ['Lighthouses of the north'],
      previous: null,
    });
  });

  it('cuts text that is no page', async () => {
    const { json } = await ask('/text', { formats: ['chunks'] });
    expect(json.data.chunks.map(({ markdown }: { markdown: string }) => markdown)).toEqual([
      expect.stringContaining('First line'),
    ]);
  });

  it('writes links and images as asked', async () => {
    const markdownOptions = { links: 'text', images: 'none', frontMatter: true };
    const { json } = await ask('/article', { markdownOptions });
    expect(json.data.markdown).toMatch(/^---\ntitle: /);
    expect(json.data.markdown).not.toMatch(/\]\(|!\[/);
  });

  it.each([
    { markdownOptions: { links: 'footnotes' } },
    { markdownOptions: { include: ['ads'] } },
    { markdownOptions: 'short' },
    { maxChunkTokens: 1 },
  ])('refuses %j', async (options) => {
    expect((await ask('/article', options)).status).toBe(400);
  });
});
