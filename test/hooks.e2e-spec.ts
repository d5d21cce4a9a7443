import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import {
  CrawlService,
  ScrapeService,
  WebExtractModule,
  type HooksOptions,
  type LinkToFollow,
  type RequestToSend,
} from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linking } from './sites/linked.js';
import { html, redirect, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';

const LINKS = ['/docs/a', '/docs/b', '/private', '/broken', '/slow'];

describe('with an embedded store', () => hooksSuite());
describeWithRedis('with Redis', () =>
  hooksSuite(() => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: `test-${randomUUID()}` })),
);

function hooksSuite(drivers?: () => DynamicModule): void {
  let site: Site;
  let other: Site;
  let api: RunningApp;
  /** The hooks of the current test. */
  let hooks: HooksOptions;

  beforeAll(async () => {
    const routes: Routes = {
      '/': html(linking('Start', LINKS)),
      '/sitemap.xml': (_, response) =>
        response
          .setHeader('content-type', 'application/xml')
          .end(sitemapOf(`${site.url}/listed`, `${site.url}/hidden`)),
      ...Object.fromEntries(
        [...LINKS, '/listed', '/hidden'].map((path) => [path, html(linking(`Page ${path}`, []))]),
      ),
      '/away': (request, response) => redirect(`${other.url}/target`)(request, response),
      '/inside': (_, response) => response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    };
    site = await startSite(routes);
    other = await startSite({ '/target': html(linking('Target', [])) });
    const options = {
      auth: { keys: [KEY] },
      allowPrivate: [site.address, other.address],
      browser: false as const,
      cache: {},
      limits: { hookTimeoutMs: 300 },
      hooks: {
        shouldFollow: (link: LinkToFollow) => hooks.shouldFollow?.(link) ?? true,
        beforeRequest: (request: RequestToSend) => hooks.beforeRequest?.(request),
      },
      ...(drivers && { drivers: drivers() }),
    };
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(async () => {
    await api?.close();
    await Promise.all([site?.close(), other?.close()]);
  });
  beforeEach(() => {
    hooks = {};
    for (const { requests } of [site, other]) (requests as unknown[]).length = 0;
  });

  const askedFor = (path: string) => site.requests.some((request) => request.path === path);
  const headersAt = (at: Site, path: string) => at.requests.find((request) => request.path === path)?.headers;
  const scrape = (path: string) =>
    api.app.get(ScrapeService, { strict: false }).scrape({ url: site.url + path });

  it('follows the links that the application chooses, those of sitemaps too', async () => {
    const told: LinkToFollow[] = [];
    hooks = {
      shouldFollow: async (link) => {
        told.push(link);
        return /docs|listed/.test(link.url);
      },
    };
    const { status, paths, id } = await crawl(api, { url: `${site.url}/`, limit: 50 });
    expect([status, paths]).toEqual(['completed', ['/', '/docs/a', '/docs/b', '/listed']]);
    expect(['/private', '/hidden'].some(askedFor)).toBe(false);
    const link = told.find(({ url }) => url.endsWith('/docs/a'));
    expect(link).toMatchObject({
      foundOn: `${site.url}/`,
      text: 'To /docs/a',
      hops: 1,
      job: { id, kind: 'crawl' },
    });
    const records = await api.app.get(CrawlService, { strict: false }).records(id);
    expect(records.find(({ url }) => url === `${site.url}/`)!.refused).toMatchObject({ 'not-followed': 3 });
  });

  it('records a link whose call fails or takes too long as a failure, and completes the crawl', async () => {
    hooks = {
      shouldFollow: ({ url }) => {
        if (url.endsWith('/broken')) throw new Error('secret of the host');
        return url.endsWith('/slow') ? new Promise(() => {}) : url.includes('/docs/');
      },
    };
    const { status, paths, errors } = await crawl(api, { url: `${site.url}/`, limit: 50 });
    expect([status, paths]).toEqual(['completed', ['/', '/docs/a', '/docs/b']]);
    const failed = errors.map(({ url, code }: { url: string; code: string }) => [url, code]).sort();
    expect(failed).toEqual([
      [`${site.url}/broken`, 'HOOK_FAILED'],
      [`${site.url}/slow`, 'HOOK_FAILED'],
    ]);
    expect(JSON.stringify(errors)).not.toContain('secret of the host');
    expect(['/broken', '/slow'].some(askedFor)).toBe(false);
  });

  it('adds headers to a request, and to no other origin that it leads to', async () => {
    const told: RequestToSend[] = [];
    hooks = {
      beforeRequest: (request) => {
        told.push(request);
        return request.url.startsWith(site.url)
          ? { headers: { Authorization: 'Bearer site', 'X-Team': 'a' } }
          : undefined;
      },
    };
    const page = await scrape('/away');
    expect(page.url).toBe(`${other.url}/target`);
    expect(headersAt(site, '/away')).toMatchObject({ authorization: 'Bearer site', 'x-team': 'a' });
    const elsewhere = headersAt(other, '/target')!;
    expect([elsewhere.authorization, elsewhere['x-team']]).toEqual([undefined, undefined]);
    expect(told.map(({ url, requestedUrl, jobId }) => [url, requestedUrl, jobId])).toEqual([
      [`${site.url}/away`, `${site.url}/away`, null],
      [`${other.url}/target`, `${site.url}/away`, null],
    ]);
  });

  it('does not reach private addresses, whatever the application decides', async () => {
    hooks = { beforeRequest: () => ({ headers: { 'X-Team': 'a' } }) };
    await expect(scrape('/inside')).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
  });

  it('keeps responses to requests with such headers out of the cache', async () => {
    const scrapes = api.app.get(ScrapeService, { strict: false });
    const readTwice = async (path: string) => {
      for (let n = 0; n < 2; n++) await scrapes.scrape({ url: site.url + path, maxAgeMs: 60_000 });
      return site.requests.filter((request) => request.path === path).length;
    };
    expect(await readTwice('/docs/a')).toBe(1);
    hooks = { beforeRequest: () => ({ headers: { 'X-Team': 'a' } }) };
    expect(await readTwice('/docs/b')).toBe(2);
  });

  it('sends headers with the pages of a crawl, and fails those that the application refuses', async () => {
    hooks = {
      beforeRequest: ({ url, jobId }) =>
        url.endsWith('/private') ? { refuse: 'not for crawls' } : { headers: { 'X-Job': String(jobId) } },
    };
    const { status, errors, id } = await crawl(api, { url: `${site.url}/`, limit: 50, ignoreSitemap: true });
    expect(status).toBe('completed');
    expect(errors).toMatchObject([{ url: `${site.url}/private`, code: 'REQUEST_REFUSED' }]);
    expect(errors[0].error).toContain('not for crawls');
    expect(askedFor('/private')).toBe(false);
    expect(headersAt(site, '/docs/a')!['x-job']).toBe(id);
  });

  it('fails pages whose call fails or takes too long, and completes the crawl', async () => {
    hooks = {
      beforeRequest: ({ url }) => {
        if (url.endsWith('/broken')) throw new Error('secret of the host');
        return url.endsWith('/slow') ? new Promise(() => {}) : undefined;
      },
    };
    const { status, paths, errors } = await crawl(api, {
      url: `${site.url}/`,
      limit: 50,
      ignoreSitemap: true,
    });
    expect([status, paths]).toEqual(['completed', ['/', '/docs/a', '/docs/b', '/private']]);
    expect(errors.map(({ code }: { code: string }) => code)).toEqual(['HOOK_FAILED', 'HOOK_FAILED']);
    expect(['/broken', '/slow'].some(askedFor)).toBe(false);
  });
}

const sitemapOf = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
