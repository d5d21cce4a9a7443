import { MapService, WebExtractModule } from 'nestjs-web-extract';
import { RobotsService, WebExtractRobotsModule, type RobotsVerdict } from 'nestjs-web-extract/robots';
import { html, startRawSite, startSite, type Site } from './sites/site.js';
import { startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';

const ROBOTS = `# house rules
User-agent: NestWebExtract
User-agent: GoodBot
Disallow: /private   # not for you
Allow: /private/open
Crawl-delay: 2

User-agent: *
Disallow: /

Sitemap: https://example.com/sitemap.xml
`;

let site: Site;
let broken: Site;
let bare: Site;
let host: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({ '/robots.txt': html(ROBOTS), '/': html('<h1>Start</h1>') });
  broken = await startSite({ '/robots.txt': html('out of order', {}, 503) });
  bare = await startSite({});
});

afterEach(async () => {
  await host?.close();
  host = undefined;
});

afterAll(() => Promise.all([site, broken, bare].map((one) => one?.close())));

async function start(options: object = {}): Promise<RobotsService> {
  const allowPrivate = [site.address, broken.address, bare.address];
  const core = WebExtractModule.forRoot({ auth: false, allowPrivate, ...options });
  host = await startApp({ imports: [core, WebExtractRobotsModule.forRoot()] });
  return host.app.get(RobotsService, { strict: false });
}

const asked = (of: Site): number => of.requests.filter(({ path }) => path === '/robots.txt').length;

describe('RobotsService', () => {
  it('says which rule of which group forbids an address, and what else the file says', async () => {
    const robots = await start();
    expect(await robots.explain(`${site.url}/private/diary?page=2#top`)).toEqual<RobotsVerdict>({
      url: `${site.url}/private/diary?page=2`,
      allowed: false,
      agent: 'NestWebExtract',
      robotsUrl: `${site.url}/robots.txt`,
      state: 'found',
      group: 'NestWebExtract',
      rule: { line: 4, directive: 'disallow', pattern: '/private' },
      crawlDelaySeconds: 2,
      sitemaps: ['https://example.com/sitemap.xml'],
      failure: null,
    });
  });

  it.each([
    ['/private/open/x', undefined, true, 'NestWebExtract', 5],
    ['/public', undefined, true, 'NestWebExtract', null],
    ['/private', 'goodbot/2.1', false, 'GoodBot', 4],
    ['/public', 'OtherBot', false, '*', 9],
    ['/robots.txt', 'OtherBot', true, '*', null],
  ] as const)('judges %s for %s', async (path, agent, allowed, group, line) => {
    const robots = await start();
    const question = agent === undefined ? {} : { agent };
    const verdict = await robots.explain(site.url + path, question);
    expect([verdict.allowed, verdict.group, verdict.rule?.line ?? null]).toEqual([allowed, group, line]);
    expect(await robots.isAllowed(site.url + path, question)).toBe(allowed);
  });

  it('uses the user agent of the options', async () => {
    const robots = await start({ robotsUserAgent: 'SomeBot' });
    expect(await robots.explain(`${site.url}/`)).toMatchObject({
      agent: 'SomeBot',
      allowed: false,
      group: '*',
    });
  });

  it('asks a site once for all agents, and shares what it learned with maps and crawls', async () => {
    const robots = await start();
    const before = asked(site);
    await Promise.all([
      robots.explain(`${site.url}/a`),
      robots.explain(`${site.url}/b`, { agent: 'OtherBot' }),
    ]);
    await robots.explain(`${site.url}/c`, { agent: 'GoodBot' });
    await host!.app.get(MapService, { strict: false }).map({ url: `${site.url}/` });
    expect(asked(site)).toBe(before + 1);
  });

  it('allows everything where there is no robots.txt', async () => {
    const robots = await start();
    expect(await robots.explain(`${bare.url}/x`)).toMatchObject({
      allowed: true,
      state: 'absent',
      group: null,
      rule: null,
      sitemaps: [],
    });
  });

  it('allows nothing where nobody knows the rules, and says why', async () => {
    const robots = await start();
    expect(await robots.explain(`${broken.url}/x`)).toMatchObject({
      allowed: false,
      state: 'unreachable',
      rule: null,
      failure: { code: null, message: 'robots.txt answered 503' },
    });
  });

  it('reaches nothing that may not be fetched', async () => {
    const robots = await start({ allowPrivate: [] });
    const before = asked(site);
    await expect(robots.explain(`${site.url}/`)).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
    expect(asked(site)).toBe(before);
  });

  it.each([
    ['ftp://example.com/', {}],
    ['', {}],
    ['http://example.com/', { agent: '' }],
    ['http://example.com/', { agent: '*' }],
  ])('refuses %j for %j', async (url, question) => {
    const robots = await start();
    await expect(robots.explain(url, question)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('stops when the caller gives up', async () => {
    const reason = new Error('no longer wanted');
    const caller = new AbortController();
    const silent = await startRawSite(() => caller.abort(reason));
    try {
      const robots = await start({ allowPrivate: [silent.address] });
      await expect(robots.explain(`${silent.url}/x`, {}, caller.signal)).rejects.toBe(reason);
      expect(caller.signal.aborted).toBe(true); // it was under way
    } finally {
      await silent.close();
    }
  });
});

describe.each(somePlatforms())('WebExtractRobotsModule on %s', (platform) => {
  it('needs no HTTP API of ours', async () => {
    const core = WebExtractModule.forRoot({ controllers: false, allowPrivate: [site.address] });
    host = await startApp({ platform, imports: [core, WebExtractRobotsModule.forRoot()] });
    const robots = host.app.get(RobotsService, { strict: false });
    expect(await robots.isAllowed(`${site.url}/private`)).toBe(false);
  });
});
