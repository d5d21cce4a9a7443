import { randomUUID } from 'node:crypto';
import { WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { fireCrawlLoader } from './setup/langchain.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';

/** More than the pages of one answer. */
const PAGES = 110;

let site: Site;
beforeAll(async () => {
  site = await startSite({
    ...manyPages(PAGES),
    '/article': html(ARTICLE),
    '/dead': (_, response) => void response.destroy(),
    '/never': () => undefined,
  });
});
afterAll(() => site?.close());

/** @param drivers where jobs are kept, when not in the process */
function loading(platform: Platform, drivers: () => object = () => ({})): void {
  let api: RunningApp;
  beforeAll(async () => {
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot({ ...options, ...drivers() })] });
  });
  afterAll(() => api?.close());

  const load = (mode: 'scrape' | 'crawl' | 'map', path: string, params: object = {}, apiKey = KEY) =>
    fireCrawlLoader({ url: new URL(path, site.url).href, mode, params, apiKey, apiUrl: api.url }).load();

  it('loads a page', async () => {
    const [document, ...others] = await load('scrape', '/article');
    expect(others).toEqual([]);
    expect(document!.pageContent).toMatch(/^# Lighthouses of the north/);
    expect(document!.metadata).toMatchObject({
      title: 'Lighthouses of the north',
      sourceURL: `${site.url}/article`,
      statusCode: 200,
    });
  });

  it('loads its html where no markdown is asked for', async () => {
    const [document] = await load('scrape', '/article', { formats: ['html'] });
    expect(document!.pageContent).toMatch(/<h1[^>]*>Lighthouses of the north/);
  });

  it('loads a site, also one of several answers', async () => {
    const documents = await load('crawl', '/', { limit: PAGES, scrapeOptions: { formats: ['markdown'] } });
    expect(new Set(documents.map(({ metadata }) => metadata.sourceURL)).size).toBe(PAGES);
    expect(documents.every(({ pageContent }) => pageContent.startsWith('# '))).toBe(true);
  });

  it('loads the addresses of a site', async () => {
    const documents = await load('map', '/', { limit: 3 });
    expect(documents.map(({ pageContent }) => JSON.parse(pageContent))).toEqual(
      ['/', '/p/1', '/p/2'].map((path) => site.url + path),
    );
  });

  it('learns why a request is refused', async () => {
    await expect(load('scrape', '/article', {}, 'wrong')).rejects.toThrow(/401/);
    await expect(load('scrape', 'http://10.0.0.1/')).rejects.toThrow(/403/);
    await expect(load('scrape', '/never', { timeout: 200 })).rejects.toThrow(/408/);
    await expect(load('crawl', '/', { limit: 'ten' })).rejects.toThrow(/400/);
    await expect(load('crawl', '/dead')).rejects.toThrow('Crawl job failed or was stopped. Status: failed');
    await expect(load('map', 'http://10.0.0.1/')).rejects.toThrow(/403/);
  });
}

describe.each(somePlatforms())("LangChain's loader against %s", (platform) => loading(platform));

describeWithRedis("LangChain's loader over Redis", () => {
  const prefix = `langchain-${randomUUID()}`;
  loading('express', () => ({ drivers: BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) }));
});
