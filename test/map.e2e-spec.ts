import { gzipSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebExtractModule } from 'nestjs-web-extract';
import { linked, linking } from './sites/linked.js';
import { html, redirect, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, sharedApps, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { pathOf } from './support/crawls.js';

const XML = { 'content-type': 'application/xml' };
const urlset = (urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

let open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of open.reverse()) await one.close();
  open = [];
});

async function serve(routes: Routes): Promise<Site> {
  const site = await startSite(routes);
  open.push(site);
  return site;
}

const shared = sharedApps();
const apiFor = (options: object = {}): Promise<RunningApp> =>
  shared(JSON.stringify(options), {
    imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], ...options })],
  });

/** Maps one site and gives the answer with the paths of its links. */
async function map(routes: Routes, { from = '/', ...body }: { from?: string; [key: string]: unknown } = {}) {
  const site = await serve(routes);
  const api = await apiFor();
  const { status, json } = await api.post('/v1/map', { url: site.url + from, ...body });
  return { site, status, json, paths: (json.links ?? []).map(pathOf) as string[] };
}

const asked = ({ requests }: Site) => requests.map(({ path }) => path);

describe.each(somePlatforms())('POST /v1/map on %s', (platform) => {
  it('answers 200 with status and links', async () => {
    const site = await serve(linked({ '/': ['/b', '/a#x', '/b'], '/a': [], '/b': [] }));
    const imports = [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address] })];
    const api = await startApp({ platform, imports });
    open.push(api);
    const { status, json } = await api.post('/v1/map', { url: site.url });
    const links = ['/', '/b', '/a'].map((path) => site.url + path);
    expect([status, json]).toEqual([200, { success: true, status: 'success', links }]);
  });

  it('has no success flag where the host wants none', async () => {
    const site = await serve(linked({ '/': [] }));
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], successFlags: false };
    const api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
    open.push(api);
    const { json } = await api.post('/v1/map', { url: site.url });
    expect(json).toEqual({ status: 'success', links: [`${site.url}/`] });
  });
});

