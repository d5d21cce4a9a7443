import type { IncomingMessage, ServerResponse } from 'node:http';
import { CrawlService, WebExtractModule } from 'nestjs-web-extract';
import { linked, linking } from './sites/linked.js';
import { html, redirect, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { crawl } from './support/crawls.js';

let site: Site;
let other: Site;
let api: RunningApp;
let routes: Routes = {};

/** The site answers as the test says. */
const answer = (request: IncomingMessage, response: ServerResponse) => {
  const { url = '' } = request;
  const route = routes[url] ?? routes[url.replace(/\?.*$/, '')] ?? html('<title>Gone</title>', {}, 404);
  route(request, response);
};

beforeAll(async () => {
  const any: Routes = new Proxy({}, { get: () => answer });
  site = await startSite(any);
  other = await startSite(any);
  api = await startApp({
    imports: [
      WebExtractModule.forRoot({
        auth: { keys: [KEY] },
        allowPrivate: [site.address, other.address],
        allowIgnoreRobots: true,
        browser: false,
      }),
    ],
  });
});

afterAll(async () => {
  await api?.close();
  await site?.close();
  await other?.close();
});

const asked = (at = site) => at.requests.map(({ path }) => path);
const countOf = (path: string, at = site) => asked(at).filter((other) => other === path).length;
const isPageOfSite = (path: string) =>
  path !== '/robots.txt' && !/\/(?:wp-)?sitemap(?:[-_]index)?\.xml$/.test(path);

/** Serves the routes and crawls them from a path on. */
async function crawlOf(
  pages: Routes,
  { from = '/', ...body }: { from?: string; [key: string]: unknown } = {},
) {
  routes = pages;
  (site.requests as unknown[]).length = 0;
  (other.requests as unknown[]).length = 0;
  return crawl(api, { url: site.url + from, ...body });
}

describe('what belongs to a crawl', () => {
  const blog = linked({
    '/': ['/blog/', '/about'],
    '/blog/': ['/blog/1', '/blog/2?page=1', '/blog/2?page=2', '/about', '/weblog'],
    '/blog/1': ['/blog/deep/er/page', '/files/x.zip', 'mailto:a@b.c', '#top', '/'],
    '/blog/2': [],
    '/blog/deep/er/page': [],
    '/about': [],
    '/weblog': [],
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'the whole site',
      {},
      [
        '/',
        '/about',
        '/blog/',
        '/blog/1',
        '/blog/2?page=1',
        '/blog/2?page=2',
        '/blog/deep/er/page',
        '/weblog',
      ],
    ],
    [
      'what is below the start',
      { from: '/blog/' },
      ['/blog/', '/blog/1', '/blog/2?page=1', '/blog/2?page=2', '/blog/deep/er/page'],
    ],
    [
      'one query a path',
      { from: '/blog/', ignoreQueryParameters: true },
      ['/blog/', '/blog/1', '/blog/2?page=1', '/blog/deep/er/page'],
    ],
    [
      'what is above too',
      { from: '/blog/1', allowBackwardLinks: true, maxDiscoveryDepth: 1 },
      ['/', '/blog/1', '/blog/deep/er/page'],
    ],
    [
      'the same by its other name',
      { from: '/blog/1', crawlEntireDomain: true, maxDiscoveryDepth: 1 },
      ['/', '/blog/1', '/blog/deep/er/page'],
    ],
    ['the start alone', { maxDepth: 0 }, ['/']],
    ['one segment down', { maxDepth: 1 }, ['/', '/about', '/blog/', '/weblog']],
    ['one link on', { maxDiscoveryDepth: 1 }, ['/', '/about', '/blog/']],
    ['no link on', { maxDiscoveryDepth: 0 }, ['/']],
    [
      'what patterns include, and the start',
      { includePaths: ['^/blog/.*\\d', 'blog/$'] },
      ['/', '/blog/', '/blog/1', '/blog/2?page=1', '/blog/2?page=2'],
    ],
    ['nothing that patterns exclude', { excludePaths: ['blog'] }, ['/', '/about']],
    [
      'what is included and not excluded',
      { includePaths: ['blog'], excludePaths: ['^weblog', 'deep'] },
      ['/', '/blog/', '/blog/1', '/blog/2?page=1', '/blog/2?page=2'],
    ],
    [
      'what the whole address matches',
      { includePaths: ['/blog/$', 'page=2$'], regexOnFullURL: true },
      ['/', '/blog/', '/blog/2?page=2'],
    ],
    [
      'everything for an empty pattern',
      { includePaths: [''], excludePaths: [''], maxDepth: 1 },
      ['/', '/about', '/blog/', '/weblog'],
    ],
    ['as crawlerOptions say', { crawlerOptions: { excludePaths: ['blog'], limit: 9 } }, ['/', '/about']],
    [
      'as the top says where both do',
      { excludePaths: ['about', 'blog'], crawlerOptions: { excludePaths: [] } },
      ['/'],
    ],
  ])('is %s', async (_, body, paths) => {
    const end = await crawlOf(blog, body);
    expect([end.status, end.paths]).toEqual(['completed', paths]);
    expect(asked().filter(isPageOfSite).sort()).toEqual(paths);
  });

  it('ends after exactly limit pages', async () => {
    const paths = Array.from({ length: 60 }, (_, n) => `/p/${n}`);
    const pages = linked({ '/': paths, ...Object.fromEntries(paths.map((path) => [path, paths])) });
    for (const limit of [1, 2, 17, 60]) {
      const end = await crawlOf(pages, { limit });
      expect([end.status, end.total, end.completed, end.data.length]).toEqual([
        'completed',
        limit,
        limit,
        limit,
      ]);
      expect(asked().filter(isPageOfSite).length).toBe(limit);
    }
  });

  it('is another host only where asked for', async () => {
    const pages = linked({
      '/': [`${other.url}/there`],
      '/there': [`${site.url}/back`, `${other.url}/more`],
      '/back': [],
      '/more': [],
    });
    expect((await crawlOf(pages)).paths).toEqual(['/']);
    expect(other.requests).toEqual([]);
    const end = await crawlOf(pages, { allowExternalLinks: true });
    expect(end.data.map(({ metadata }: any) => metadata.sourceURL).sort()).toEqual(
      [`${site.url}/`, `${site.url}/back`, `${other.url}/there`, `${other.url}/more`].sort(),
    );
  });

  it('is one page for all its spellings', async () => {
    const spellings = ['/a', '/a/', '/a#x', '/a?utm_source=x', '/a/index.html', '/b/../a', '/%61', '/a?'];
    const pages = { ...linked({ '/': spellings, '/a': [] }), '/a/': html('A'), '/a/index.html': html('A') };
    expect((await crawlOf(pages)).paths).toEqual(['/', '/a']);
    const exact = await crawlOf(pages, { deduplicateSimilarURLs: false });
    expect(exact.paths).toEqual(['/', '/a', '/a/', '/a/index.html', '/a?utm_source=x']);
  });

  it('is one page for all sessions', async () => {
    const session = (n: number) => `;jsessionid=${String(n).repeat(20)}`;
    const pages = new Proxy(linked({}), {
      get: (_, path: string) =>
        html(linking(path, [`/a${session(path.length)}`, `/b${session(path.length + 1)}`, '/a'])),
    });
    const end = await crawlOf(pages);
    expect([end.completed, end.paths[0]]).toEqual([3, '/']);
  });

  it('leaves traps of repeating folders and of numbers without content, and no honest numbers', async () => {
    const pages: Routes = new Proxy(
      {},
      { get: (_, path: string) => html(linking(path, ['x/', `/n/${path.length}/`])) },
    );
    const end = await crawlOf(pages, { limit: 60, maxDepth: 30 });
    expect(end.paths.some((path: string) => path.includes('/x/x/x/x/'))).toBe(false);
    expect(end.paths).toContain('/x/x/x/');
    const daysOf = (textOf: (day: number) => string) =>
      new Proxy({} as Routes, {
        get: (_, path: string) => {
          const day = Number(path.split('/')[2] ?? 0);
          return html(linking(textOf(day), [`/day/${day + 1}`]));
        },
      });
    expect(
      (
        await crawlOf(
          daysOf((day) => `Day ${'i'.repeat(day)}`),
          { limit: 40 },
        )
      ).completed,
    ).toBe(40);
    expect(
      (
        await crawlOf(
          daysOf((day) => `Day ${day}`),
          { limit: 40 },
        )
      ).completed,
    ).toBeLessThan(30);
  });
});

