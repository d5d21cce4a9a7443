import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BatchService, CrawlService, InvalidRequestError, WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { kindSite } from '../libs/web-extract/src/testing/kind-site.js';
import { firecrawlV1, firecrawlV4 } from './setup/clients.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { pathsOf } from './support/crawls.js';

const FirecrawlV1 = firecrawlV1();

/** Pages of one template. */
const CHAPTERS = kindSite(12).map(({ url, html: text }) => ({ path: new URL(url).pathname, text }));

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/a': ['/linked'], '/b': [], '/c': [], '/linked': [] }),
    '/robots.txt': (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /\n'),
    '/gone': html(page('Gone'), {}, 404),
    '/moved': (_, response) => void response.writeHead(302, { location: '/a' }).end(),
    '/secret': (request, response) =>
      void response
        .writeHead(request.headers.authorization ? 200 : 401, { 'content-type': 'text/html' })
        .end(page(String(request.headers.authorization))),
    '/never': () => undefined,
    ...Object.fromEntries(CHAPTERS.map(({ path, text }) => [path, html(text)])),
    '/dead': (_, response) => void response.destroy(),
  });
});

afterAll(() => site?.close());

const at = (...paths: string[]) => paths.map((path) => site.url + path);

async function endOf(api: RunningApp, path: string): Promise<any> {
  for (;;) {
    const { json } = await api.ask(path, { method: 'GET' });
    if (json.status !== 'scraping') return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.each(somePlatforms())('batches on %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY, 'other'] },
          allowPrivate: [site.address],
          browser: false,
          limits: { maxRunningCrawlsPerOwner: 3 },
        }),
      ],
    });
  });

  afterAll(() => api?.close());

  const v4 = (apiKey = KEY) => new (firecrawlV4())({ apiKey, apiUrl: api.url, maxRetries: 1 });
  const v1 = () => new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });

  it('are waited for by firecrawl-js 4', async () => {
    const end = await v4().batchScrape(at('/a', '/b', '/gone'), {
      options: { formats: ['markdown', { type: 'links' }] },
      pollInterval: 0.1,
    });
    expect(end).toMatchObject({ status: 'completed', total: 3, completed: 3, creditsUsed: 3 });
    expect(pathsOf(end.data).sort()).toEqual(['/a', '/b', '/gone']);
    expect(Object.keys(end.data.find((one: any) => one.metadata.sourceURL.endsWith('/a'))).sort()).toEqual([
      'links',
      'markdown',
      'metadata',
    ]);
  });

  it('are waited for by firecrawl-js 1, and by v1 of firecrawl-js 4', async () => {
    for (const client of [v1(), v4().v1]) {
      const end = (await client.batchScrapeUrls(at('/a', '/b'), { formats: ['markdown'] }, 1)) as any;
      expect(end).toMatchObject({ success: true, status: 'completed', total: 2 });
      expect(pathsOf(end.data).sort()).toEqual(['/a', '/b']);
    }
  });

  it('read each address once, and follow nothing', async () => {
    const { json } = await api.post('/v1/batch/scrape', { urls: at('/a', '/a#x', '/moved', '/a') });
    expect(json.url).toBe(`${api.url}/v1/batch/scrape/${json.id}`);
    expect(json).not.toHaveProperty('invalidURLs');
    const end = await endOf(api, `/v1/batch/scrape/${json.id}`);
    expect([end.success, end.total, pathsOf(end.data).sort()]).toEqual([true, 2, ['/a', '/moved']]);
    const part = (await api.ask(`/v1/batch/scrape/${json.id}?limit=1`, { method: 'GET' })).json;
    expect(part.next).toBe(`${api.url}/v1/batch/scrape/${json.id}?skip=1&limit=1`);
    const asCrawl = (await api.ask(`/v1/crawl/${json.id}?limit=1`, { method: 'GET' })).json;
    expect(asCrawl.next).toBe(`${api.url}/v1/crawl/${json.id}?skip=1&limit=1`);
  });

  it('tell which addresses are none', async () => {
    const urls = ['ftp://x.test/', ...at('/a'), 'http://10.1.1.1/', 'http://'];
    const { json } = await api.post('/v2/batch/scrape', { urls });
    expect(json.invalidURLs).toEqual(['ftp://x.test/', 'http://10.1.1.1/', 'http://']);
    expect(pathsOf((await endOf(api, `/v2/batch/scrape/${json.id}`)).data)).toEqual(['/a']);
    const strict = await api.post('/v1/batch/scrape', { urls: urls.slice(0, 2) });
    expect([strict.status, strict.json.details[0].path]).toEqual([400, ['urls', 0]]);
    expect((await api.post('/v1/batch/scrape', { urls: ['http://10.1.1.1/'] })).status).toBe(403);
    const none = await api.post('/v1/batch/scrape', { urls: ['x:y'], ignoreInvalidURLs: true });
    expect(none.status).toBe(400);
    const all = await api.post('/v2/batch/scrape', { urls: at('/a') });
    expect(all.json.invalidURLs).toEqual([]);
  });

  it.each([
    [{}, 400],
    [{ urls: [] }, 400],
    [{ urls: 'http://a.test/' }, 400],
    [{ urls: [1] }, 400],
    [{ urls: Array.from({ length: 1_001 }, (_, n) => `http://a.test/${n}`) }, 400],
    [{ urls: ['http://a.test/'], maxConcurrency: 0 }, 400],
    [{ urls: ['http://a.test/'], formats: ['nothing'] }, 400],
    [{ urls: ['http://a.test/'], appendToId: 'nobody' }, 404],
    [{ urls: ['http://a.test/'], appendToId: '11111111-2222-4333-8444-555555555555' }, 404],
    [{ urls: ['http://a.test/'], webhook: 'http://10.1.1.1/' }, 403],
  ])('refuse %# with %j', async (body, status) => {
    for (const version of ['v1', 'v2']) {
      const answer = await api.post(`/${version}/batch/scrape`, body);
      expect([version, answer.status, answer.json.success]).toEqual([version, status, false]);
    }
  });

  it('tell what failed, and fail when all of it did', async () => {
    const { json } = await api.post('/v2/batch/scrape', { urls: at('/a', '/dead') });
    const end = await endOf(api, `/v2/batch/scrape/${json.id}`);
    expect(end).toMatchObject({ success: true, status: 'completed', total: 1, completed: 1 });
    const { errors, robotsBlocked } = await v4().getBatchScrapeErrors(json.id);
    expect([errors.map((one: any) => one.url), robotsBlocked]).toEqual([at('/dead'), []]);
    const failed = await api.post('/v1/batch/scrape', { urls: at('/dead') });
    const gone = await endOf(api, `/v1/batch/scrape/${failed.json.id}`);
    expect(gone).toMatchObject({ success: false, status: 'failed', data: [], error: expect.any(String) });
  });

  it('send credentials of an address to it, and show them to nobody', async () => {
    const secret = `${site.url.replace('//', '//anna:pass@')}/secret`;
    const { json } = await api.post('/v2/batch/scrape', { urls: [secret] });
    const end = await endOf(api, `/v2/batch/scrape/${json.id}`);
    expect(end.data[0].markdown).toContain('Basic');
    expect(JSON.stringify(end)).not.toContain('pass@');
  });

  it('grow while they run, are cancelled, and are seen by their owner only', async () => {
    const { id } = await v4().startBatchScrape(at('/never'));
    const more = await v4().startBatchScrape(at('/b', '/never'), { appendToId: id });
    expect(more.id).toBe(id);
    for (;;) {
      const { total, completed } = await v4().getBatchScrapeStatus(id);
      expect(total).toBe(2);
      if (completed === 1) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const path of [`/v1/crawl/${id}`, `/v2/batch/scrape/${id}`, `/v1/batch/scrape/${id}/errors`]) {
      const headers = { authorization: 'Bearer other' };
      expect((await api.ask(path, { method: 'GET', headers })).status).toBe(404);
    }
    const { json: active } = await api.ask('/v2/crawl/active', { method: 'GET' });
    expect(active.crawls).toEqual([]);
    expect(await v4().cancelBatchScrape(id)).toBe(true);
    expect((await v4().getBatchScrapeStatus(id)).status).toBe('cancelled');
    const late = await api.post('/v1/batch/scrape', { urls: at('/c'), appendToId: id });
    expect(late.status).toBe(409);
  });

  it('run again when they were completed and get more', async () => {
    const { id } = await v4().startBatchScrape(at('/a', '/dead'));
    await endOf(api, `/v2/batch/scrape/${id}`);
    const more = await api.post('/v1/batch/scrape', { urls: at('/b', '/a', '/dead'), appendToId: id });
    expect([more.status, more.json.id]).toEqual([200, id]);
    const end = await endOf(api, `/v2/batch/scrape/${id}`);
    expect(end).toMatchObject({ status: 'completed', total: 2, completed: 2 });
    expect(end.data.map((page: any) => page.metadata.sourceURL)).toEqual(at('/a', '/b'));
    expect((await v4().getBatchScrapeErrors(id)).errors).toHaveLength(1);
    const nothingNew = await api.post('/v1/batch/scrape', { urls: at('/b'), appendToId: id });
    expect([nothingNew.status, (await v4().getBatchScrapeStatus(id)).status]).toEqual([200, 'completed']);
    const failed = await api.post('/v1/batch/scrape', { urls: at('/dead') });
    await endOf(api, `/v1/batch/scrape/${failed.json.id}`);
    const late = await api.post('/v2/batch/scrape', { urls: at('/a'), appendToId: failed.json.id });
    expect(late.status).toBe(409);
  });

  it('learn from pages of one template, as crawls do, and a single one has nothing to learn from', async () => {
    const [batches, crawls] = [api.app.get(BatchService), api.app.get(CrawlService)];
    const choices = async (urls: string[]): Promise<string[]> => {
      const { id } = await batches.start({ urls });
      const found: string[] = [];
      for await (const event of crawls.watch(id)) {
        if (event.type === 'page') found.push(event.page.quality.candidate);
      }
      return found;
    };
    expect(await choices(CHAPTERS.map(({ path }) => site.url + path))).toContain('settled');
    expect(await choices([site.url + CHAPTERS[0]!.path])).not.toContain('settled');
  });

  it('count as crawls of their owner, and each submission once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.push((await api.post('/v1/batch/scrape', { urls: at('/never') })).json.id);
    expect((await api.post('/v1/batch/scrape', { urls: at('/never') })).status).toBe(429);
    for (const id of ids) await api.ask(`/v1/batch/scrape/${id}`, { method: 'DELETE' });
    const headers = { 'x-idempotency-key': `once-${platform}` };
    const body = { urls: at('/a') };
    expect((await api.ask('/v2/batch/scrape', { body, headers })).status).toBe(200);
    expect((await api.ask('/v1/batch/scrape', { body, headers })).status).toBe(409);
  });

  it('tell a webhook under their own name', async () => {
    const told: any[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => (told.push(JSON.parse(text)), response.end()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address, `127.0.0.1:${(server.address() as AddressInfo).port}`],
          browser: false,
        }),
      ],
    });
    const webhook = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      metadata: { a: 1 },
    };
    await receiver.post('/v2/batch/scrape', { urls: at('/a'), webhook });
    while (told.length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told.map(({ type }) => type)).toEqual([
      'batch_scrape.started',
      'batch_scrape.page',
      'batch_scrape.completed',
    ]);
    expect(told[1].data[0].metadata.scrapeId).toEqual(expect.any(String));
    await receiver.close();
    server.close();
  });

  it('take ten thousand addresses of the host itself, and no more', async () => {
    const batches = api.app.get(BatchService, { strict: false });
    const crawls = api.app.get(CrawlService, { strict: false });
    const urls = Array.from({ length: 10_000 }, (_, n) => `${site.url}/never?${n}`);
    const { id } = await batches.start({ urls });
    expect((await crawls.status(id)).counters).toMatchObject({ pages: 0 });
    await expect(batches.append(id, { urls: at('/a') })).rejects.toBeInstanceOf(InvalidRequestError);
    await crawls.cancel(id);
    await expect(batches.start({ urls: [...urls, ...urls.slice(0, 1)] })).rejects.toBeInstanceOf(
      InvalidRequestError,
    );
  });
});

describeWithRedis('batches over Redis', () => {
  it('are kept and worked on there', async () => {
    const drivers = BullDriversModule.forRoot({
      redis: { url: redisUrl },
      prefix: `batches-${randomUUID()}`,
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const, drivers };
    const api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    const { json } = await api.post('/v2/batch/scrape', { urls: at('/a', '/b', '/moved', '/dead') });
    const end = await endOf(api, `/v2/batch/scrape/${json.id}`);
    expect([end.status, pathsOf(end.data).sort()]).toEqual(['completed', ['/a', '/b', '/moved']]);
    const more = await api.post('/v2/batch/scrape', { urls: at('/a', '/c'), appendToId: json.id });
    expect([more.status, more.json.id]).toEqual([200, json.id]);
    const longer = await endOf(api, `/v2/batch/scrape/${json.id}`);
    expect([longer.status, pathsOf(longer.data).sort()]).toEqual(['completed', ['/a', '/b', '/c', '/moved']]);
    await api.close();
  });
});
