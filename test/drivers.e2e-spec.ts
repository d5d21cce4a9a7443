import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import {
  CrawlService,
  InvalidOptionsError,
  ScrapeService,
  SearchService,
  WebExtractModule,
} from 'nestjs-web-extract';
import {
  Fetcher,
  SearchProvider,
  UsageCounter,
  type FetchRequest,
  type FetchResponse,
  type Usage,
} from 'nestjs-web-extract/drivers';
import { usageCounterContract } from 'nestjs-web-extract/testing';
import { startApp, type AppSettings, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

/** The whole web is one page. */
class OnePageFetcher extends Fetcher {
  readonly asked: string[] = [];

  async fetch({ url }: FetchRequest): Promise<FetchResponse> {
    this.asked.push(url);
    const headers = { 'content-type': 'text/html' };
    const body = Buffer.from('<title>One</title><main><h1>The one page</h1><p>There is no other.</p></main>');
    const isRobots = url.endsWith('/robots.txt');
    const answer = isRobots ? { statusCode: 404, body: Buffer.from('') } : { statusCode: 200, body };
    return { url, statusText: '', headers, truncated: false, attempts: 1, ...answer };
  }
}

class OneHitSearchProvider extends SearchProvider {
  async search(): ReturnType<SearchProvider['search']> {
    return {
      hits: [{ url: 'https://one.example/', title: 'One', description: '', provider: 'mine' }],
      warnings: [],
    };
  }
}

/** Counts in windows of time, in memory. */
class MapUsageCounter extends UsageCounter {
  private readonly windows = new Map<string, { count: number; readonly endsAt: number }>();

  async add(name: string, amount: number, windowSeconds: number): Promise<Usage> {
    const window = this.windowOf(name, windowSeconds) ?? {
      count: 0,
      endsAt: Date.now() + windowSeconds * 1000,
    };
    window.count += amount;
    this.windows.set(`${name} ${windowSeconds}`, window);
    return { count: window.count, resetsInMs: window.endsAt - Date.now() };
  }

  async read(name: string, windowSeconds: number): Promise<Usage> {
    const window = this.windowOf(name, windowSeconds);
    return window
      ? { count: window.count, resetsInMs: window.endsAt - Date.now() }
      : { count: 0, resetsInMs: 0 };
  }

  private windowOf(name: string, windowSeconds: number) {
    const window = this.windows.get(`${name} ${windowSeconds}`);
    return window && window.endsAt > Date.now() ? window : undefined;
  }
}

@Module({})
class OwnDriversModule {
  static with(...providers: Exclude<Provider, new (...args: never[]) => unknown>[]): DynamicModule {
    const exports = providers.map((provider) => (provider as { provide: symbol }).provide);
    return { module: OwnDriversModule, providers, exports };
  }
}

let host: RunningApp | undefined;

afterEach(async () => {
  await host?.close();
  host = undefined;
});

const start = async (settings: AppSettings): Promise<ScrapeService> => {
  host = await startApp(settings);
  return host.app.get(ScrapeService, { strict: false });
};
const PAGE = { url: 'https://anything.example/' };

describe.each(somePlatforms())('a driver of the host on %s', (platform) => {
  it('stands in place of ours, port by port', async () => {
    const fetcher = new OnePageFetcher();
    const drivers = [
      OwnDriversModule.with({ provide: Fetcher, useValue: fetcher }),
      OwnDriversModule.with({ provide: SearchProvider, useClass: OneHitSearchProvider }),
    ];
    const scraper = await start({
      platform,
      imports: [WebExtractModule.forRoot({ auth: false, browser: false, drivers })],
    });
    expect((await scraper.scrape(PAGE)).markdown).toContain('# The one page');
    const found = await host!.app.get(SearchService, { strict: false }).search({ query: 'one' });
    expect(found.results.map(({ url }) => url)).toEqual(['https://one.example/']);
    const crawls = host!.app.get(CrawlService, { strict: false }); // kept by the embedded store
    const { id } = await crawls.start({ ...PAGE, limit: 1 });
    for await (const event of crawls.watch(id)) {
      if (event.type === 'page') expect(event.page.markdown).toContain('# The one page');
    }
    expect(await crawls.status(id)).toMatchObject({ status: 'completed', counters: { pages: 1 } });
    expect(fetcher.asked).toContain('https://anything.example/robots.txt');
  });

  it('stands in place of ours in a test, too', async () => {
    const scraper = await start({
      platform,
      imports: [WebExtractModule.forRoot({ auth: false, browser: false })],
      override: (builder) => builder.overrideProvider(Fetcher).useValue(new OnePageFetcher()),
    });
    expect((await scraper.scrape(PAGE)).markdown).toContain('# The one page');
  });
});

describe('drivers of the host', () => {
  it.each(['reference', 'deep-hash'] as const)(
    'belong to their registration, told apart by %s',
    async (moduleIds) => {
      const drivers = OwnDriversModule.with({ provide: Fetcher, useValue: new OnePageFetcher() });
      const one = WebExtractModule.forRoot({ auth: false, browser: false, drivers, prefix: 'one' });
      const other = WebExtractModule.forRoot({ auth: false, browser: false, prefix: 'other' });
      host = await startApp({ moduleIds, imports: [one, other] });
      const address = { url: 'http://127.0.0.1:1/' };
      expect((await host.post('/one/v1/scrape', PAGE)).status).toBe(200);
      expect((await host.post('/other/v1/scrape', address)).status).toBe(403);
    },
  );

  it.each(['api', 'worker'] as const)('are no store that several processes share: role %s', (role) => {
    const drivers = OwnDriversModule.with({ provide: Fetcher, useClass: OnePageFetcher });
    expect(() => WebExtractModule.forRoot({ role, drivers })).toThrow(InvalidOptionsError);
  });

  it.each([[{}], [[{}]], ['redis'], [[undefined]]])('are modules: not %j', (drivers) => {
    expect(() => WebExtractModule.forRoot({ drivers: drivers as never })).toThrow(
      /^WebExtractModule.*\n {2}- drivers must/,
    );
  });
});

describe('a driver written by somebody else keeps the contract of its port', () => {
  usageCounterContract(() => new MapUsageCounter());
});