describe('redirects', () => {
  it('to one page are one document', async () => {
    const end = await crawlOf({
      ...linked({ '/': ['/a', '/b', '/c', '/c'], '/c': [] }),
      '/a': redirect('/c'),
      '/b': redirect('/a', 301),
    });
    expect([end.status, end.completed, end.total]).toEqual(['completed', 2, 2]);
    expect(end.errors).toEqual([]);
    const [, document] = end.data;
    expect(document.metadata.url).toBe(`${site.url}/c`);
  });

  it('give their place back, so that the limit is still met', async () => {
    const goods = Array.from({ length: 10 }, (_, n) => `/good/${n}`);
    const bads = Array.from({ length: 10 }, (_, n) => `/bad/${n}`);
    const pages = {
      ...linked({ '/': [...bads, ...goods], ...Object.fromEntries(goods.map((path) => [path, []])) }),
      ...Object.fromEntries(bads.map((path, n) => [path, redirect(n % 2 ? '/' : `${other.url}/x`)])),
    };
    const end = await crawlOf(pages, { limit: 8 });
    expect([end.status, end.completed, end.data.length]).toEqual(['completed', 8, 8]);
  });

  it('out of scope are errors and no documents', async () => {
    const end = await crawlOf(
      {
        ...linked({
          '/docs/': ['/docs/out', '/docs/away', '/docs/excluded', '/docs/fine'],
          '/docs/fine': [],
          '/docs/private': [],
        }),
        '/docs/out': redirect('/elsewhere'),
        '/docs/away': redirect(`${other.url}/docs/`),
        '/docs/excluded': redirect('/docs/private'),
        '/elsewhere': html('Elsewhere'),
      },
      { from: '/docs/', excludePaths: ['private'] },
    );
    expect([end.status, end.paths]).toEqual(['completed', ['/docs/', '/docs/fine']]);
    expect(end.errors.map(({ url, code }: any) => [url, code]).sort()).toEqual(
      ['/docs/away', '/docs/excluded', '/docs/out'].map((path) => [site.url + path, 'REDIRECT_OUT_OF_SCOPE']),
    );
  });

  it('of the start define host and folder', async () => {
    const pages = {
      '/old': redirect(`${other.url}/new/home`),
      ...linked({ '/new/home': ['/new/a', '/b', `${site.url}/new/c`], '/new/a': [], '/b': [], '/new/c': [] }),
    };
    const end = await crawlOf(pages, { from: '/old' });
    expect(end.data.map(({ metadata }: any) => metadata.url).sort()).toEqual([
      `${other.url}/new/a`,
      `${other.url}/new/home`,
    ]);
    expect(asked().filter(isPageOfSite)).toEqual(['/old']);
  });

  it('without end are errors', async () => {
    const end = await crawlOf({
      ...linked({ '/': ['/round', '/ok'], '/ok': [] }),
      '/round': redirect('/round'),
    });
    expect([end.status, end.paths]).toEqual(['completed', ['/', '/ok']]);
    expect(end.errors.map(({ code }: any) => code)).toEqual(['SCRAPE_TOO_MANY_REDIRECTS']);
  });
});

