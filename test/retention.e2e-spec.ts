import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { linked } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';
import { sendForm } from './support/upload.js';

const MISS = 'SCRAPE_LOCKDOWN_CACHE_MISS';
const GET = { method: 'GET' } as const;
const SCHEMA = { type: 'object', properties: { title: { type: 'string' } } };

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/': ['/zebra'], '/zebra': [] }),
    '/sitemap.xml': (_, response) => void response.end('<urlset><url><loc>/zebra</loc></url></urlset>'),
  });
});
afterAll(() => site?.close());

const hostOf = (platform: Platform, options: WebExtractOptions = {}): Promise<RunningApp> =>
  startApp({
    platform,
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        search: { local: true, searxng: { url: site.url } },
        ...options,
      }),
    ],
  });

async function finished(api: RunningApp, path: string, body: object) {
  const { status, json, text } = await api.post(path, body);
  if (status !== 200) throw new Error(text);
  const read = () => api.ask(`${path}/${json.id}`, GET).then((answer) => answer.json);
  await until(async () => !['scraping', 'processing'].includes((await read()).status));
  return { accepted: json, end: await read() };
}

describe.each(somePlatforms())('lockdown on %s', (platform) => {
  let api: RunningApp;
  let before: number;
  beforeAll(async () => {
    api = await hostOf(platform);
  });
  afterAll(() => api?.close());
  beforeEach(() => {
    before = site.requests.length;
  });
  afterEach(() => expect(site.requests.length).toBe(before));

  it.each([
    ['/v2/crawl', () => ({ url: `${site.url}/`, scrapeOptions: { lockdown: true } })],
    ['/v2/crawl', () => ({ url: `${site.url}/`, sitemap: 'only', lockdown: true })],
    ['/v2/batch/scrape', () => ({ urls: [`${site.url}/`, `${site.url}/zebra`], lockdown: true })],
  ])('accepts a job of %s that sends no request and fails each page', async (path, body) => {
    const { accepted, end } = await finished(api, path, body());
    expect(end).toMatchObject({ status: 'failed', creditsUsed: 0, data: [] });

    const { errors } = (await api.ask(`${path}/${accepted.id}/errors`, GET)).json;
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every(({ code }: { code: string }) => code === MISS)).toBe(true);
  });

  it.each([
    ['a page', () => ({ urls: [`${site.url}/`] })],
    ['a site', () => ({ urls: [`${site.url}/*`] })],
    ['a search', () => ({ enableWebSearch: true, prompt: 'zebra' })],
  ])('ends an extract job about %s without a request', async (_, sources) => {
    const body = { schema: SCHEMA, ...sources(), scrapeOptions: { lockdown: true } };
    const { end } = await finished(api, '/v2/extract', body);

    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('lockdown') });
  });

  it.each(['/v2/scrape', '/v2/map'])('is answered with 404 by %s', async (path) => {
    const { status, json } = await api.post(path, { url: `${site.url}/`, lockdown: true });

    expect([status, json.code]).toEqual([404, MISS]);
  });
});

describe.each(somePlatforms())('lockdown with a cache on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform, { cache: true });
    await api.post('/v2/scrape', { url: `${site.url}/`, maxAge: 0 });
  });
  afterAll(() => api?.close());

  it.each([
    ['/v2/crawl', () => ({ url: `${site.url}/`, lockdown: true })],
    ['/v2/batch/scrape', () => ({ urls: [`${site.url}/`, `${site.url}/zebra`], lockdown: true })],
  ])('reads the pages of %s from the cache and sends no request', async (path, body) => {
    const before = site.requests.length;
    const { accepted, end } = await finished(api, path, body());
    expect(end).toMatchObject({ status: 'completed', completed: 1 });
    expect(end.data[0].metadata).toMatchObject({ sourceURL: `${site.url}/`, cacheState: 'hit' });

    const { errors } = (await api.ask(`${path}/${accepted.id}/errors`, GET)).json;
    expect(errors).toMatchObject([{ url: `${site.url}/zebra`, code: MISS }]);
    expect(site.requests.length).toBe(before);
  });

  it('reads the sources of an extract job from the cache', async () => {
    const before = site.requests.length;
    const body = { urls: [`${site.url}/`], schema: SCHEMA, scrapeOptions: { lockdown: true } };
    const { end } = await finished(api, '/v2/extract', body);
    expect(end.status).toBe('completed');
    expect(site.requests.length).toBe(before);
  });
});

