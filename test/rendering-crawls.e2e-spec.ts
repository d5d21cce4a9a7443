import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebExtractModule, type WebExtractOptions } from 'nestjs-web-extract';
import { browserProgram, describeWithBrowser } from './setup/browser.js';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { scriptMade, scriptMadeTree } from './sites/script-made.js';
import { html, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import type { Answer } from './support/ask.js';
import { submit } from './support/crawls.js';
import { Deployment, type Host } from './support/deployment.js';

jest.setTimeout(240_000);

const PAGES = 10;

let site: Site;
const titlesOf = (data: { metadata: { title: string } }[]) =>
  data.map(({ metadata }) => metadata.title).sort();
const allPaths = ['/', ...Array.from({ length: PAGES - 1 }, (_, n) => `/p/${n + 1}`)].sort();

/** Looks until a crawl is over; the test's own time limit ends the wait. @returns its status answer, with all pages */
async function endOf(read: () => Promise<Answer>) {
  for (;;) {
    const { json } = await read();
    if (json.status !== 'scraping') return json;
    await sleep(100);
  }
}

/** Waits until scripts have asked for the parts of so many pages. */
async function untilParts(count: number): Promise<void> {
  while (site.requests.filter(({ path }) => path.startsWith('/part')).length < count) await sleep(20);
}

async function serve(routes: Routes): Promise<void> {
  site = await startSite(routes);
}
afterEach(() => site?.close());

function options(more: WebExtractOptions = {}): WebExtractOptions {
  return {
    auth: { keys: [KEY] },
    allowPrivate: [site.address],
    browser: { executablePath: browserProgram, settleMs: 200 },
    ...more,
  };
}

describeWithBrowser('a crawl of pages that need a browser', () => {
  let api: RunningApp;
  afterEach(() => api?.close());
  const start = async (more?: WebExtractOptions) => {
    api = await startApp({ imports: [WebExtractModule.forRoot(options(more))] });
  };
  const crawl = async (body: object) => {
    const id = await submit(api, body);
    return endOf(() => api.ask(`/v1/crawl/${id}`, { method: 'GET' }));
  };

  it('finishes no more of them than the host allows, and says so of the others', async () => {
    const paths = Array.from({ length: 5 }, (_, n) => `/s/${n}`);
    const urls = () => paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('');
    await serve({
      ...scriptMade(Object.fromEntries(paths.map((path) => [path, []]))),
      '/': html(
        '<title>Start</title><main><h1>Start</h1><p>The page where everything begins, as it was sent.</p></main>',
      ),
      '/sitemap.xml': (request, response) =>
        html(`<urlset>${urls()}</urlset>`, { 'content-type': 'application/xml' })(request, response),
    });
    await start({ limits: { maxRenderedPages: 2 } });
    const { status, data } = await crawl({ url: site.url });
    const unrendered = data.filter((page: { warning?: string }) =>
      page.warning?.includes('a browser finishes at most 2 pages of a crawl'),
    );
    expect([status, data.length, unrendered.length]).toEqual(['completed', 6, 3]);
    expect(titlesOf(data).filter((title) => title.startsWith('/s/'))).toHaveLength(2);
  });

  it('takes pages as they were sent that are beyond it, whatever was to be done on them', async () => {
    await serve({
      '/': html(
        '<title>Start</title><main><h1>Start</h1><p>The page where everything begins, as it was sent.</p></main>',
      ),
    });
    await start({ limits: { maxRenderedPages: 0 } });
    const scrapeOptions = { formats: ['markdown', 'screenshot'], actions: [{ type: 'scroll' }] };
    const { status, data } = await crawl({ url: site.url, scrapeOptions });
    expect([status, data.length]).toEqual(['completed', 1]);
    const why = 'was left out: a browser finishes at most 0 pages of a crawl (maxRenderedPages)';
    expect(data[0]).toMatchObject({
      markdown: expect.stringContaining('# Start'),
      warning: expect.stringMatching(/^screenshot .* actions /),
    });
    expect(data[0].warning).toContain(why);
  });

  it('is complete and exact, also when the browser is killed in the middle', async () => {
    await serve(scriptMadeTree(PAGES));
    await start();
    const crawling = crawl({ url: site.url, ignoreSitemap: true });
    await untilParts(3);
    for (const pid of browsersOf(process.pid)) process.kill(pid, 'SIGKILL');
    const { status, data } = await crawling;
    expect([status, titlesOf(data)]).toEqual(['completed', allPaths]);
  });
});

describeWithRedis('workers with and without a browser', () => {
  let deployment: Deployment;
  afterEach(() => deployment?.close());
  const deploy = (leaseMs: number) => {
    deployment = new Deployment(redisUrl, options({ limits: { leaseMs } }));
    return deployment.start;
  };
  const withoutBrowser = { browser: false } as const;

  async function submitTo(host: Host, body: object = {}): Promise<string> {
    const { json } = await host.post('/v1/crawl', { url: site.url, ignoreSitemap: true, ...body });
    return json.id;
  }

  const crawl = async (host: Host, body: object = {}) => {
    const id = await submitTo(host, body);
    return endOf(() => host.ask(`/v1/crawl/${id}`));
  };

  describeWithBrowser('where some have one', () => {
    it('leave pages that need it to those', async () => {
      await serve(scriptMadeTree(PAGES));
      const host = deploy(20_000);
      const [api] = await Promise.all([host('api'), host('worker', {}, withoutBrowser), host('worker')]);
      const { status, data } = await crawl(api);
      expect([status, titlesOf(data)]).toEqual(['completed', allPaths]);
    });

    it('do so before they fetch what asks for a browser', async () => {
      await serve({
        '/': html('<title>Start</title><main><h1>Start</h1><p>A page as it was sent.</p></main>'),
      });
      const host = deploy(20_000);
      const [api] = await Promise.all([host('api'), host('worker', {}, withoutBrowser), host('worker')]);
      const { data } = await crawl(api, { scrapeOptions: { formats: ['screenshot'] } });
      expect(data[0].screenshot).toMatch(/^data:image\/png/);
      expect(site.requests.filter(({ path }) => path === '/')).toHaveLength(1);
    });

    it('go on when the only one with a browser is killed, and started again', async () => {
      await serve(scriptMadeTree(PAGES));
      const host = deploy(8_000);
      const [api, worker] = await Promise.all([host('api'), host('worker')]);
      const id = await submitTo(api);
      await untilParts(3);
      worker.process.child.kill('SIGKILL');
      await host('worker');
      const { status, data } = await endOf(() => api.ask(`/v1/crawl/${id}`));
      expect([status, titlesOf(data)]).toEqual(['completed', allPaths]);
    });

    it('lose nothing with a worker that is killed in the middle', async () => {
      await serve(scriptMadeTree(PAGES));
      const host = deploy(8_000);
      const [api, one, other] = await Promise.all([host('api'), host('worker'), host('worker')]);
      await host('worker', {}, withoutBrowser);
      const id = await submitTo(api);
      await untilParts(3);
      const isAtWork = (worker: Host) => browsersOf(worker.process.child.pid!).length > 0;
      const victim = isAtWork(one) ? one : other;
      victim.process.child.kill('SIGKILL');
      const { status, data } = await endOf(() => api.ask(`/v1/crawl/${id}`));
      expect([status, data.length]).toEqual(['completed', PAGES]);
      expect(titlesOf(data)).toEqual(allPaths);
    });
  });

  it('take pages as they were sent where none has one, with a warning', async () => {
    await serve(scriptMadeTree(PAGES));
    const host = deploy(1_000);
    const [api] = await Promise.all([host('api'), host('worker', {}, withoutBrowser)]);
    const { status, data } = await crawl(api);
    expect([status, data.length]).toEqual(['completed', 1]);
    expect(data[0].warning).toContain('The page was not rendered: no browser is installed');
  });
});

/** Children of a process that are browsers, as Linux tells. */
function browsersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        return stat.includes('(chrom') && stat.slice(stat.lastIndexOf(')')).split(' ')[2] === String(pid);
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}