describe('credentials', () => {
  it('go to the host that the caller named and nowhere else', async () => {
    const pages = {
      ...linked({ '/': ['/in', `${other.url}/out`, '/hop'], '/in': [], '/out': [] }),
      '/hop': redirect(`${other.url}/hopped`),
      '/hopped': html('Hopped'),
    };
    routes = pages;
    (site.requests as unknown[]).length = (other.requests as unknown[]).length = 0;
    const headers = { cookie: 'a=b', 'x-api-key': 'secret', 'accept-language': 'fr' };
    const url = `http://user:sesame@${site.address}/`;
    const end = await crawl(api, { url, allowExternalLinks: true, scrapeOptions: { headers } });
    const sent = (at: Site, path: string) => at.requests.find((request) => request.path === path)!.headers;
    expect(sent(site, '/sitemap.xml').authorization).toBe('Basic dXNlcjpzZXNhbWU=');
    for (const path of ['/', '/in', '/hop']) {
      expect(sent(site, path)).toMatchObject({
        authorization: 'Basic dXNlcjpzZXNhbWU=',
        cookie: 'a=b',
        'x-api-key': 'secret',
      });
    }
    for (const path of ['/out', '/hopped']) {
      const { authorization, cookie, 'x-api-key': key, 'accept-language': language } = sent(other, path);
      expect([authorization, cookie, key, language]).toEqual([undefined, undefined, undefined, 'fr']);
    }
    expect(JSON.stringify(end)).not.toMatch(/sesame|dXNlcj/);
  });

  it('stay behind when the start page leads to another host', async () => {
    routes = { '/': redirect(`${other.url}/home`), ...linked({ '/home': ['/next'], '/next': [] }) };
    (site.requests as unknown[]).length = (other.requests as unknown[]).length = 0;
    const end = await crawl(api, { url: `http://user:sesame@${site.address}/` });
    expect(end.completed).toBe(2);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(
      other.requests.map(() => undefined),
    );
  });
});

