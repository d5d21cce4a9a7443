import { randomUUID } from 'node:crypto';
import { BatchService, CrawlService, WebExtractModule, type DriverModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linking } from './sites/linked.js';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';

let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/': html(linking('/', ['/a', '/lost', '/broken', '/b'])),
    '/a': html(page('A')),
    '/b': html(page('B')),
    '/lost': html(linking('Not found', ['/found-there']), {}, 404),
    '/found-there': html(page('Found there')),
    '/broken': html(page('Broken'), {}, 500),
    '/moved-away': html(linking('Moved', ['/a']), {}, 410),
  });
});
afterAll(() => site?.close());

const hostOf = (platform: Platform, drivers?: DriverModule): Promise<RunningApp> =>
  startApp({
    platform,
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address],
        ...(drivers ? { drivers } : {}),
      }),
    ],
  });

const GET = { method: 'GET' } as const;

async function finished(api: RunningApp, path: string, body: object) {
  const { status, json, text } = await api.post(path, body);
  if (status !== 200) throw new Error(text);
  const read = () => api.ask(`${path}/${json.id}`, GET).then((answer) => answer.json);
  await until(async () => (await read()).status !== 'scraping');
  const { errors } = (await api.ask(`${path}/${json.id}/errors`, GET)).json;
  return {
    id: json.id as string,
    end: await read(),
    codes: errors.map(({ code }: { code: string }) => code).sort(),
  };
}

const titlesOf = ({ data }: { data: { metadata: { title: string } }[] }) =>
  data.map(({ metadata }) => metadata.title).sort();

function errorPages(start: () => Promise<RunningApp>): void {
  let api: RunningApp;
  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api?.close());

  it.each(['v1', 'v2'])(
    '%s: lists error pages of a crawl in its errors and follows their links',
    async (version) => {
      const { end, codes } = await finished(api, `/${version}/crawl`, {
        url: `${site.url}/`,
        skipErrorPages: true,
      });

      expect(titlesOf(end)).toEqual(['/', 'A', 'B', 'Found there']);
      expect(codes).toEqual(['PAGE_STATUS_404', 'PAGE_STATUS_500']);
      expect(end).toMatchObject({
      status: 'completed', total: 4, completed: 4, creditsUsed: 4, statusCounts: { 200: 4, 404: 1, 500: 1 },
    }); // prettier-ignore
    },
  );

  it('gives the places of error pages to other pages of the limit', async () => {
    const { end } = await finished(api, '/v2/crawl', { url: `${site.url}/`, limit: 4, skipErrorPages: true });

    expect(end).toMatchObject({ completed: 4, creditsUsed: 4 });
    expect(titlesOf(end)).toEqual(['/', 'A', 'B', 'Found there']);
  });

  it.each(['v1', 'v2'])('%s: keeps error pages and its answers as they are by default', async (version) => {
    const { end, codes } = await finished(api, `/${version}/crawl`, { url: `${site.url}/` });

    expect(titlesOf(end)).toContain('Broken');
    expect([end.completed, codes]).toEqual([6, []]);
    expect(end).not.toHaveProperty('statusCounts');
  });

  it.each(['v1', 'v2'])('%s: lists error pages of a batch in its errors', async (version) => {
    const urls = ['/a', '/lost', '/broken'].map((path) => site.url + path);
    const { end, codes } = await finished(api, `/${version}/batch/scrape`, { urls, skipErrorPages: true });

    expect(titlesOf(end)).toEqual(['A']);
    expect(codes).toEqual(['PAGE_STATUS_404', 'PAGE_STATUS_500']);
    expect(end).toMatchObject({ total: 1, creditsUsed: 1, statusCounts: { 200: 1, 404: 1, 500: 1 } });
  });

  it('fails a job of which every page is an error page, and says why', async () => {
    const urls = [`${site.url}/lost`];
    const { end } = await finished(api, '/v2/batch/scrape', { urls, skipErrorPages: true });

    expect(end).toMatchObject({ status: 'failed', error: `${site.url}/lost answered with HTTP status 404` });
  });

  it('crawls on from a start page that is an error page', async () => {
    const body = { url: `${site.url}/moved-away`, crawlEntireDomain: true, skipErrorPages: true };
    const { end, codes } = await finished(api, '/v1/crawl', body);

    expect([titlesOf(end), codes]).toEqual([['A'], ['PAGE_STATUS_410']]);
  });

  it('tells services the same', async () => {
    const [crawls, batches] = [api.app.get(CrawlService), api.app.get(BatchService)];
    const crawl = await crawls.start({ url: `${site.url}/`, skipErrorPages: true });
    const batch = await batches.start({ urls: [`${site.url}/a`, `${site.url}/lost`], skipErrorPages: true });
    await until(async () => (await crawls.status(crawl.id)).status !== 'running');
    await until(async () => (await crawls.status(batch.id)).status !== 'running');

    expect((await crawls.failures(crawl.id)).failures.map(({ code }) => code).sort()).toEqual([
      'PAGE_STATUS_404',
      'PAGE_STATUS_500',
    ]);
    expect((await crawls.status(batch.id)).counters).toMatchObject({
      pages: 1, failed: 1, credits: 1, statusCounts: { 200: 1, 404: 1 },
    }); // prettier-ignore
  });
}

describe.each(somePlatforms())('error pages of jobs on %s', (platform) => {
  errorPages(() => hostOf(platform));
});

describeWithRedis('error pages of jobs in Redis', () => {
  const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: `test-${randomUUID()}` });
  errorPages(() => hostOf('express', drivers));
});

describe.each(somePlatforms())('an error page on %s', (platform) => {
  let api: RunningApp;
  beforeAll(async () => {
    api = await hostOf(platform);
  });
  afterAll(() => api?.close());

  const tracked = { formats: ['markdown', 'changeTracking'] };
  const withOptions = { ...tracked, changeTrackingOptions: {} };
  it.each([
    ['/v2/crawl', { url: 'http://site.example/', scrapeOptions: tracked }],
    ['/v2/batch/scrape', { urls: ['http://site.example/'], ...tracked }],
    ['/v1/crawl', { url: 'http://site.example/', scrapeOptions: withOptions }],
    ['/v1/batch/scrape', { urls: ['http://site.example/'], ...withOptions }],
  ])('cannot be skipped beside change tracking by %s', async (path, body) => {
    const { status, json } = await api.post(path, { ...body, skipErrorPages: true });

    expect([status, json.error]).toEqual([400, expect.stringContaining('skipErrorPages')]);
  });

  it('has a poor quality with the status as reason', async () => {
    const body = { url: `${site.url}/lost`, formats: ['markdown', 'quality'] };
    const { json } = await api.post('/v2/scrape', body);

    expect(json.data.quality).toMatchObject({ verdict: 'poor' });
    expect(json.data.quality.reasons[0]).toBe('The site answered with HTTP status 404');
  });
});
