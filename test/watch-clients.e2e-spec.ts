import { randomUUID } from 'node:crypto';
import { WebExtractModule, type DriverModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { WebSocket } from 'ws';
import { firecrawl197, firecrawl197Module, firecrawlV1, firecrawlV4 } from './setup/clients.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';

const FirecrawlV1 = firecrawlV1();

const PAGES = 12;

let site: Site;

beforeAll(async () => {
  site = await startSite({ ...manyPages(PAGES), '/dead': (_, response) => void response.destroy() });
  // Node 20 has none of its own; later ones, and browsers, have
  globalThis.WebSocket ??= WebSocket as never;
});
afterAll(() => site?.close());

/** What a watcher of v1 tells until it ends. */
function storyOfV1(watcher: any): Promise<{ end: string; detail: any; urls: string[] }> {
  const urls: string[] = [];
  return new Promise((resolve) => {
    watcher.addEventListener('document', ({ detail }: any) => urls.push(detail.metadata.sourceURL));
    for (const end of ['done', 'error']) {
      watcher.addEventListener(end, ({ detail }: any) => resolve({ end, detail, urls }));
    }
  });
}

/** The same of a watcher of v2, which asks for the state by itself at the end. */
async function storyOfV2(watcher: any): Promise<{ end: string; detail: any; urls: string[] }> {
  const urls: string[] = [];
  watcher.on('document', (document: any) => urls.push(document.metadata.sourceURL));
  const told = new Promise<{ end: string; detail: any }>((resolve) => {
    for (const end of ['done', 'error']) watcher.on(end, (detail: any) => resolve({ end, detail }));
  });
  await watcher.start();
  const end = await told;
  watcher.close();
  return { ...end, urls };
}

function watching(platform: Platform, driversOf: () => { drivers?: DriverModule }): void {
  let api: RunningApp;

  beforeAll(async () => {
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          ...driversOf(),
        }),
      ],
    });
  });
  afterAll(() => api?.close());

  const urls = () => Array.from({ length: PAGES }, (_, n) => `${site.url}/p/${n + 1}`);

  const CLIENTS: readonly [string, (apiKey: string) => any][] = [
    ['1.9.7', (apiKey) => new (firecrawl197())({ apiKey, apiUrl: api.url })],
    ['1.29.3', (apiKey) => new FirecrawlV1({ apiKey, apiUrl: api.url })],
    ['4.42.0, v1', (apiKey) => new (firecrawlV4())({ apiKey, apiUrl: api.url }).v1],
  ];

  describe.each(CLIENTS)('%s', (_, client) => {
    it('watches a crawl', async () => {
      const story = await storyOfV1(await client(KEY).crawlUrlAndWatch(site.url, { limit: PAGES }));
      expect([story.end, new Set(story.urls).size]).toEqual(['done', PAGES]);
    });

    it('watches a batch', async () => {
      const story = await storyOfV1(await client(KEY).batchScrapeUrlsAndWatch(urls(), {}));
      expect([story.end, story.urls.sort()]).toEqual(['done', urls().sort()]);
    });

    it('hears of a failure', async () => {
      const watcher = await client(KEY).crawlUrlAndWatch(`${site.url}/dead`, {});
      const { end, detail } = await storyOfV1(watcher);
      expect([end, detail.error]).toEqual(['error', expect.stringContaining('could not be fetched')]);
    });
  });

  it('1.9.7 hears of a wrong key and lives on', async () => {
    const { id } = await new (firecrawl197())({ apiKey: KEY, apiUrl: api.url }).asyncCrawlUrl(site.url, {
      limit: 1,
    });
    const { CrawlWatcher } = firecrawl197Module();
    const watcher = new CrawlWatcher(id, { apiKey: 'wrong', apiUrl: api.url });
    expect((await storyOfV1(watcher)).detail.error).toBe('Unauthorized: Invalid token');
  });

  describe('4.42.0', () => {
    const client = (apiKey = KEY) => new (firecrawlV4())({ apiKey, apiUrl: api.url });

    it('watches a crawl', async () => {
      const { id } = await client().startCrawl(site.url, { limit: PAGES });
      const { end, detail, urls: told } = await storyOfV2(client().watcher(id, { pollInterval: 0.1 }));
      expect([end, detail.status, new Set(told).size]).toEqual(['done', 'completed', PAGES]);
      expect(detail.data).toHaveLength(PAGES);
    });

    it('watches a batch', async () => {
      const { id } = await client().startBatchScrape(urls());
      const watcher = client().watcher(id, { kind: 'batch', pollInterval: 0.1 });
      const { end, detail } = await storyOfV2(watcher);
      expect([end, detail.data.length]).toEqual(['done', PAGES]);
    });

    it.each([
      ['a wrong key', 'wrong', 'Unauthorized: Invalid token'],
      ['an unknown job', KEY, 'Job not found'],
    ])('hears of %s', async (_, key, error) => {
      const story = await storyOfV2(client(key).watcher(randomUUID(), { pollInterval: 0.1 }));
      expect([story.end, story.detail.error]).toEqual(['error', error]);
    });
  });
}

describe.each(somePlatforms())('published clients watch on %s', (platform) => watching(platform, () => ({})));

describeWithRedis('published clients watch over Redis', () => {
  const prefix = `test-${randomUUID()}`;
  watching('express', () => ({ drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) }));
});
