import { WebExtractModule } from 'nestjs-web-extract';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { sendForm } from './support/upload.js';

const GET = { method: 'GET' } as const;
const OTHER = { headers: { authorization: 'Bearer key-of-another-team' } };

let site: Site;
beforeAll(async () => {
  site = await startSite({ '/': html(page('Start')), '/secret': html(page('Secret')) });
});
afterAll(() => site?.close());

describe.each(somePlatforms())('GET /v2/team/activity on %s', (platform) => {
  let api: RunningApp;
  beforeEach(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { validate: async (key) => ({ owner: key }) },
          allowPrivate: [site.address],
          search: { local: true },
          browser: false,
        }),
      ],
    });
  });
  afterEach(() => api?.close());

  const activity = async (query = '') => (await api.ask(`/v2/team/activity${query}`, GET)).json;
  const scrape = (path = '/', fields: object = {}) =>
    api.post('/v2/scrape', { url: `${site.url}${path}`, ...fields });

  it('lists the requests of every version, the newest first, with the ids of their answers', async () => {
    const url = `${site.url}/`;
    const started = Date.now();
    const v0 = await api.post('/v0/crawl', { url, crawlerOptions: { limit: 1 } });
    const v1 = await api.post('/v1/scrape', { url: url.replace('//', '//name:password@') });
    const batch = await api.post('/v1/batch/scrape', { urls: [url, `${url}secret`] });
    const map = await api.post('/v2/map', { url });
    const search = await api.post('/v2/search', { query: 'lighthouses' });
    const parsed = await sendForm(
      api,
      [{ name: 'file', fileName: 'a.txt', content: 'text' }],
      {},
      '/v2/parse',
    );
    const v2 = await scrape();
    const read = await api.ask(`/r/${url}`, GET);
    expect([v0, v1, batch, map, search, parsed, v2, read].map(({ status }) => status)).toEqual(
      Array(8).fill(200),
    );

    const { data, ...rest } = await activity();
    expect(rest).toEqual({ success: true, cursor: null, has_more: false });
    const row = (
      api_version: string,
      endpoint: string,
      target: string,
      id: unknown = expect.any(String),
    ) => ({
      id,
      endpoint,
      api_version,
      created_at: expect.any(String),
      target,
    });
    expect(data).toEqual([
      row('r', 'scrape', url),
      row('v2', 'scrape', url, v2.json.scrape_id),
      row('v2', 'parse', 'a.txt', parsed.json.scrape_id),
      row('v2', 'search', 'lighthouses', search.json.id),
      row('v2', 'map', url, map.json.id),
      row('v1', 'batch_scrape', url, batch.json.id),
      row('v1', 'scrape', url, v1.json.data.metadata.scrapeId),
      row('v0', 'crawl', url, v0.json.jobId),
    ]);
    expect(Date.parse(data[0].created_at)).toBeGreaterThanOrEqual(started);
  });

  it('names no target of requests with zeroDataRetention', async () => {
    await scrape('/secret', { zeroDataRetention: true });
    await api.post('/v2/crawl', { url: `${site.url}/secret`, limit: 1, zeroDataRetention: true });
    const file = { name: 'file', fileName: 'secret.txt', content: 'text' };
    const options = { name: 'options', content: '{"zeroDataRetention": true}' };
    await sendForm(api, [file, options], {}, '/v2/parse');

    const { data } = await activity();
    expect(data.map(({ target }: { target: unknown }) => target)).toEqual([null, null, null]);
    expect(JSON.stringify(data)).not.toContain('secret');
  });

  it('lists nothing of other teams, nor what was refused or failed', async () => {
    await api.ask('/v2/scrape', { ...OTHER, body: { url: `${site.url}/` } });
    expect((await scrape('/', { formats: ['nothing'] })).status).toBe(400);
    expect((await api.post('/v2/scrape', { url: 'http://127.0.0.1:1/' })).status).toBe(403);

    expect((await activity()).data).toEqual([]);
  });

  it('answers in parts, of one endpoint where it is named', async () => {
    for (let count = 0; count < 3; count++) await scrape();
    await api.post('/v2/map', { url: `${site.url}/` });

    const first = await activity('?endpoint=scrape&limit=2');
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const second = await activity(`?endpoint=scrape&limit=2&cursor=${first.cursor}`);
    expect([second.data.length, second.has_more, second.cursor]).toEqual([1, false, null]);
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'endpoint=team', `cursor=${'c'.repeat(200)}`])(
    'refuses %s',
    async (query) => {
      const { status, json } = await api.ask(`/v2/team/activity?${query}`, GET);
      expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('wants a key', async () => {
    expect(
      (await api.ask('/v2/team/activity', { ...GET, headers: { authorization: 'Basic eDp5' } })).status,
    ).toBe(401);
  });
});

it('is kept beside the requests of the other registration', async () => {
  const imports = ['one', 'two'].map((prefix) =>
    WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], prefix, browser: false }),
  );
  const api = await startApp({ imports });
  await api.post('/one/v2/scrape', { url: `${site.url}/` });
  const [one, two] = [
    await api.ask('/one/v2/team/activity', GET),
    await api.ask('/two/v2/team/activity', GET),
  ];
  await api.close();

  expect([one.json.data.length, two.json.data.length]).toEqual([1, 0]);
});