describe('links', () => {
  it('come from nested and packed sitemaps and from the start page, and no page is read for more', async () => {
    const site = await serve({
      ...linked({ '/': ['/linked'], '/linked': ['/deeper'] }),
      '/robots.txt': (request, response) =>
        response.end(`Sitemap: http://${request.headers.host}/index.xml.gz\nUser-agent: *\nDisallow: /shut`),
      '/index.xml.gz': (request, response) => {
        const sitemaps = ['a', 'b'].map(
          (name) => `<sitemap><loc>http://${request.headers.host}/${name}.xml</loc></sitemap>`,
        );
        response.end(gzipSync(`<sitemapindex>${sitemaps.join('')}</sitemapindex>`));
      },
      '/a.xml': (request, response) =>
        html(urlset([`http://${request.headers.host}/1`, '/2', '/shut/3']), XML)(request, response),
      '/b.xml': html(urlset(['/4', 'http://elsewhere.example/5', '/1']), XML),
    });
    const api = await apiFor();
    const { json } = await api.post('/v1/map', { url: site.url });
    expect(json.links.map(pathOf)).toEqual(['/', '/linked', '/1', '/2', '/shut/3', '/4']);
    expect(asked(site).filter((path) => path === '/linked' || path.startsWith('/shut'))).toEqual([]);
  });

  it('come from further pages where no sitemap lists any', async () => {
    const pages: Record<string, string[]> = {};
    for (let n = 0; n < 300; n++)
      pages[n === 0 ? '/' : `/p/${n}`] = [1, 2, 3]
        .map((k) => `/p/${3 * n + k}`)
        .filter((_, k) => 3 * n + k + 1 < 300);
    const slow: Routes = Object.fromEntries(
      Object.entries(linked(pages)).map(([path, answer]) => [
        path,
        (request: IncomingMessage, response: ServerResponse) =>
          void setTimeout(() => answer(request, response), 10),
      ]),
    );
    const { json, paths } = await map(slow);
    expect(json.warning).toBeUndefined();
    expect(paths.length).toBeGreaterThan(1 + 3 + 9); // how many more there are depends on the machine
    expect(paths.slice(0, 7)).toEqual(['/', '/p/1', '/p/2', '/p/3', '/p/4', '/p/5', '/p/6']);
  });

  it('come from further pages where the sitemap lists the start page alone, or is not to be read', async () => {
    const routes = {
      ...linked({ '/': ['/a'], '/a': ['/b'], '/b': [] }),
      '/sitemap.xml': html(urlset(['/']), XML),
    };
    expect((await map(routes)).paths).toEqual(['/', '/a', '/b']);
    const listed = { ...routes, '/sitemap.xml': html(urlset(['/only-listed']), XML) };
    expect((await map(listed)).paths).toEqual(['/', '/a', '/only-listed']);
    const without = await map(listed, { ignoreSitemap: true });
    expect(without.paths).toEqual(['/', '/a', '/b']);
    expect(asked(without.site)).not.toContain('/sitemap.xml');
  });

  it('come from sitemaps only, where asked for', async () => {
    const { site, paths } = await map(
      { ...linked({ '/': ['/a'] }), '/sitemap.xml': html(urlset(['/x', '/y']), XML) },
      { sitemapOnly: true },
    );
    expect(paths).toEqual(['/x', '/y']);
    expect(asked(site)).not.toContain('/');
  });

  const shop = () =>
    linked({
      '/': ['/shop', '/shop/a?size=1', '/shop/a?size=2', '/shopping', '/img.png', 'mailto:x@y.z', '/shop/'],
      '/shop': ['/shop/a', '/'],
    });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['one a path', {}, ['/', '/shop', '/shop/a', '/shopping']],
    [
      'each query by itself',
      { ignoreQueryParameters: false },
      ['/', '/shop', '/shop/a?size=1', '/shop/a?size=2', '/shopping', '/shop/a'],
    ],
    ['those below the path asked for', { from: '/shop' }, ['/shop', '/shop/a']],
    ['all of the site', { from: '/shop', filterByPath: false }, ['/shop', '/shop/a', '/', '/shopping']],
    ['those that patterns include', { includePaths: ['shop/'] }, ['/', '/shop/a', '/shop/']],
    [
      'those that patterns do not exclude',
      { excludePaths: ['shop/', 'pp'] },
      ['/', '/shop', '/shopping'].filter((path) => !path.includes('pp')),
    ],
    ['as many as wanted', { limit: 2 }, ['/', '/shop']],
  ])('are %s', async (_, body, expected) => {
    expect((await map(shop(), body)).paths).toEqual(expected);
  });

  it('to other hosts are listed where asked for, and not followed', async () => {
    const other = await serve(linked({ '/there': ['/more'] }));
    const site = await serve(linked({ '/': [`${other.url}/there`, '/a'], '/a': [] }));
    const api = await apiFor();
    expect((await api.post('/v1/map', { url: site.url })).json.links).toEqual([
      `${site.url}/`,
      `${site.url}/a`,
    ]);
    const { json } = await api.post('/v1/map', { url: site.url, allowExternalLinks: true });
    expect(json.links).toEqual([`${site.url}/`, `${other.url}/there`, `${site.url}/a`]);
    expect(other.requests).toEqual([]);
  });

  it('are those of the host to which the start page leads', async () => {
    const other = await serve({
      ...linked({ '/home': ['/a', '/b'], '/a': [], '/b': [] }),
      '/sitemap.xml': html(urlset(['/listed']), XML),
    });
    const site = await serve({ '/': redirect(`${other.url}/home`) });
    const api = await apiFor();
    const { json } = await api.post('/v1/map', { url: site.url });
    expect(json.links).toEqual(['/home', '/a', '/b', '/listed'].map((path) => other.url + path));
  });

  it('are those of the path to which the start page leads', async () => {
    const { paths } = await map(
      {
        '/docs': redirect('/de/docs/'),
        ...linked({ '/de/docs/': ['/de/docs/linked', '/blog'], '/de/docs/linked': [] }),
        '/sitemap.xml': html(urlset(['/de/docs/listed', '/docs/old', '/blog']), XML),
      },
      { from: '/docs' },
    );
    expect(paths).toEqual(['/de/docs/', '/de/docs/linked', '/de/docs/listed']);
  });

  it('are those of the path asked for where the start page leads further down', async () => {
    const { paths } = await map(
      {
        '/docs': redirect('/docs/intro'),
        ...linked({ '/docs/intro': ['/docs/linked', '/blog'], '/docs/linked': [] }),
        '/sitemap.xml': html(urlset(['/docs/listed', '/blog']), XML),
      },
      { from: '/docs' },
    );
    expect(paths).toEqual(['/docs', '/docs/linked', '/docs/listed']);
  });
});