describe('robots.txt', () => {
  const robots = (text: string) => ({ '/robots.txt': html(text, { 'content-type': 'text/plain' }) });

  it('keeps pages from being fetched, and lists them', async () => {
    // rules are remembered by origin: this needs a site that nobody asked before
    const own = await startSite({
      ...linked({
        '/': ['/open', '/shut/1', '/to-shut'],
        '/open': ['/shut/2'],
        '/shut/1': [],
        '/shut/2': [],
      }),
      '/to-shut': redirect('/shut/3'),
      ...robots('User-agent: *\nDisallow: /shut\n'),
    });
    const app = await startApp({
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [own.address] })],
    });
    const end = await crawl(app, { url: own.url });
    expect([end.status, end.paths, end.errors]).toEqual(['completed', ['/', '/open'], []]);
    expect(end.robotsBlocked.sort()).toEqual(
      ['/shut/1', '/shut/2', '/to-shut'].map((path) => own.url + path),
    );
    expect(asked(own).filter((path) => path.startsWith('/shut'))).toEqual([]);
    await app.close();
    await own.close();
  });

  it.each([
    ['disallows it', robots('User-agent: *\nDisallow: /\n'), /disallowed by robots\.txt/],
    ['answers 503', { '/robots.txt': html('later', {}, 503) }, /robots\.txt answered 503/],
  ])('fails a crawl whose start page it %s', async (_, rules, error) => {
    const own = await startSite({ ...linked({ '/': ['/a'], '/a': [] }), ...rules });
    const app = await startApp({
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [own.address] })],
    });
    const end = await crawl(app, { url: own.url });
    expect(end).toMatchObject({ success: false, status: 'failed', total: 0, completed: 0, data: [] });
    expect(end.error).toMatch(error);
    expect([end.robotsBlocked, end.errors]).toEqual([[`${own.url}/`], []]);
    expect(asked(own)).not.toContain('/');
    await app.close();
    await own.close();
  });

  it('is left aside where request and host agree', async () => {
    const own = await startSite({
      ...linked({ '/': ['/a'], '/a': [] }),
      ...robots('User-agent: *\nDisallow: /\n'),
    });
    const options = { auth: { keys: [KEY] }, allowPrivate: [own.address], allowIgnoreRobots: true };
    const app = await startApp({ imports: [WebExtractModule.forRoot(options)] });
    expect((await crawl(app, { url: own.url, ignoreRobotsTxt: true })).paths).toEqual(['/', '/a']);
    await app.close();
    await own.close();
  });
});

