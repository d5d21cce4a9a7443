import { Injectable, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { CrawlService, ExtractService, MapService, ScrapeService, SearchService } from 'nestjs-web-extract';
import {
  ScriptedLanguageModel,
  someCrawl,
  somePage,
  TestWeb,
  WebExtractTestingModule,
  type WebExtractTestingOptions,
} from 'nestjs-web-extract/testing';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const SITE = 'https://shop.example';
const article = (title: string, links = '') =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>A paragraph about ${title}, long enough to be the text of an article.</p>${links}</main>`;

let started: TestingModule | undefined;
let api: RunningApp | undefined;

afterEach(async () => {
  await started?.close();
  await api?.close();
  [started, api] = [undefined, undefined];
});

async function start(
  options: WebExtractTestingOptions,
  imports: NonNullable<Parameters<typeof Test.createTestingModule>[0]['imports']> = [],
) {
  started = await Test.createTestingModule({
    imports: [WebExtractTestingModule.forRoot(options), ...imports],
  }).compile();
  return started.init();
}

describe('WebExtractTestingModule', () => {
  it('reads its pages with the real converter', async () => {
    const { get } = bound(await start({ pages: { [`${SITE}/lamp`]: article('Lamp') } }));
    const page = await get(ScrapeService).scrape({ url: `${SITE}/lamp` });
    expect(page).toMatchObject({ statusCode: 200, metadata: { title: 'Lamp' } });
    expect(page.markdown).toMatch(/^# Lamp\n\nA paragraph about Lamp/);
  });

  it('fails as pages do', async () => {
    const { get } = bound(
      await start({ pages: { [`${SITE}/gone`]: 410, [`${SITE}/broken`]: new Error('reset') } }),
    );
    expect(await get(ScrapeService).scrape({ url: `${SITE}/gone` })).toMatchObject({ statusCode: 410 });
    await expect(get(ScrapeService).scrape({ url: `${SITE}/broken` })).rejects.toMatchObject({
      code: 'SCRAPE_SITE_ERROR',
    });
  });

  it('crawls by links and sitemaps, and obeys robots.txt, without a connection', async () => {
    const pages = {
      [SITE]: article('Start', '<a href="/lamp">Lamp</a> <a href="/secret">Secret</a>'),
      [`${SITE}/lamp`]: article('Lamp'),
      [`${SITE}/hidden`]: article('Hidden'),
      [`${SITE}/secret`]: article('Secret'),
      [`${SITE}/robots.txt`]: {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /secret\n',
      },
      [`${SITE}/sitemap.xml`]: {
        headers: { 'content-type': 'text/xml' },
        body: `<urlset><url><loc>${SITE}/hidden</loc></url></urlset>`,
      },
    };
    const { get } = bound(await start({ pages }));
    const { id } = await get(CrawlService).start({ url: SITE, limit: 10 });
    const titles: (string | null)[] = [];
    for await (const event of get(CrawlService).watch(id))
      if (event.type === 'page') titles.push(event.page.metadata.title);
    expect(titles.sort()).toEqual(['Hidden', 'Lamp', 'Start']);
    expect(get(TestWeb).requests.map(({ url }) => url)).not.toContain(`${SITE}/secret`);
    expect((await get(MapService).map({ url: SITE })).links).toContain(`${SITE}/hidden`);
  });

  it('extracts with a scripted model', async () => {
    const { get } = bound(
      await start({
        pages: { [`${SITE}/lamp`]: article('Lamp') },
        model: ({ schema }) => ({ name: schema ? 'Lamp' : 'none' }),
      }),
    );
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const { data } = await get(ExtractService).extract(`${SITE}/lamp`, { schema });
    expect(data).toEqual({ name: 'Lamp' });
    expect(get(ScriptedLanguageModel).questions).toHaveLength(1);
  });

  it('finds what it lists', async () => {
    const { get } = bound(
      await start({
        pages: { [`${SITE}/lamp`]: article('Lamp') },
        hits: [{ url: `${SITE}/lamp`, title: 'A lamp' }],
      }),
    );
    const { results } = await get(SearchService).search({ query: 'lamp', page: { formats: ['markdown'] } });
    expect(results).toMatchObject([{ title: 'A lamp', page: { metadata: { title: 'Lamp' } } }]);
  });

  it('serves modules of the host that take the services as they come', async () => {
    @Injectable()
    class Titles {
      constructor(private readonly scraper: ScrapeService) {}
      of = async (url: string) => (await this.scraper.scrape({ url })).metadata.title;
    }
    @Module({ providers: [Titles] })
    class HostModule {}
    const { get } = bound(await start({ pages: { [SITE]: article('Start') } }, [HostModule]));
    expect(await get(Titles).of(SITE)).toBe('Start');
  });

  it.each(somePlatforms())('answers over HTTP on %s, with a key where one is set', async (platform) => {
    const pages = { [`${SITE}/lamp`]: article('Lamp') };
    api = await startApp({
      platform,
      imports: [WebExtractTestingModule.forRoot({ pages, auth: { keys: [KEY] } })],
    });
    const body = { url: `${SITE}/lamp` };
    expect(await api.ask('/v1/scrape', { body, headers: { authorization: [] } })).toMatchObject({
      status: 401,
    });
    expect((await api.post('/v1/scrape', body)).json.data.markdown).toContain('# Lamp');
    expect(await api.post('/v2/scrape', { url: 'https://nowhere.example' })).toMatchObject({
      status: 500,
      json: { code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
    });
  });
});

describe('what tests state of pages and crawls', () => {
  it('is completed to whole ones', () => {
    expect(somePage({ markdown: '# Lamp', metadata: { title: 'Lamp' } })).toMatchObject({
      markdown: '# Lamp',
      statusCode: 200,
      metadata: { title: 'Lamp', language: null },
    });
    expect(someCrawl({ status: 'running', counters: { pages: 3 } })).toMatchObject({
      status: 'running',
      finishedAt: null,
      counters: { pages: 3, failed: 0 },
    });
  });
});

function bound(running: TestingModule) {
  return {
    get: <T>(type: abstract new (...args: any[]) => T) => running.get<T>(type as never, { strict: false }),
  };
}