describe('credentials of the address', () => {
  it('go to its pages and sitemaps and nowhere else, and are in no link', async () => {
    const other = await serve({ '/sitemap.xml': html(urlset(['/x']), XML) });
    const site = await serve({
      ...linked({ '/': ['/a', `${other.url}/b`], '/a': [] }),
      '/robots.txt': (_, response) => response.end(`Sitemap: ${other.url}/sitemap.xml`),
    });
    const api = await apiFor();
    const { json, text } = await api.post('/v1/map', { url: `http://user:sesame@${site.address}/` });
    expect(json.links).toEqual([`${site.url}/`, `${site.url}/a`]);
    expect(text).not.toMatch(/sesame|c2VzYW1l/);
    const sent = ({ requests }: Site) =>
      Object.fromEntries(requests.map(({ path, headers }) => [path, headers.authorization]));
    const basic = 'Basic dXNlcjpzZXNhbWU=';
    expect(sent(site)).toMatchObject({ '/': basic, '/a': basic, '/sitemap.xml': basic });
    expect(sent(other)).toEqual({ '/robots.txt': undefined, '/sitemap.xml': undefined });
  });
});

describe('a search', () => {
  const routes = (): Routes => ({
    '/': html(
      linking('Start', []).replace(
        '</main>',
        '<a href="/x1">Opening hours</a><a href="/x2">Prices</a><a href="/contact">Write to us</a></main>',
      ),
    ),
    '/sitemap.xml': html(
      urlset([...Array.from({ length: 50 }, (_, n) => `/news/${n}`), '/prices/2024', '/team/opening']),
      XML,
    ),
  });

  it('puts what is related first and loses nothing', async () => {
    const { paths } = await map(routes(), { search: 'opening hours' });
    expect(paths.slice(0, 2)).toEqual(['/x1', '/team/opening']);
    expect(paths).toHaveLength(56);
  });

  it('chooses among all links, not among the first ones', async () => {
    expect((await map(routes(), { search: 'prices', limit: 2 })).paths.sort()).toEqual([
      '/prices/2024',
      '/x2',
    ]);
  });

  it('gives the same answer each time', async () => {
    const site = await serve(routes());
    const api = await apiFor();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post('/v1/map', { url: site.url, search: 'news hours' })),
    );
    for (const { json } of answers) expect(json.links).toEqual(answers[0]!.json.links);
  });
});

describe('robots.txt', () => {
  const robots = (rules: string): Routes => ({
    '/robots.txt': (_, response) => response.end(`User-agent: *\n${rules}`),
  });

  it('keeps pages from being read, not from being listed', async () => {
    const { site, paths } = await map({
      ...linked({ '/': ['/shut/a', '/open'], '/shut/a': ['/hidden'], '/open': ['/shut/b'] }),
      ...robots('Disallow: /shut'),
    });
    expect(paths).toEqual(['/', '/shut/a', '/open', '/shut/b']);
    expect(asked(site).filter((path) => path.startsWith('/shut'))).toEqual([]);
  });

  it('against the start page leaves what sitemaps list, and a warning', async () => {
    const { site, json, paths } = await map({
      ...linked({ '/': ['/a'] }),
      ...robots('Disallow: /\nAllow: /sitemap.xml'),
      '/sitemap.xml': html(urlset(['/listed']), XML),
    });
    expect([json.success, paths]).toEqual([true, ['/listed']]);
    expect(json.warning).toBe('The start page is disallowed by robots.txt; links come from sitemaps only');
    expect(asked(site)).not.toContain('/');
  });

  it('decides the pace of further pages', async () => {
    const { site, paths } = await map({
      ...linked({ '/': ['/a', '/b', '/c'] }),
      ...robots('Crawl-delay: 2'),
    });
    expect(paths).toEqual(['/', '/a', '/b', '/c']);
    expect(asked(site).filter((path) => /^\/[abc]$/.test(path)).length).toBeLessThanOrEqual(2);
  });
});

