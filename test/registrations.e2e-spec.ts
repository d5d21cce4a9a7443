import { Module } from '@nestjs/common';
import { BlockedAddressError, CrawlService, ScrapeService, WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

let site: Site;
let host: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({ '/article': html(ARTICLE) });
});

afterEach(async () => {
  await host?.close();
  host = undefined;
});

afterAll(() => site?.close());

const statusOf = async (path: string, key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await host!.ask(path, { body: { url: `${site.url}/article` }, headers })).status;
};

const ALGORITHMS = ['reference', 'deep-hash'] as const;

describe.each(PLATFORMS.flatMap((platform) => ALGORITHMS.map((moduleIds) => [platform, moduleIds] as const)))(
  'two registrations on %s, told apart by %s',
  (platform, moduleIds) => {
    /** Factories of one text: nothing but what they closed over tells them apart. */
    const registered = (key: string, allowPrivate: string[], prefix?: string) =>
      WebExtractModule.forRootAsync({ prefix, useFactory: () => ({ auth: { keys: [key] }, allowPrivate }) });

    it('have options, keys and fetchers of their own', async () => {
      const first = registered('first', [site.address]);
      const second = registered('second', [], 'inner');
      host = await startApp({ platform, moduleIds, imports: [first, second] });
      expect(await statusOf('/v1/scrape', 'first')).toBe(200);
      expect(await statusOf('/v1/scrape', 'second')).toBe(401);
      expect(await statusOf('/inner/v1/scrape', 'second')).toBe(403);
      expect(await statusOf('/inner/v1/scrape', 'first')).toBe(401);
    });

    it('have services of their own for the modules that import them', async () => {
      const first = registered('first', [site.address], 'one');
      const second = registered('second', [], 'two');
      @Module({ imports: [first] })
      class FirstModule {
        constructor(readonly scraper: ScrapeService) {}
      }
      @Module({ imports: [second] })
      class SecondModule {
        constructor(
          readonly scraper: ScrapeService,
          readonly crawler: CrawlService,
        ) {}
      }
      host = await startApp({ platform, moduleIds, imports: [FirstModule, SecondModule] });
      const request = { url: `${site.url}/article` };
      const page = await host.app.get(FirstModule).scraper.scrape(request);
      expect(page.statusCode).toBe(200);
      await expect(host.app.get(SecondModule).scraper.scrape(request)).rejects.toThrow(BlockedAddressError);
      await expect(host.app.get(SecondModule).crawler.start(request)).rejects.toThrow(BlockedAddressError);
    });

    it('are one where two modules import the same', async () => {
      const shared = registered('key', [site.address]);
      @Module({ imports: [shared] })
      class OneModule {
        constructor(readonly scraper: ScrapeService) {}
      }
      @Module({ imports: [shared] })
      class OtherModule {
        constructor(readonly scraper: ScrapeService) {}
      }
      host = await startApp({ platform, moduleIds, imports: [OneModule, OtherModule] });
      expect(host.app.get(OneModule).scraper).toBe(host.app.get(OtherModule).scraper);
      expect(await statusOf('/v1/scrape', 'key')).toBe(200);
    });
  },
);

describe.each(PLATFORMS)('two registrations with one prefix on %s', (platform) => {
  it('end the start of the application', async () => {
    const registered = (key: string) => WebExtractModule.forRoot({ auth: { keys: [key] }, prefix: 'same' });
    const starting = startApp({ platform, imports: [registered('first'), registered('second')] });

    await expect(starting).rejects.toThrow(/POST \/same\/v0\/scrape|already declared/);
  });
});