describe('sitemaps', () => {
  const sitemap = (paths: string[]) =>
    html(`<urlset>${paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`, {
      'content-type': 'application/xml',
    });

  it('add pages to those that are linked', async () => {
    const pages = {
      ...linked({ '/': ['/linked'], '/linked': [], '/listed': [] }),
      '/sitemap.xml': sitemap(['/listed', '/linked']),
    };
    expect((await crawlOf(pages)).paths).toEqual(['/', '/linked', '/listed']);
    expect(countOf('/linked')).toBe(1);
    expect((await crawlOf(pages, { ignoreSitemap: true })).paths).toEqual(['/', '/linked']);
    expect(countOf('/sitemap.xml')).toBe(0);
    expect((await crawlOf(pages, { maxDiscoveryDepth: 0 })).paths).toEqual(['/']);
  });

  it('end no crawl by their mistakes', async () => {
    for (const broken of [
      html('<urlset><url><loc>', {}),
      html('x', {}, 500),
      (_: unknown, response: ServerResponse) => void response.destroy(),
    ]) {
      const end = await crawlOf({ ...linked({ '/': ['/a'], '/a': [] }), '/sitemap.xml': broken });
      expect([end.status, end.paths, end.errors]).toEqual(['completed', ['/', '/a'], []]);
    }
  });
});

describe('a site that is busy', () => {
  const failing = (times: number, status: number, headers: Record<string, string> = {}) => {
    let left = times;
    return (request: IncomingMessage, response: ServerResponse) =>
      left-- > 0
        ? html('busy', headers, status)(request, response)
        : html('<title>Fine</title><p>Fine now')(request, response);
  };

  it('is asked again when it says so', async () => {
    const startedAt = Date.now();
    const end = await crawlOf({
      ...linked({ '/': ['/busy'] }),
      '/busy': failing(1, 429, { 'retry-after': '1' }),
    });
    expect([end.status, end.completed, end.errors]).toEqual(['completed', 2, []]);
    expect(end.data[1].metadata).toMatchObject({ statusCode: 200, title: 'Fine' });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
    expect(countOf('/busy')).toBe(2);
  });

  it('has its last word as a document', async () => {
    const end = await crawlOf({
      ...linked({ '/': ['/busy'] }),
      '/busy': html('busy', { 'retry-after': '0' }, 503),
    });
    expect([end.status, end.completed, end.errors]).toEqual(['completed', 2, []]);
    expect(end.data[1].metadata).toMatchObject({ statusCode: 503, error: 'Service Unavailable' });
    expect(countOf('/busy')).toBe(3);
  });

  it('that wants a day of rest has said its last word', async () => {
    const end = await crawlOf({ '/': html('busy', { 'retry-after': '86400' }, 429) });
    expect([end.status, end.data[0].metadata.statusCode, countOf('/')]).toEqual(['failed', 429, 1]);
    expect(end.error).toBe('The start page answered with HTTP status 429');
  });

  it('breaks connections a few times before a page is given up', async () => {
    let left = 1;
    const end = await crawlOf({
      ...linked({ '/': ['/once', '/always'] }),
      '/once': (request, response) =>
        left-- > 0 ? void response.destroy() : html('<title>Fine</title>')(request, response),
      '/always': (_, response) => void response.destroy(),
    });
    expect([end.status, end.paths]).toEqual(['completed', ['/', '/once']]);
    expect(end.errors).toEqual([
      expect.objectContaining({ url: `${site.url}/always`, code: 'SCRAPE_SITE_ERROR' }),
    ]);
    expect([countOf('/once'), countOf('/always')]).toEqual([2, 3]);
  });
});