describe('a site that makes it hard', () => {
  const never = () => undefined;

  it('is 408 when nothing was had in time', async () => {
    const { status, json } = await map({ '/': never }, { timeout: 300 });
    expect([status, json.code, json.success]).toEqual([408, 'MAP_TIMEOUT', false]);
  });

  it('is answered with what was had in time, and a warning', async () => {
    const { status, json, paths } = await map(
      { ...linked({ '/': ['/a', '/b'] }), '/a': never, '/b': never, '/sitemap.xml': never },
      { timeout: 6_000 },
    );
    expect([status, paths]).toEqual([200, ['/', '/a', '/b']]);
    expect(json.warning).toBe('Not all links could be collected within 6000 ms');
  });

  it('that wants years between two pages is not waited for', async () => {
    const warnings: unknown[] = [];
    const listen = (warning: unknown) => warnings.push(warning);
    process.on('warning', listen);
    const { status, json, paths } = await map({
      ...linked({ '/': ['/a', '/b'] }),
      '/robots.txt': (_, response) => response.end('User-agent: *\nCrawl-delay: 99999999\n'),
    });
    process.off('warning', listen);
    expect([status, json.warning, paths]).toEqual([200, undefined, ['/', '/a', '/b']]);
    expect(warnings).toEqual([]);
  });

  it('is answered with sitemap links when its start page is out of order', async () => {
    const { status, json, paths } = await map({
      '/': (_, response) => void response.destroy(),
      '/sitemap.xml': html(urlset(['/listed']), XML),
    });
    expect([status, paths]).toEqual([200, ['/listed']]);
    expect(json.warning).toBe('The start page could not be read; links come from sitemaps only');
  });

  it('is the error of its start page when nothing else was had', async () => {
    const { status, json } = await map({ '/': (_, response) => void response.destroy() });
    expect([status, json.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
  });

  it('is an error when nobody answers for its sitemaps', async () => {
    const site = await serve({});
    const api = await apiFor();
    await site.close();
    open = open.filter((one) => one !== site);
    const { status, json } = await api.post('/v1/map', { url: site.url, sitemapOnly: true });
    expect([status, json.code]).toEqual([500, 'SCRAPE_SITE_ERROR']);
  });

  it('is read for a few seconds only where further pages never answer', async () => {
    const hung = Array.from({ length: 40 }, (_, n) => `/hung/${n}`);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const collecting = setInterval(collectGarbage, 700); // a timer that nobody holds is gone then
    const { json, paths } = await map({
      ...linked({ '/': hung }),
      ...Object.fromEntries(hung.map((path) => [path, never])),
    });
    clearInterval(collecting);
    expect(paths).toHaveLength(41);
    expect(json.warning).toBeUndefined(); // as it would be told, had all of the time been used up
  });
});

describe('a request that is not valid', () => {
  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 30_001 }, 'limit'],
    [{ search: 7 }, 'search'],
    [{ timeout: 0 }, 'timeout'],
    [{ url: 'http://' }, 'url'],
    [{ deep: true }, 'deep'],
    [{ includePaths: ['('] }, 'includePaths'],
    [{ excludePaths: ['(?=x)'] }, 'excludePaths'],
  ])('%j is refused by its name', async (change, name) => {
    const api = await apiFor();
    const { status, json } = await api.post('/v1/map', { url: 'example.com', ...change });
    expect([status, json.details[0].path[0]]).toEqual([400, name]);
    expect(json.error).toContain(name);
  });

  it('for a refused address is 403', async () => {
    const api = await apiFor();
    const { status, json } = await api.post('/v1/map', { url: 'http://192.168.0.1/' });
    expect([status, json.code]).toEqual([403, 'URL_NOT_ALLOWED']);
  });

  it('takes the fields that change nothing', async () => {
    const site = await serve(linked({ '/': [] }));
    const api = await apiFor();
    const body = { url: site.url, useIndex: true, origin: 'x', integration: null, __mine: 1 };
    expect((await api.post('/v1/map', body)).json.links).toEqual([`${site.url}/`]);
  });
});