describe.each(somePlatforms())('redactPII on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform);
  });
  afterAll(() => api?.close());

  it.each([true, { entities: ['email'] }])('%j is answered with 501 by parse', async (redactPII) => {
    const file = { name: 'file', fileName: 'a.html', content: '<p>mail@site.example</p>' };
    const options = { name: 'options', content: JSON.stringify({ redactPII }) };
    const { status, json } = await sendForm(api, [file, options], {}, '/v2/parse');

    expect([status, json.code]).toEqual([501, 'NOT_SUPPORTED']);
    expect(json.error).toContain('redactPII');
  });
});

describe.each(somePlatforms())('zeroDataRetention on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform, { search: { local: true } });
  });
  afterAll(() => api?.close());

  const HOUR_MS = 3_600_000;
  const read = () => ({ urls: [`${site.url}/zebra`] });
  const leftMs = ({ expiresAt }: { expiresAt: string }) => Date.parse(expiresAt) - Date.now();

  it.each([
    ['/v1/crawl', () => ({ url: `${site.url}/zebra`, zeroDataRetention: true })],
    ['/v2/crawl', () => ({ url: `${site.url}/zebra`, zeroDataRetention: true })],
    ['/v2/crawl', () => ({ url: `${site.url}/zebra`, scrapeOptions: { zeroDataRetention: true } })],
    ['/v1/batch/scrape', () => ({ ...read(), zeroDataRetention: true })],
    ['/v2/batch/scrape', () => ({ ...read(), zeroDataRetention: true })],
    ['/v1/extract', () => ({ ...read(), schema: SCHEMA, zeroDataRetention: true })],
    ['/v2/extract', () => ({ ...read(), schema: SCHEMA, zeroDataRetention: true })],
  ])('lets the results of %s expire an hour after the end, and says so', async (path, body) => {
    const { accepted, end } = await finished(api, path, body());

    expect(accepted.warning).toContain(
      'zeroDataRetention: the results of the job are deleted 3600 s after its end',
    );
    expect(leftMs(end)).toBeGreaterThan(HOUR_MS - 60_000);
    expect(leftMs(end)).toBeLessThanOrEqual(HOUR_MS);
  });

  it('keeps pages out of the local search', async () => {
    await finished(api, '/v2/batch/scrape', { ...read(), zeroDataRetention: true });
    const found = async () => (await api.post('/v2/search', { query: 'zebra' })).json.data.web.length;
    expect(await found()).toBe(0);

    const { end } = await finished(api, '/v2/batch/scrape', read());
    expect(await found()).toBe(1);
    expect(leftMs(end)).toBeGreaterThan(23 * HOUR_MS);
  });

  it('keeps an uploaded file out of the recent scrapes', async () => {
    const send = async (zeroDataRetention: boolean) => {
      const file = { name: 'file', fileName: 'a.html', content: '<p>A file</p>' };
      const options = { name: 'options', content: JSON.stringify({ zeroDataRetention }) };
      const { json } = await sendForm(api, [file, options], {}, '/v2/parse');
      return (await api.ask(`/v2/scrape/${json.scrape_id}`, GET)).status;
    };
    expect([await send(true), await send(false)]).toEqual([404, 200]);
  });
});

describe.each(somePlatforms())('zeroDataRetention with a history and a cache on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform, { cache: true });
  });
  afterAll(() => api?.close());

  const formats = ['markdown', { type: 'changeTracking' }];
  const cached = async () =>
    (await api.post('/v2/scrape', { url: `${site.url}/zebra`, lockdown: true })).status;
  /** Deletes the history. @returns the number of pages in it */
  const forgotten = async () => (await api.ask('/v2/history', { method: 'DELETE' })).json.pages;

  it.each([
    ['/v2/crawl', (zdr: object) => ({ url: `${site.url}/zebra`, scrapeOptions: { formats }, ...zdr })],
    ['/v2/batch/scrape', (zdr: object) => ({ urls: [`${site.url}/zebra`], formats, ...zdr })],
  ])('a job of %s leaves nothing in either', async (path, body) => {
    const { end } = await finished(api, path, body({ zeroDataRetention: true }));
    expect([end.completed, await cached(), await forgotten()]).toEqual([1, 404, 0]);

    await finished(api, path, body({}));
    expect([await cached(), await forgotten()]).toEqual([200, 1]);
  });

  it('a scrape leaves nothing in either', async () => {
    const body = { url: `${site.url}/zebra`, formats, zeroDataRetention: true };
    expect((await api.post('/v2/scrape', body)).status).toBe(200);
    expect([await cached(), await forgotten()]).toEqual([404, 0]);
  });
});