describe('pages of a crawl', () => {
  it('that answer an error are documents', async () => {
    const end = await crawlOf({
      ...linked({ '/': ['/broken', '/missing'] }),
      '/broken': html('<h1>Out of order</h1>', {}, 500),
    });
    const statuses = end.data.map(({ metadata }: any) => [metadata.statusCode, metadata.error]);
    expect(statuses.sort()).toEqual([
      [200, undefined],
      [404, 'Not Found'],
      [500, 'Internal Server Error'],
    ]);
    expect([end.completed, end.errors]).toEqual([3, []]);
  });

  it('are made as scrapeOptions say', async () => {
    const scrapeOptions = { formats: ['html', 'links'], excludeTags: ['h1'], headers: { 'x-mine': 'yes' } };
    const end = await crawlOf(linked({ '/': ['/a'], '/a': [] }), { scrapeOptions });
    expect(Object.keys(end.data[0]).sort()).toEqual(['html', 'links', 'metadata']);
    expect(end.data[0].links).toEqual([`${site.url}/a`]);
    expect(end.data[0].html).not.toContain('<h1>');
    expect(
      site.requests.filter(({ path }) => isPageOfSite(path)).map(({ headers }) => headers['x-mine']),
    ).toEqual(['yes', 'yes']);
  });

  it('say what could not be done for them', async () => {
    const scrapeOptions = { formats: ['markdown', 'json', 'screenshot'], jsonOptions: { prompt: 'what?' } };
    const end = await crawlOf(linked({ '/': [] }), { scrapeOptions });
    expect(end).toMatchObject({ status: 'completed', creditsUsed: 1 });
    expect(end.data[0].warning).toBe(
      'screenshot needs a browser, and none is installed. LLM extraction is not configured',
    );
    const only = await crawlOf(linked({ '/': [] }), {
      scrapeOptions: { formats: ['extract'], extract: { prompt: 'what?' } },
    });
    expect([only.status, only.data[0].warning]).toEqual(['completed', 'LLM extraction is not configured']);
  });
});

describe('a page of more links than the crawl can ever need', () => {
  it('queues many times the limit and counts the others', async () => {
    const paths = Array.from({ length: 15_000 }, (_, n) => `/p/${n}`);
    const page = html(linking('/', paths));
    routes = { '/': page, ...linked(Object.fromEntries(paths.slice(0, 50).map((path) => [path, []]))) };
    const { id, status, completed } = await crawl(api, { url: site.url, limit: 3, ignoreSitemap: true });
    expect({ status, completed }).toEqual({ status: 'completed', completed: 3 });
    const crawls = api.app.get(CrawlService, { strict: false });
    const { queued } = (await crawls.status(id)).counters;
    expect(queued).toBeGreaterThanOrEqual(9_000);
    expect(queued).toBeLessThanOrEqual(12_000);
    const start = (await crawls.records(id)).find(({ rule }) => rule === 'seed');
    const refused = start!.refused['queue-full'];
    expect(refused).toBeGreaterThanOrEqual(3_000);
    expect(refused).toBeLessThanOrEqual(15_000 - queued);
  });
});

describe('a crawl that gets nothing', () => {
  it('fails with the reason', async () => {
    const end = await crawlOf({ '/': (_, response) => void response.destroy() });
    expect(end).toMatchObject({ success: false, status: 'failed', completed: 0, total: 0, data: [] });
    expect(end.error).toMatch(/could not be fetched: /);
    expect(end.errors).toHaveLength(1);
  });

  it('fails with the reason where actions need a browser', async () => {
    const end = await crawlOf(linked({ '/': [] }), {
      scrapeOptions: { actions: [{ type: 'wait', milliseconds: 1 }] },
    });
    expect([end.status, end.error]).toEqual(['failed', 'Actions need a browser, and none is installed']);
  });
});
