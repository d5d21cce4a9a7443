import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CrawlService,
  HistoryService,
  ScrapeService,
  WebExtractModule,
  type WebExtractOptions,
} from 'nestjs-web-extract';
import { CrawlStore } from 'nestjs-web-extract/drivers';
import { linking } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { endOf, pathOf, submit, until } from './support/crawls.js';

jest.setTimeout(120_000);

/** What a path answers now. */
interface Answered {
  text?: string;
  html?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Also answered to conditions with this ETag, whatever the text is. */
  etag?: string;
  location?: string;
  isCut?: boolean;
}

const PATHS = Array.from({ length: 8 }, (_, n) => `/${n}`);
const WORDS = 'The harbour bridge was built by the town and carries the road to the island since then';
const SAYS = (text: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1><p>${WORDS}.</p><p>${text}</p><p>${WORDS} too.</p></main></body></html>`;

let site: Site;
let api: RunningApp;
let dataDir: string;
let answers: Record<string, Answered>;
let asked: { path: string; status: number; etag: string | undefined }[];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url!;
  const now = answers[path] ?? { status: 404, html: '<h1>Not found</h1>' };
  const sent = request.headers['if-none-match'];
  const isSame = now.etag !== undefined && sent === now.etag && now.status === undefined;
  const status = isSame ? 304 : (now.status ?? 200);
  asked.push({ path, status, etag: sent });
  const headers = {
    'Content-Type': path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8',
    ...(now.etag === undefined ? {} : { ETag: now.etag }),
    ...(now.location === undefined ? {} : { Location: now.location }),
    ...now.headers,
  };
  const body = now.html ?? SAYS(now.text ?? '');
  if (now.isCut) {
    response.writeHead(200, { ...headers, 'Content-Length': String(body.length + 500) });
    response.write(body, () => response.destroy());
    return;
  }
  response.writeHead(status, headers).end(isSame ? undefined : body);
}

beforeAll(async () => {
  const paths = ['/', ...PATHS, '/a', '/b', '/c', '/login', '/sitemap.xml', '/later'];
  site = await startSite(Object.fromEntries(paths.map((path) => [path, answer])));
});
afterAll(() => site?.close());
beforeEach(async () => {
  asked = [];
  answers = { '/a': { text: 'First text.' } };
  dataDir = await mkdtemp(join(tmpdir(), 'tracking-'));
});
afterEach(async () => {
  await api?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<WebExtractOptions> = {}, platform?: Platform): Promise<void> {
  const given = {
    auth: { keys: [KEY, 'other'] },
    allowPrivate: ['127.0.0.1'],
    browser: false,
    dataDir,
    ...options,
  } as const;
  api = await startApp({ imports: [WebExtractModule.forRoot(given)], platform });
}

const address = (path: string) => site.url + path;

/** A tracked scrape by v2. */
async function scrape(path: string, tracking: object = {}, rest: object = {}) {
  const formats = ['markdown', { type: 'changeTracking', ...tracking }];
  return (await api.post('/v2/scrape', { url: address(path), formats, ...rest })).json.data;
}

const statusOf = async (path: string, tracking: object = {}) =>
  (await scrape(path, tracking)).changeTracking?.changeStatus;

async function crawl(body: object = {}, tracking: object = {}) {
  const scrapeOptions = { formats: ['markdown', 'changeTracking'], changeTrackingOptions: tracking };
  const id = await submit(api, { url: address('/'), scrapeOptions, ...body });
  const end = await endOf(api, id);
  const pages = end.data as { markdown?: string; warning?: string; changeTracking?: any; metadata: any }[];
  return { ...end, byPath: new Map(pages.map((page) => [pathOf(page.metadata.sourceURL), page])) };
}

const statuses = ({ byPath }: Awaited<ReturnType<typeof crawl>>) =>
  Object.fromEntries([...byPath].map(([path, page]) => [path, page.changeTracking?.changeStatus]));

/** A site of eight pages with ETags. */
function eightPages(): void {
  answers['/'] = { html: linking('All', PATHS), etag: '"start"' };
  for (const path of PATHS) answers[path] = { text: `Text of ${path}.`, etag: `"${path}-1"` };
}

/** Stops a page before its completion until it is released. */
function holdCompletion(path: string): { reached: Promise<void>; release: () => void } {
  const { frontier } = api.app.get(CrawlStore, { strict: false });
  const complete = frontier.complete.bind(frontier);
  const [stopped, release] = promise();
  const [reached, reach] = promise();
  jest.spyOn(frontier, 'complete').mockImplementation(async (...args) => {
    if (pathOf(args[0].url) === path) {
      reach();
      await stopped;
    }
    return complete(...args);
  });
  return { reached, release };
}

function promise(): [Promise<void>, () => void] {
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => (settle = resolve));
  return [settled, settle];
}

describe.each(somePlatforms())('Change tracking on %s', (platform) => {
  it('says what became of a page since its last visit, in v1 and v2', async () => {
    await start({}, platform);
    expect((await scrape('/a')).changeTracking).toEqual({
      previousScrapeAt: null,
      changeStatus: 'new',
      visibility: 'visible',
    });
    const v1 = { url: address('/a'), formats: ['markdown', 'changeTracking'] };
    const same = (await api.post('/v1/scrape', v1)).json.data.changeTracking;
    expect(same).toEqual({
      previousScrapeAt: expect.any(String),
      changeStatus: 'same',
      visibility: 'visible',
    });
    answers['/a'] = { text: 'Second text.' };
    const changed = await scrape('/a', { modes: ['git-diff'] });
    expect(changed.changeTracking.changeStatus).toBe('changed');
    expect(changed.changeTracking.diff.text).toContain('-First text.\n+Second text.');
    expect(changed.changeTracking.diff.json.files[0]).toMatchObject({ additions: 1, deletions: 1 });
    answers['/a'] = { status: 410 };
    expect(await statusOf('/a')).toBe('removed');
    expect(await statusOf('/a')).toBe('same');
    answers['/a'] = { text: 'Second text.' };
    expect(await statusOf('/a')).toBe('new');
  });

  it.each([
    ['/v1/scrape', { formats: ['changeTracking'] }, 'formats'],
    [
      '/v1/scrape',
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['svn'] } },
      'modes',
    ],
    [
      '/v1/scrape',
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['json'] } },
      'modes',
    ],
    [
      '/v1/scrape',
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { tag: 'x'.repeat(257) } },
      'tag',
    ],
    [
      '/v1/scrape',
      { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { tag: 'monitor:1' } },
      'tag',
    ],
    ['/v2/scrape', { formats: [{ type: 'changeTracking' }] }, 'formats'],
    ['/v2/scrape', { formats: ['markdown', { type: 'changeTracking', modes: ['svn'] }] }, 'modes'],
    ['/v2/scrape', { formats: ['markdown', { type: 'changeTracking', modes: ['json'] }] }, 'modes'],
    ['/v2/scrape', { formats: ['markdown', { type: 'changeTracking', tag: 'monitor:1' }] }, 'tag'],
    ['/v2/scrape', { maxAge: -1 }, 'maxAge'],
  ])('refuses %s %j naming %s', async (path, body, field) => {
    await start({}, platform);
    const { status, text } = await api.post(path, { url: address('/a'), ...body });
    expect(status).toBe(400);
    expect(text).toContain(field);
  });

  it('forgets a page, a tag or everything, of the caller alone', async () => {
    await start({}, platform);
    const forget = async (query: string, key = KEY) =>
      (
        await api.ask(`/v2/history${query}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${key}` },
        })
      ).json;
    for (const tag of ['x', 'y']) await scrape('/a', { tag });
    expect(await forget('', 'other')).toEqual({ success: true, pages: 0 });
    expect(await forget('?tag=x')).toEqual({ success: true, pages: 1 });
    expect([await statusOf('/a', { tag: 'x' }), await statusOf('/a', { tag: 'y' })]).toEqual(['new', 'same']);
    expect(await forget(`?url=${encodeURIComponent(address('/a'))}`)).toEqual({ success: true, pages: 2 });
  });

  it('answers from the cache where the request accepts that', async () => {
    await start({ cache: true }, platform);
    const plain = async (rest: object) =>
      (await api.post('/v2/scrape', { url: address('/a'), ...rest })).json;
    expect((await plain({ lockdown: true })).code).toBe('SCRAPE_LOCKDOWN_CACHE_MISS');
    expect((await plain({ minAge: 1 })).code).toBe('SCRAPE_NO_CACHED_DATA');
    expect((await plain({})).data.metadata.cacheState).toBe('miss');
    answers['/a'] = { text: 'Second text.' };
    for (const rest of [{ maxAge: 60_000 }, { lockdown: true }, { minAge: 0 }]) {
      const { data } = await plain({ ...rest, formats: ['markdown', 'rawHtml'] });
      expect(data.metadata).toMatchObject({ cacheState: 'hit', cachedAt: expect.any(String) });
      expect(data.rawHtml).toContain('First text.');
    }
    expect((await plain({ maxAge: 60_000, headers: { cookie: 'a=1' } })).data.markdown).toContain(
      'Second text.',
    );
  });
});

describe('The rules of change tracking', () => {
  it('1: compares with what was read in the same way only', async () => {
    await start();
    await scrape('/a');
    expect((await scrape('/a', {}, { onlyMainContent: false })).changeTracking.changeStatus).toBe('new');
    expect((await scrape('/a', {}, { mobile: true })).changeTracking.changeStatus).toBe('new');
    expect(await statusOf('/a')).toBe('same');
  });

  it('1: goes on through the links of pages that answer 304', async () => {
    await start();
    answers['/'] = { html: linking('All', ['/0']), etag: '"start"' };
    answers['/0'] = { html: linking('Zero', ['/1']), etag: '"0"' };
    answers['/1'] = { text: 'One.', etag: '"1"' };
    await crawl({ limit: 2 });
    asked = [];
    expect(statuses(await crawl())).toEqual({ '/': 'same', '/0': 'same', '/1': 'new' });
    expect(asked.filter(({ status }) => status === 304).map(({ path }) => path)).toEqual(['/', '/0']);
  });

  it('1: does not convert an equal body', async () => {
    await start();
    const first = await scrape('/a');
    const second = await scrape('/a', {}, { formats: ['markdown', 'changeTracking', 'timings'] });
    expect(second.changeTracking.changeStatus).toBe('same');
    expect(second.markdown).toBe(first.markdown);
  });

  it('2: sends the validators as they were received, and not to the target of a redirect', async () => {
    await start();
    answers['/a'] = { text: 'First text.', etag: 'W/"weak"' };
    await scrape('/a');
    answers['/a'] = { status: 301, location: '/b', etag: 'W/"weak"' };
    answers['/b'] = { text: 'First text.', etag: '"b"' };
    asked = [];
    expect(await statusOf('/a')).toBe('same');
    expect(asked.map(({ path, etag }) => [path, etag])).toEqual([['/a', 'W/"weak"'], ['/b', undefined]]); // prettier-ignore
  });

  it('3: does not rely on a Last-Modified of the same second', async () => {
    await start();
    const now = new Date().toUTCString();
    answers['/a'] = { text: 'First text.', headers: { Date: now, 'Last-Modified': now } };
    await scrape('/a');
    answers['/a'] = { text: 'Second text.', headers: { Date: now, 'Last-Modified': now } };
    expect(await statusOf('/a')).toBe('changed');
  });

  it('4: requests a page once more whose sitemap contradicts its 304, and remembers who was wrong', async () => {
    await start();
    const sitemap = (dates: Record<string, string>) =>
      `<?xml version="1.0"?><urlset>${Object.entries(dates)
        .map(([path, date]) => `<url><loc>${address(path)}</loc><lastmod>${date}</lastmod></url>`)
        .join('')}</urlset>`;
    answers['/'] = { html: linking('All', ['/0', '/1']), etag: '"start"' };
    for (const path of ['/0', '/1']) answers[path] = { text: `Text of ${path}.`, etag: '"still"' };
    answers['/sitemap.xml'] = { html: sitemap({ '/0': '2020-01-01', '/1': '2020-01-01' }) };
    await crawl();
    answers['/0']!.text = 'Other text.';
    const tomorrow = new Date(Date.now() + 60_000).toISOString();
    answers['/sitemap.xml'] = { html: sitemap({ '/0': tomorrow, '/1': '2020-01-01' }) };
    expect(statuses(await crawl())).toMatchObject({ '/0': 'changed', '/1': 'same' });
    answers['/1']!.text = 'Other text, and no sitemap tells.';
    expect(statuses(await crawl())).toMatchObject({ '/0': 'same', '/1': 'changed' });
  });

  it('4: skips requests of pages only where the host trusts its sitemap', async () => {
    await start({ history: { trustSitemap: true } });
    answers['/'] = { html: linking('All', ['/0']), etag: '"start"' };
    answers['/0'] = { text: 'Zero.' };
    answers['/sitemap.xml'] = {
      html: `<urlset><url><loc>${address('/0')}</loc><lastmod>2020-01-01</lastmod></url></urlset>`,
    };
    await crawl();
    asked = [];
    expect(statuses(await crawl())).toMatchObject({ '/0': 'same' });
    expect(asked.map(({ path }) => path)).not.toContain('/0');
  });

  it('5: fetches some of the pages that answer 304, and asks a host that was wrong without conditions', async () => {
    const { random: anyNumber } = Math;
    // small: every page within the budget is verified; random: Nest makes ids of them, also for applications that start later
    const random = jest.spyOn(Math, 'random').mockImplementation(() => anyNumber() / 5);
    await start({ history: { verifyOneIn: 1 } });
    random.mockRestore();
    eightPages();
    await crawl();
    await crawl(); // saves the bytes that the verification may spend
    for (const path of PATHS) answers[path]!.text = `Other text of ${path}.`;
    const found = await crawl();
    expect(found.changes.changed).toBeGreaterThan(0);
    expect(found.changes.changed).toBeLessThan(8);
    expect((await crawl()).changes.changed).toBe(8 - found.changes.changed);
    expect(asked.slice(-9).every(({ etag }) => etag === undefined)).toBe(true);
  });

  it.each<[string, Answered]>([
    ['500', { status: 500 }],
    ['429', { status: 429 }],
    ['401', { status: 401 }],
    ['403', { status: 403 }],
    ['half a body', { text: 'First te', isCut: true }],
    [
      'a login form',
      {
        html: '<title>Log in</title><main><h1>Log in to continue</h1><form method="post"><input type="email" name="email"><input type="password" name="password"><button>Log in</button></form></main>',
      },
    ],
    [
      'a captcha',
      {
        html: '<title>Just a moment...</title><main><h1>Checking your browser</h1><p>Verify you are human by completing the captcha below.</p><div class="g-recaptcha" data-sitekey="k"></div></main>',
      },
    ],
    ['nothing', { html: '<title>Page</title><main></main>' }],
  ])('6: says nothing of a page that answers %s, and keeps what it knows', async (_, wall) => {
    await start();
    answers['/a'] = { text: 'First text.', etag: '"1"' };
    await scrape('/a');
    answers['/a'] = wall;
    const during = await scrape('/a', {}, { timeout: 5_000 }).catch(() => null);
    expect(during?.changeTracking).toBeUndefined();
    if (during) expect(during.warning).toContain('Changes were not tracked');
    answers['/a'] = { text: 'First text.', etag: '"2"' };
    expect(await statusOf('/a')).toBe('same');
  });

  it('7: visits pages last that nothing links to any more, and reports those that are gone once', async () => {
    await start();
    eightPages();
    await crawl();
    answers['/'] = { html: linking('All', PATHS.slice(2)), etag: '"start-2"' };
    answers['/1'] = { status: 404 };
    const second = await crawl();
    expect(second.byPath.get('/0')!.changeTracking).toMatchObject({
      changeStatus: 'same',
      visibility: 'hidden',
    });
    expect(second.byPath.get('/1')!.changeTracking).toMatchObject({
      changeStatus: 'removed',
      visibility: 'hidden',
    });
    expect(second.byPath.get('/2')!.changeTracking).toMatchObject({
      changeStatus: 'same',
      visibility: 'visible',
    });
    expect(second.changes).toMatchObject({ new: 0, same: 7, changed: 1, removed: 1, hidden: 2, failed: 0 });
    const [third, fourth, fifth] = [await crawl(), await crawl(), await crawl()];
    expect([third, fourth, fifth].map(({ byPath }) => byPath.get('/1')?.changeTracking.changeStatus)).toEqual([
      'same', 'same', undefined,
    ]); // prettier-ignore
  });

  it('7: a crawl that reached its limit visits none of them', async () => {
    await start();
    eightPages();
    await crawl();
    answers['/'] = { html: linking('All', ['/0']), etag: '"start-2"' };
    expect((await crawl({ limit: 2 })).byPath.size).toBe(2);
  });

  it('8: the cache stores nothing that it may not', async () => {
    await start({ cache: true });
    const hit = async (first: object, second: object = {}) => {
      await api.post('/v2/scrape', { url: address('/a'), ...first });
      const { json } = await api.post('/v2/scrape', {
        url: address('/a'),
        maxAge: 60_000,
        storeInCache: false,
        ...second,
      });
      return json.data.metadata.cacheState === 'hit';
    };
    answers['/a'] = { text: 'a', headers: { 'Cache-Control': 'max-age=5, no-store' } };
    expect(await hit({})).toBe(false);
    answers['/a'] = { text: 'a', status: 500 };
    expect(await hit({})).toBe(false);
    answers['/a'] = { text: 'a', headers: { Vary: '*' } };
    expect(await hit({})).toBe(false);
    answers['/a'] = { text: 'a' };
    for (const first of [{ storeInCache: false }, { zeroDataRetention: true }, { headers: { 'X-Own': '1' } }])
      expect(await hit(first)).toBe(false);
    expect(await hit({}, { mobile: true })).toBe(false);
    expect(await hit({}, { location: { languages: ['de'] } })).toBe(false);
    expect(await hit({})).toBe(true);
  });

  it('8: a page that is tracked is never served from the cache', async () => {
    await start({ cache: true });
    await scrape('/a');
    answers['/a'] = { text: 'Second text.' };
    expect((await scrape('/a', {}, { maxAge: 60_000 })).changeTracking.changeStatus).toBe('changed');
  });

  it('8: pages of jobs with lockdown come from the cache, or fail', async () => {
    await start({ cache: true });
    answers['/b'] = { text: 'Never fetched.' };
    await api.post('/v2/scrape', { url: address('/a') });
    asked = [];
    const urls = [address('/a'), address('/b')];
    const { json } = await api.post('/v2/batch/scrape', { urls, lockdown: true });
    const batch = `/v2/batch/scrape/${json.id}`;
    const status = async () => (await api.ask(batch, { method: 'GET' })).json;
    await until(async () => (await status()).status !== 'scraping');
    const pages = (await status()).data.map(({ metadata }: any) => [pathOf(metadata.sourceURL), metadata.cacheState]); // prettier-ignore
    expect(pages).toEqual([['/a', 'hit']]);
    const { errors } = (await api.ask(`${batch}/errors`, { method: 'GET' })).json;
    expect(errors).toMatchObject([{ url: address('/b'), code: 'SCRAPE_LOCKDOWN_CACHE_MISS' }]);
    expect(asked).toEqual([]);
  });

  it('9: of many first visits at once one is the first', async () => {
    await start();
    const all = await Promise.all(Array.from({ length: 6 }, () => statusOf('/a')));
    expect(all.filter((status) => status === 'new')).toHaveLength(1);
    expect(all.filter((status) => status === 'same')).toHaveLength(5);
  });

  it('9: loses no change of a process that was killed between its record and its completion', async () => {
    await start();
    eightPages();
    await crawl();
    answers['/3'] = { text: 'Text of /3, changed.', etag: '"3-2"' };
    const held = holdCompletion('/3');
    const scrapeOptions = { formats: ['markdown', 'changeTracking'], changeTrackingOptions: { modes: ['git-diff'] } }; // prettier-ignore
    const id = await submit(api, { url: address('/'), scrapeOptions });
    await held.reached;
    const left = await mkdtemp(join(tmpdir(), 'killed-')); // what a killed process leaves
    await cp(dataDir, left, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    held.release();
    await api.close();
    await rm(dataDir, { recursive: true });
    dataDir = left;
    await start();
    const { changes, data } = await endOf(api, id);
    const page = data.find(({ metadata }: any) => pathOf(metadata.sourceURL) === '/3');
    expect(changes).toMatchObject({ new: 0, same: 8, changed: 1, failed: 0 });
    expect(page.changeTracking).toMatchObject({
      changeStatus: 'changed',
      diff: { text: expect.stringMatching(/-Text of \/3\.\n\+Text of \/3, changed\./) },
    });
  });

  it('10: ignores noise on request only', async () => {
    await start();
    answers['/a'] = { text: 'Updated 3 minutes ago.' };
    for (const tag of ['with', 'without']) await scrape('/a', { tag });
    answers['/a'] = { text: 'Updated 2 hours ago.' };
    expect(await statusOf('/a', { tag: 'without' })).toBe('changed');
    const { changeTracking } = await scrape('/a', { tag: 'with', ignoreNoise: true });
    expect(changeTracking).toMatchObject({ changeStatus: 'same', noise: true });
    answers['/a'] = { text: 'Updated 2 hours ago. The bridge is closed.' };
    expect(await statusOf('/a', { tag: 'with', ignoreNoise: true })).toBe('changed');
  });

  it('11: reads a page that is known as at its last visit, whatever other pages say now', async () => {
    await start();
    eightPages();
    const first = await crawl();
    for (const path of PATHS)
      if (path !== '/3')
        answers[path] = { html: `<body><div class="z"><p>${WORDS} ${path}.</p></div></body>` };
    answers['/3'] = { text: 'Text of /3, changed.', etag: '"3-2"' };
    const second = await crawl({}, { modes: ['git-diff'] });
    const { changeTracking, markdown } = second.byPath.get('/3')!;
    expect(changeTracking.diff.text.split('\n').filter((line: string) => /^[+-][^+-]/.test(line))).toEqual([
      '-Text of /3.',
      '+Text of /3, changed.',
    ]);
    expect(markdown).toBe(first.byPath.get('/3')!.markdown!.replace('Text of /3.', 'Text of /3, changed.'));
  });

  it('12: says that a change may come from another converter', async () => {
    await start();
    await scrape('/a');
    await api.close();
    await start({ contentRules: [{ host: 'other.example', include: ['main'] }] });
    answers['/a'] = { text: 'Second text.' };
    expect((await scrape('/a')).warning).toContain('converter changed');
    answers['/a'] = { text: 'Third text.' };
    expect((await scrape('/a')).warning).toBeUndefined();
  });

  const PROMOTED = (text: string) => SAYS(text).replace('</main>', `<div class="promo"><p>${WORDS} again.</p></div></main>`); // prettier-ignore
  const OTHER_RULES = { contentRules: [{ host: '127.0.0.1', exclude: ['.promo'] }] };

  it('12: compares the stored body, converted again, with a text of another converter', async () => {
    await start({ cache: true });
    answers['/a'] = { html: PROMOTED('First text.') };
    answers['/b'] = { html: PROMOTED('First text.') };
    const before = await scrape('/a');
    await scrape('/b');
    await api.close();
    await start({ cache: true, ...OTHER_RULES });
    answers['/a'] = { html: `${PROMOTED('First text.')}<!-- another body -->` };
    answers['/b'] = { html: PROMOTED('Second text.') };
    const [same, changed] = [await scrape('/a'), await scrape('/b', { modes: ['git-diff'] })];
    expect(same.markdown).toBe(before.markdown.replace(`\n\n${WORDS} again.`, ''));
    expect([same.changeTracking.changeStatus, same.warning]).toEqual(['same', undefined]);
    expect([changed.changeTracking.changeStatus, changed.warning]).toEqual(['changed', undefined]);
    const lines = changed.changeTracking.diff.text.split('\n');
    expect(lines.filter((line: string) => /^[+-][^+-]/.test(line))).toEqual([
      '-First text.',
      '+Second text.',
    ]);
    expect(await statusOf('/a')).toBe('same');
    const query = `?url=${encodeURIComponent(address('/b'))}`;
    const stored = (await api.ask(`/v2/history/diff${query}`, { method: 'GET' })).json;
    expect(JSON.stringify(stored)).toContain(`-${WORDS} again.`); // versions are the texts as they were stored
  });

  it('12: says so where the stored body is another one, too', async () => {
    await start({ cache: true });
    answers['/a'] = { html: PROMOTED('First text.') };
    await scrape('/a');
    answers['/a'] = { html: PROMOTED('Second text.') };
    await api.post('/v2/scrape', { url: address('/a') }); // replaces the stored body
    await api.close();
    await start({ cache: true, ...OTHER_RULES });
    answers['/a'] = { html: PROMOTED('Third text.') };
    const page = await scrape('/a');
    expect([page.changeTracking.changeStatus, page.warning]).toEqual(['changed', expect.stringContaining('converter changed')]); // prettier-ignore
  });

  it('13: counts the bytes that were not sent again', async () => {
    await start();
    eightPages();
    const first = await crawl();
    const second = await crawl();
    expect(first.changes).toMatchObject({ new: 9, bytesSaved: 0, requests: 9 });
    expect(second.changes).toMatchObject({ same: 9, bytes: 0, bytesSaved: first.changes.bytes, requests: 9 });
  });
});

describe('Tracked pages', () => {
  it('leave out the text of unchanged pages on request', async () => {
    await start();
    const first = await scrape('/a', { onlyChanged: true });
    expect(first.markdown).toContain('First text.');
    const second = await scrape('/a', { onlyChanged: true });
    expect(second.markdown).toBeUndefined();
    expect(second.metadata.title).toBe('Page');
    expect((await scrape('/a')).markdown).toBe(first.markdown);
  });

  it('are compared field by field with the mode json', async () => {
    await start();
    const product = (price: string) =>
      `<html><head><title>Lamp</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script></head><body><main><h1>Lamp</h1><p>${WORDS}.</p></main></body></html>`;
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
    const tracking = { modes: ['json'], schema };
    answers['/a'] = { html: product('10.00') };
    await scrape('/a', tracking);
    answers['/a'] = { html: product('12.50') };
    const { changeTracking } = await scrape('/a', tracking);
    expect(changeTracking).toMatchObject({
      changeStatus: 'changed',
      json: { price: { previous: 10, current: 12.5 } },
    });
    expect(Object.keys(changeTracking.json)).toEqual(['price']);
    expect(await statusOf('/a', tracking)).toBe('same');
  });

  it('are read by the services, with their versions', async () => {
    await start();
    const scraper = api.app.get(ScrapeService, { strict: false });
    const history = api.app.get(HistoryService, { strict: false });
    const request = { url: address('/a'), track: { tag: 'own' } };
    expect((await scraper.scrape(request)).change?.status).toBe('new');
    answers['/a'] = { text: 'Second text.' };
    expect((await scraper.scrape(request)).change?.status).toBe('changed');
    expect((await history.versions(address('/a'), { tag: 'own' })).length).toBe(2);
    expect((await history.diff(address('/a'), undefined, undefined, { tag: 'own' })).text).toContain(
      '+Second text.',
    );
    expect((await history.find(address('/a'), { tag: 'own' }))?.markdown).toContain('Second text.');
    await history.forget({ tag: 'own' });
    expect(await history.find(address('/a'), { tag: 'own' })).toBeNull();
  });

  it('are batches, too', async () => {
    await start();
    const { json } = await api.post('/v1/batch/scrape', {
      urls: [address('/a')],
      formats: ['markdown', 'changeTracking'],
    });
    const status = await endOf(api, json.id);
    expect(status.data[0].changeTracking.changeStatus).toBe('new');
    expect(await statusOf('/a')).toBe('same');
  });

  it('cost nothing where the host wants no history: a warning says so', async () => {
    await start({ history: false });
    const page = await scrape('/a');
    expect(page.changeTracking).toBeUndefined();
    expect(page.warning).toContain('no history');
    expect(await readdir(dataDir)).not.toContain('history');
  });

  it('are crawled by hosts with the services', async () => {
    await start();
    eightPages();
    const crawls = api.app.get(CrawlService, { strict: false });
    const { id } = await crawls.start({ url: address('/'), page: { track: { tag: 'mine' } } });
    await endOfHost(crawls, id);
    const { counters } = await crawls.status(id);
    expect(counters.changes).toMatchObject({ new: 9, same: 0 });
  });
});

async function endOfHost(crawls: CrawlService, id: string): Promise<void> {
  while ((await crawls.status(id)).status === 'running')
    await new Promise((resolve) => setTimeout(resolve, 20));
}
