import { ConnectionError, UnavailableError, WebExtractModule } from 'nestjs-web-extract';
import { Fetcher } from '../libs/web-extract/src/ports/fetcher.port.js';
import { firecrawlV0, firecrawlV1Module } from './setup/clients.js';
import { ARTICLE, page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const FirecrawlV0 = firecrawlV0();
const { default: FirecrawlV1, FirecrawlError } = firecrawlV1Module();

/** A JSON Schema as the clients make it of a zod schema. */
const SCHEMA = {
  type: 'object',
  properties: { tower: { type: 'string' } },
  required: ['tower'],
  additionalProperties: false,
  $schema: 'http://json-schema.org/draft-07/schema#',
};

let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/article': html(ARTICLE),
    '/gone': html(page('Gone'), {}, 404),
    '/hung': () => undefined,
    '/moved-inside': (_request, response) => response.writeHead(302, { location: 'http://10.1.1.1/' }).end(),
  });
});

afterAll(() => site?.close());

const lastRequest = () => site.requests.at(-1)!;
const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: Error) => error,
  );

describe.each(somePlatforms())('the published clients against %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false }),
      ],
    });
  });

  afterAll(() => api?.close());

  describe('1.29.3', () => {
    const client = (apiKey = KEY) => new FirecrawlV1({ apiKey, apiUrl: api.url });
    const scrape = (path: string, options?: object) =>
      client().scrapeUrl(site.url + path, options as never) as Promise<any>;
    const messageOf = async (path: string, options?: object, key?: string) => {
      const error = await failureOf(
        client(key).scrapeUrl(path.startsWith('/') ? site.url + path : path, options as never),
      );
      expect(error).toBeInstanceOf(FirecrawlError);
      return error.message;
    };

    it('gets a page', async () => {
      const reply = await scrape('/article');
      expect(reply).toMatchObject({
        success: true,
        metadata: { title: 'Lighthouses of the north', statusCode: 200 },
      });
      expect(reply.markdown).toMatch(/^# Lighthouses of the north/);
      expect([reply.warning, reply.error]).toEqual([undefined, undefined]);
    });

    it('gets every format and option it offers', async () => {
      const reply = await scrape('/article', {
        formats: ['markdown', 'html', 'rawHtml', 'links'],
        onlyMainContent: false,
        includeTags: ['main'],
        excludeTags: ['table'],
        headers: { 'x-trace': 'sdk' },
        waitFor: 0,
        timeout: 10_000,
        location: { country: 'FR', languages: ['fr'] },
        mobile: true,
        skipTlsVerification: true,
        removeBase64Images: true,
        blockAds: true,
        proxy: 'basic',
        parsePDF: true,
        maxAge: 0,
        storeInCache: false,
        zeroDataRetention: false,
      });
      expect(reply.success).toBe(true);
      expect(reply.warning).toBeUndefined();
      expect(reply.rawHtml).toBe(ARTICLE);
      expect(reply.html).not.toContain('<table');
      expect(reply.links).toContain(`${site.url}/about`);
      expect(reply.markdown).not.toMatch(/Height|Imprint/);
      expect(lastRequest().headers).toMatchObject({ 'x-trace': 'sdk', 'accept-language': 'fr' });
    });

    it('receives warnings', async () => {
      const reply = await scrape('/article', {
        formats: ['markdown', 'json', 'screenshot'],
        jsonOptions: { schema: SCHEMA },
      });
      expect(reply.success).toBe(true);
      expect(reply.warning).toMatch(/screenshot needs a browser.*LLM extraction is not configured/);
      expect(reply.markdown).toContain('Lighthouses');
    });

    it('gets a page of an error of the site', async () => {
      expect(await scrape('/gone')).toMatchObject({
        success: true,
        metadata: { statusCode: 404, error: 'Not Found' },
      });
    });

    it('shows what is wrong with a request', async () => {
      expect(await messageOf('/article', { timeout: -1 })).toBe(
        'Failed to scrape URL. Status code: 400. Error: Bad Request: timeout must not be less than 1' +
          ' - [{"path":["timeout"],"message":"timeout must not be less than 1"}]',
      );
      expect(await messageOf('/article', { excludeTags: ['p['] })).toMatch(
        /^Failed to scrape URL\. Status code: 400\. Error: Bad Request: "p\[" is not a valid CSS selector.* - \[\{"path":\["excludeTags",0\]/,
      );
    });

    it('shows what happened on the way', async () => {
      expect(await messageOf('/hung', { timeout: 200 })).toMatch(
        /^Failed to scrape URL\. Status code: 408\. Error: Request timed out/,
      );
      expect(await messageOf('/moved-inside')).toMatch(
        /^Failed to scrape URL\. Status code: 403\. Error: This URL is not allowed/,
      );
      expect(await messageOf('http://localhost:1/')).toMatch(/Status code: 403/);
      expect(await messageOf('/article', { actions: [{ type: 'click', selector: 'a' }] })).toBe(
        'Failed to scrape URL. Status code: 500. Error: Actions need a browser, and none is installed',
      );
    });

    it('shows the status of everything else', async () => {
      const unexpected = 'Unexpected error occurred while trying to scrape URL. Status code: ';
      expect(await messageOf('/article', {}, 'wrong')).toBe(`${unexpected}401`);
      expect(await messageOf('/article', { formats: ['extract'], extract: { prompt: 'x' } })).toBe(
        `${unexpected}501`,
      );
    });
  });

  describe('0.0.36', () => {
    const client = (apiKey = KEY) => new FirecrawlV0({ apiKey, apiUrl: api.url });
    const scrape = (path: string, options?: object) =>
      client().scrapeUrl(site.url + path, options as never) as Promise<any>;

    it('gets a page', async () => {
      const { success, data } = await scrape('/article');
      expect(success).toBe(true);
      expect(data).toMatchObject({
        provider: 'http',
        metadata: { title: 'Lighthouses of the north', pageStatusCode: 200 },
      });
      expect(data.content).toBe(data.markdown);
      expect(data.content).toContain('# Lighthouses of the north');
    });

    it('gets what its options ask for', async () => {
      const { data } = await scrape('/article', {
        pageOptions: {
          onlyMainContent: true,
          includeHtml: true,
          removeTags: ['table'],
          headers: { 'x-trace': 'v0' },
        },
        timeout: 10_000,
      });
      expect(data.content).toMatch(/^# Lighthouses/);
      expect(data.html).not.toContain('<table');
      expect(lastRequest().headers['x-trace']).toBe('v0');
    });

    it.each([
      ['a wrong key', '/article', {}, 'wrong', 401],
      ['a wrong option', '/article', { timeout: 'long' }, KEY, 400],
      ['a forbidden address', '/moved-inside', {}, KEY, 403],
      ['a time-out', '/hung', { timeout: 200 }, KEY, 408],
      [
        'an extraction nobody can do',
        '/article',
        { extractorOptions: { extractionSchema: SCHEMA } },
        KEY,
        501,
      ],
    ])('shows the status of %s', async (_, path, options, key, status) => {
      const error = await failureOf(client(key).scrapeUrl(site.url + path, options as never));
      expect(error.message).toBe(`Request failed with status code ${status}`);
    });
  });
});

describe('a failure of the fetcher', () => {
  it.each([
    {
      failure: new ConnectionError('https://example.com/', 'nobody is there'),
      message:
        'Failed to scrape URL. Status code: 500. Error: https://example.com/ could not be fetched: nobody is there',
    },
    {
      failure: new UnavailableError('too many fetches wait'),
      message: 'Unexpected error occurred while trying to scrape URL. Status code: 503',
    },
  ])('is shown by 1.29.3: $failure.code', async ({ failure, message }) => {
    const api = await startApp({
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] } })],
      override: (builder) =>
        builder.overrideProvider(Fetcher).useValue({ fetch: () => Promise.reject(failure) }),
    });
    const client = new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });
    const error = await failureOf(client.scrapeUrl('https://example.com/'));
    await api.close();
    expect(error.message).toBe(message);
  });
});
