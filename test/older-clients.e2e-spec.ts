import { randomUUID } from 'node:crypto';
import { WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { firecrawl100, firecrawl197, firecrawlCli } from './setup/clients.js';
import { manyPages } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { endOf, pathsOf } from './support/crawls.js';
import { NodeProcess } from './support/run-node.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const PAGES = 110;
const UNKNOWN = '5f1c4dd4-0b55-4d19-9a37-3f1b5b0a7c11';

let site: Site;
let searxng: SearxngDouble;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(PAGES),
    '/article': html(ARTICLE),
    '/dead': (_, response) => void response.destroy(),
    '/never': () => undefined,
  });
  searxng = await startSearxng();
});
afterAll(async () => {
  await searxng?.close();
  await site?.close();
});

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: Error) => error.message,
  );

/** @param drivers where jobs are kept, when not in the process */
function speaking(platform: Platform, drivers: () => object = () => ({})): void {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          search: { searxng: { url: searxng.url } },
          ...drivers(),
        }),
      ],
    });
  });
  afterAll(() => api?.close());

  describe.each([
    ['1.0.0', firecrawl100],
    ['1.9.7', firecrawl197],
  ] as const)('firecrawl-js %s', (version, load) => {
    const client = (apiKey = KEY) => new (load())({ apiKey, apiUrl: api.url });
    /** 1.0.0 starts by a flag what 1.9.7 has a method for. */
    const start = async (path: string, options: object, key?: string): Promise<string> => {
      const started =
        version === '1.0.0'
          ? await client().crawlUrl(site.url + path, options, false, 2, key)
          : await client().asyncCrawlUrl(site.url + path, options, key);
      expect(started.success).toBe(true);
      return started.id;
    };

    it('scrapes', async () => {
      const page = await client().scrapeUrl(`${site.url}/article`, {
        formats: ['markdown', 'html', 'links'],
        onlyMainContent: true,
      });
      expect(page).toMatchObject({
        success: true,
        metadata: { statusCode: 200, sourceURL: `${site.url}/article` },
      });
      expect(page.markdown).toContain('Lighthouses');
      expect([typeof page.html, page.links.length > 0, page.warning]).toEqual(['string', true, undefined]);
    });

    it('waits for a crawl and has all of its pages', async () => {
      const end = await client().crawlUrl(site.url, { limit: 3, scrapeOptions: { formats: ['markdown'] } });
      expect(end).toMatchObject({ status: 'completed', total: 3, completed: 3, creditsUsed: 3 });
      expect(pathsOf(end.data)).toEqual(['/', '/p/1', '/p/2']);
    });

    it('reads a crawl in parts', async () => {
      const id = await start('/', { limit: PAGES, crawlerOptions: { ignoreSitemap: true } });
      await endOf(api, id);
      const status = await client().checkCrawlStatus(id, true);
      const isWhole = version === '1.9.7';
      expect([status.success, status.status, status.data.length]).toEqual([
        true,
        'completed',
        isWhole ? PAGES : 100,
      ]);
      if (!isWhole) expect(status.next).toBe(`${api.url}/v1/crawl/${id}?skip=100`);
    });

    it('maps', async () => {
      const map = await client().mapUrl(site.url, { limit: 5, search: 'p 77' });
      expect([map.success, map.links.length, map.links[0]]).toEqual([true, 5, `${site.url}/p/77`]);
    });

    it('learns why a request is refused', async () => {
      expect(await messageOf(client('wrong').crawlUrl(site.url))).toMatch(/401/);
      expect(await messageOf(client().crawlUrl(site.url, { limit: 'ten' }))).toMatch(/400/);
      expect(await messageOf(client().mapUrl('http://10.0.0.1/'))).toMatch(/403/);
      expect(await messageOf(client().scrapeUrl(`${site.url}/never`, { timeout: 200 }))).toMatch(/408/);
      expect(await messageOf(client().checkCrawlStatus(UNKNOWN))).toMatch(/404/);
      expect(await messageOf(client().crawlUrl(`${site.url}/dead`))).toBe(
        'Crawl job failed or was stopped. Status: failed',
      );
      await start('/article', { limit: 1 }, `once-${version}`);
      expect(await messageOf(start('/article', { limit: 1 }, `once-${version}`))).toMatch(
        /409.*Idempotency key already used/,
      );
    });
  });

  describe('firecrawl-js 1.9.7', () => {
    const client = () => new (firecrawl197())({ apiKey: KEY, apiUrl: api.url });
    const urls = () => [1, 2, 3].map((n) => `${site.url}/p/${n}`);

    it('cancels', async () => {
      const { id } = await client().asyncCrawlUrl(`${site.url}/never`);
      expect(await client().cancelCrawl(id)).toEqual({ success: true, status: 'cancelled' });
      expect((await client().checkCrawlStatus(id)).status).toBe('cancelled');
    });

    it('waits for a batch', async () => {
      const end = await client().batchScrapeUrls(urls(), { formats: ['markdown'] });
      expect([end.status, pathsOf(end.data)]).toEqual(['completed', ['/p/1', '/p/2', '/p/3']]);
    });

    it('starts one, with addresses that are none', async () => {
      const started = await client().asyncBatchScrapeUrls(
        [...urls(), 'http://'],
        {},
        undefined,
        undefined,
        true,
      );
      expect(started).toMatchObject({ success: true, invalidURLs: ['http://'] });
      await endOf(api, started.id);
      expect((await client().checkBatchScrapeStatus(started.id, true)).data).toHaveLength(3);
    });
  });

  describe('firecrawl-cli', () => {
    /** @returns what it wrote, and its exit code */
    async function run(...args: string[]): Promise<{ output: string; code: number | null }> {
      const program = new NodeProcess([firecrawlCli(), ...args], {
        FIRECRAWL_API_URL: api.url,
        FIRECRAWL_API_KEY: KEY,
        HOME: '/nonexistent',
        CI: 'true',
      });
      const code = await program.end();
      const { output } = program;
      await program.dispose();
      return { output, code };
    }

    it('scrapes', async () => {
      const { output, code } = await run('scrape', `${site.url}/article`);
      expect([code, output]).toEqual([0, expect.stringMatching(/Scrape ID: [\da-f-]{36}[^]*Lighthouses/)]);
    });

    it('has several formats as JSON', async () => {
      const { output } = await run(
        'scrape',
        `${site.url}/article`,
        '--format',
        'links,html',
        '--only-main-content',
      );
      const page = JSON.parse(output.slice(output.indexOf('{')));
      expect(Object.keys(page).sort()).toEqual(['html', 'links', 'metadata']);
    });

    it('maps', async () => {
      const { output } = await run('map', site.url, '--limit', '3');
      expect(output.trim().split('\n')).toEqual([`${site.url}/`, `${site.url}/p/1`, `${site.url}/p/2`]);
    });

    it('searches', async () => {
      searxng.pages = [[{ url: `${site.url}/p/1`, title: 'First', content: 'about it' }]];
      const { output } = await run('search', 'words', '--limit', '1');
      expect(output).toMatch(/First[^]*URL: .*\/p\/1[^]*about it/);
    });

    it('waits for a crawl, and reads and cancels one by its id', async () => {
      const waited = await run('crawl', site.url, '--limit', '2', '--wait', '--poll-interval', '1');
      const end = JSON.parse(waited.output.slice(waited.output.indexOf('{"')));
      expect([end.status, end.data.length]).toEqual(['completed', 2]);
      const started = JSON.parse((await run('crawl', `${site.url}/never`)).output);
      const { jobId } = started.data;
      expect((await run('crawl', jobId)).output).toContain('scraping');
      expect((await run('crawl', '--cancel', jobId)).code).toBe(0);
      expect((await run('crawl', jobId)).output).toContain('cancelled');
    });

    it('shows the account', async () => {
      expect((await run('credit-usage')).output).toContain('99,999,999');
      expect((await run('--status')).output).toMatch(/0\/\d+ jobs/);
    });

    it('prints why something is refused', async () => {
      const refused = await run('scrape', 'http://10.0.0.1/');
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('This URL is not allowed')]);
      expect((await run('agent', 'do it')).output).toContain('Agents are not offered');
    });
  });
}

describe.each(somePlatforms())('on %s', (platform) => speaking(platform));

describeWithRedis('over Redis', () => {
  const prefix = `older-clients-${randomUUID()}`;
  speaking('fastify', () => ({ drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) }));
});
