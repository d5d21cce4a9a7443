import { WebExtractModule } from 'nestjs-web-extract';
import { firecrawlV0, firecrawlV1Module } from './setup/clients.js';
import { linked, manyPages } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { endOf, pathsOf } from './support/crawls.js';

const FirecrawlV0 = firecrawlV0();
const { default: FirecrawlV1, FirecrawlError } = firecrawlV1Module();

const PAGES = 130;

let site: Site;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(PAGES),
    ...linked({ '/hanging': ['/never'] }),
    '/never': () => undefined,
    '/dead': (_, response) => void response.destroy(),
    '/sitemap.xml': html('', {}, 404),
  });
});

afterAll(() => site?.close());

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: Error) => error,
  );

describe.each(somePlatforms())('crawls of the published clients against %s', (platform) => {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address] })],
    });
  });

  afterAll(() => api?.close());

  describe('1.29.3', () => {
    const client = () => new FirecrawlV1({ apiKey: KEY, apiUrl: api.url });
    const start = async (path = '/', options: object = {}) =>
      (await client().asyncCrawlUrl(site.url + path, options as never)) as any;

    it('waits for a crawl and has all of its pages', async () => {
      const end = (await client().crawlUrl(`${site.url}/`, {
        limit: 3,
        scrapeOptions: { formats: ['markdown'] },
      })) as any;
      expect(end).toMatchObject({
        success: true,
        status: 'completed',
        total: 3,
        completed: 3,
        creditsUsed: 3,
      });
      expect(pathsOf(end.data)).toEqual(['/', '/p/1', '/p/2']);
      expect(end.data[0].markdown).toContain('# /');
    });

    it('collects pages over all parts', async () => {
      const { success, id, url } = await start();
      expect([success, url]).toEqual([true, `${api.url}/v1/crawl/${id}`]);
      await endOf(api, id);
      const part = (await client().checkCrawlStatus(id)) as any;
      expect([part.data.length, part.next]).toEqual([100, `${url}?skip=100`]);
      const rest = (await client().checkCrawlStatus(id, false, part.next)) as any;
      expect([rest.data.length, rest.next]).toEqual([PAGES + 1 - 100, undefined]);
      const all = (await client().checkCrawlStatus(id, true)) as any;
      expect(new Set(pathsOf(all.data)).size).toBe(PAGES + 1);
      const few = (await client().checkCrawlStatus(id, false, undefined, 10, 5)) as any;
      expect([few.data, few.next]).toEqual([part.data.slice(10, 15), `${url}?skip=15&limit=5`]);
      expect(part.expiresAt).toBeInstanceOf(Date);
    });

    it('cancels', async () => {
      const { id } = await start('/hanging');
      expect(await client().cancelCrawl(id)).toEqual({ success: true, status: 'cancelled' });
      expect(((await client().checkCrawlStatus(id)) as any).status).toBe('cancelled');
    });

    it('reads errors, by which nothing is cancelled', async () => {
      const { id } = await start('/hanging');
      expect(await client().checkCrawlErrors(id)).toEqual({ success: true, errors: [], robotsBlocked: [] });
      expect(((await client().checkCrawlStatus(id)) as any).status).toBe('scraping');
      await client().cancelCrawl(id);
    });

    it('shows why something is refused', async () => {
      const messageOf = async (work: Promise<unknown>) => {
        const error = await failureOf(work);
        expect(error).toBeInstanceOf(FirecrawlError);
        return error.message;
      };
      expect(await messageOf(start('/', { includePaths: ['('] }))).toMatch(/400.*includePaths holds "\("/);
      expect(await messageOf(client().crawlUrl('http://10.0.0.1/'))).toMatch(/403.*This URL is not allowed/);
      const { id } = await start('/', { limit: 1 });
      await endOf(api, id);
      expect(await messageOf(client().cancelCrawl(id))).toMatch(/409/);
      expect(await messageOf(client().checkCrawlStatus('5f1c4dd4-0b55-4d19-9a37-3f1b5b0a7c11'))).toMatch(
        /404/,
      );
      const key = 'used-once';
      await client().asyncCrawlUrl(site.url, { limit: 1 }, key);
      expect(await messageOf(client().asyncCrawlUrl(site.url, { limit: 1 }, key))).toMatch(
        /409.*Idempotency key already used/,
      );
    });

    it('says that a crawl failed', async () => {
      const { id } = await start('/dead');
      await endOf(api, id);
      const status = (await client().checkCrawlStatus(id)) as any;
      expect(status).toMatchObject({
        success: false,
        status: 'failed',
        data: [],
        error: expect.stringContaining('could not be fetched'),
      });
    });

    it('maps', async () => {
      const map = (await client().mapUrl(site.url, { limit: 20, search: 'p 77' })) as any;
      expect(map).toMatchObject({ success: true, status: 'success' });
      expect([map.links.length, map.links[0]]).toEqual([20, `${site.url}/p/77`]);
    });
  });

  describe('0.0.36', () => {
    const client = () => new FirecrawlV0({ apiKey: KEY, apiUrl: api.url });
    const options = (crawlerOptions: object) => ({ crawlerOptions });

    it('waits for a crawl and has all of its pages', async () => {
      const pages = await client().crawlUrl(`${site.url}/`, options({ limit: 3 }), true);
      expect(pathsOf(pages)).toEqual(['/', '/p/1', '/p/2']);
      expect(pages[0]).toMatchObject({
        provider: 'http',
        content: expect.stringContaining('/'),
        metadata: { pageStatusCode: 200 },
      });
    });

    it('asks for the status of a crawl', async () => {
      const { jobId } = await client().crawlUrl(`${site.url}/`, options({ limit: 120 }), false);
      await endOf(api, jobId);
      const status = await client().checkCrawlStatus(jobId);
      expect(status).toMatchObject({
        success: true,
        status: 'completed',
        current: 120,
        total: 120,
      });
      expect(status.data).toHaveLength(120);
    });

    it('says that a crawl failed', async () => {
      const failure = await failureOf(client().crawlUrl(`${site.url}/dead`, options({}), true));
      expect(failure.message).toMatch(/Crawl job failed or was stopped\. Status: failed/);
    });

    it('shows that a key was used', async () => {
      jest.spyOn(console, 'error').mockImplementation(); // the client prints what it throws
      await client().crawlUrl(site.url, options({ limit: 1 }), false, 2, 'v0-once');
      const failure = await failureOf(
        client().crawlUrl(site.url, options({ limit: 1 }), false, 2, 'v0-once'),
      );
      expect(failure.message).toMatch(/409/);
      jest.restoreAllMocks();
    });
  });
});
