import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Redis } from 'ioredis';
import {
  ScrapeService,
  SessionService,
  WebExtractEvents,
  WebExtractModule,
  type WebExtractEvent,
} from 'nestjs-web-extract';
import { BullMqDriversModule } from 'nestjs-web-extract/bullmq';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { WebExtractMetricsModule } from 'nestjs-web-extract/metrics';
import { Registry } from 'prom-client';
import { browserProgram } from './setup/browser.js';
import { MCP_CLIENTS, mcpClient } from './setup/clients.js';
import { redisUrl } from './setup/redis.js';
import { startMembers, type MembersSite } from './sites/members.js';
import { html, redirect, startSite, type Routes, type Site } from './sites/site.js';
import { KEY, keepLog, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { MapSink } from './support/map-sink.js';
import { startSearxng, type SearxngDouble } from './support/searxng.js';

const PASSWORD = 'correct-horse-battery';
const PAGES = Array.from({ length: 6 }, (_, index) => `/wiki/${index + 1}`);
const STORES = ['lmdb', ...(redisUrl ? ['redis'] : [])] as const;

const sites: Site[] = [];
const track = <S extends Site>(site: S): S => {
  sites.push(site);
  return site;
};
const members = async (requests?: number): Promise<MembersSite> =>
  track(await startMembers(PASSWORD, PAGES, requests));

describe.each(STORES)('sessions with %s', (store) => {
  const prefix = `test-${randomUUID()}`;
  const log = keepLog();
  const registry = new Registry();
  const events: WebExtractEvent[] = [];
  let api: RunningApp;
  let searxng: SearxngDouble;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'session-uses-'));
    searxng = await startSearxng();
    const drivers = store === 'redis' ? { drivers: BullMqDriversModule.forRoot({ redis: { url: redisUrl }, prefix }) } : {}; // prettier-ignore
    const options = {
      auth: { keys: [KEY] },
      allowPrivate: ['127.0.0.0/8'],
      browser: browserProgram ? { executablePath: browserProgram, sandbox: false } : (false as const),
      dataDir,
      sessionKey: randomBytes(32).toString('hex'),
      search: { local: false, searxng: { url: searxng.url } },
      webhookSecret: 'webhook',
      ...drivers,
    };
    api = await startApp({
      logger: log,
      imports: [
        WebExtractModule.forRoot(options),
        WebExtractMcpModule.forRoot({ crawlWaitMs: 15_000 }),
        WebExtractMetricsModule.forRoot({ path: '/metrics', registry, guards: [] }),
      ],
    });
    api.app.get(WebExtractEvents).onAny((event) => void events.push(event));
  });
  beforeEach(() => void events.splice(0));
  afterAll(async () => {
    await api?.close();
    await searxng?.close();
    await Promise.all(sites.splice(0).map((site) => site.close()));
    await rm(dataDir, { recursive: true, force: true });
    if (store !== 'redis') return;
    const redis = new Redis(redisUrl);
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.unlink(...keys);
    redis.disconnect();
  });

  const addSession = async (site: Site, more: object = {}) => {
    const name = randomUUID();
    const login = { url: `${site.url}/login`, fields: { user: 'reader', password: PASSWORD } };
    const { status, text } = await api.post('/v2/sessions', { name, origins: [site.url], login, ...more });
    expect([status, text]).toEqual([200, expect.stringContaining(name)]);
    return name;
  };
  const crawled = async (body: object): Promise<string> => {
    const { json, text } = await api.post('/v2/crawl', { crawlEntireDomain: true, ...body });
    if (!json.id) throw new Error(text);
    await until(
      async () => (await api.ask(`/v2/crawl/${json.id}`, { method: 'GET' })).json.status !== 'scraping',
    );
    return json.id;
  };

  it('reads results of searches at its origins, and others without it', async () => {
    const site = await members();
    const other = track(
      await startSite({ '/open': html('<main><h1>Open</h1><p>A page for all.</p></main>') }),
    );
    const session = await addSession(site);
    const results = [`${site.url}/wiki/1`, `${other.url}/open`, `${site.url}/logout`];
    searxng.pages = [results.map((url) => ({ url, title: url }))];
    const scrapeOptions = { formats: ['markdown'], session };
    const { json } = await api.post('/v2/search', { query: 'harbour', scrapeOptions });
    expect(json.data.web).toEqual([
      expect.objectContaining({ markdown: expect.stringContaining('Inside /wiki/1') }),
      expect.objectContaining({ markdown: expect.stringContaining('Open') }),
      expect.not.objectContaining({ markdown: expect.anything() }),
    ]);
    expect(other.requests.some(({ headers }) => headers.cookie)).toBe(false);
    expect(site.requests.some(({ path }) => path === '/logout')).toBe(false);
    const unknown = { query: 'harbour', scrapeOptions: { ...scrapeOptions, session: 'nobody' } };
    expect((await api.post('/v2/search', unknown)).json.code).toBe('SESSION_UNKNOWN');
  });

  it('keeps a corpus in sync across renewals', async () => {
    const site = await members(5);
    const session = 'corpus';
    const login = { url: `${site.url}/login`, fields: { user: 'reader', password: PASSWORD } };
    await api.app.get(SessionService).put(session, { origins: [site.url], login });
    const sink = new MapSink(randomUUID());
    const crawl = { url: `${site.url}/`, page: { session }, scope: { entireDomain: true } };
    const sync = () => api.app.get(CorpusService).sync({ crawl, tag: 'members' }, sink);
    expect(await sync()).toMatchObject({ new: PAGES.length + 1, failed: 0 });
    expect(sink.paths()).toEqual(['/', ...PAGES].sort());
    expect(await sync()).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: PAGES.length + 1 });
    expect(site.counts.expiries).toBeGreaterThan(1);
  });

  it('has pages that need cookies in the corpus of their site', async () => {
    const room: Routes[string] = (request, response) =>
      request.headers.cookie
        ? html(`<h1>Room ${request.url}</h1><p>What there is at ${request.url}.</p>`)(request, response)
        : redirect('/')(request, response);
    const rooms = ['/lamps', '/chairs', '/tables'];
    const front = `<h1>Front</h1><p>All rooms.</p>${rooms.map((path) => `<a href="${path}">${path}</a>`).join('')}`;
    const shop = track(
      await startSite({
        '/': html(front, { 'set-cookie': 'id=1; Path=/' }),
        ...Object.fromEntries(rooms.map((path) => [path, room])),
      }),
    );
    const sink = new MapSink(randomUUID());
    const sync = () => api.app.get(CorpusService).sync({ crawl: { url: `${shop.url}/` }, tag: 'shop' }, sink);
    expect(await sync()).toMatchObject({ new: 4, failed: 0 });
    expect(sink.paths()).toEqual(['/', ...rooms].sort());
    expect(await sync()).toMatchObject({ new: 0, changed: 0, removed: 0, unchanged: 4 });
  });

  it('is named by agents, which may look only', async () => {
    const site = await members();
    const session = await addSession(site);
    const { Client, Transport } = mcpClient(MCP_CLIENTS[0]);
    const client = new Client({ name: 'test', version: '1' }, {});
    const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
    await client.connect(new Transport(new URL(`${api.url}/mcp`), { requestInit }));
    const call = async (name: string, args: object) =>
      JSON.stringify(await client.callTool({ name: `firecrawl_${name}`, arguments: args as never }));
    const page = await call('scrape', { url: `${site.url}/wiki/1`, session });
    const pages = await call('crawl', { url: `${site.url}/`, session, crawlEntireDomain: true });
    const actions = [{ type: 'click', selector: 'a' }];
    const refused = await call('crawl', { url: `${site.url}/`, session, scrapeOptions: { actions } });
    await client.close();
    expect(page).toContain('Inside /wiki/1');
    expect(pages).toContain('Inside /wiki/6');
    expect(refused).toContain('must be wait, scroll or screenshot with a session');
    for (const value of [PASSWORD, ...site.values]) expect(page + pages).not.toContain(value);
  });

  it('reports logins and guarded links as events and metrics', async () => {
    const metric = async (name: string): Promise<number> => {
      const text = await registry.metrics();
      const found = [
        ...text.matchAll(new RegExp(`^web_extract_session_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm')),
      ];
      return found.reduce((sum, [, value]) => sum + Number(value), 0);
    };
    const names = ['logins_total', 'renewal_duration_seconds_count', 'pages_read_again_total', 'guarded_links_total']; // prettier-ignore
    const all = () => Promise.all(names.map(metric));
    const before = await all();
    const site = await members(4);
    await crawled({ url: `${site.url}/`, session: await addSession(site), maxConcurrency: 1 });
    const wrong = { url: `${site.url}/login`, fields: { user: 'reader', password: 'no-such-password' } };
    const other = await addSession(site, { login: wrong });
    await api.post('/v2/scrape', { url: `${site.url}/wiki/1`, session: other });
    const [logins, durations, again, guarded] = (await all()).map((value, index) => value - before[index]!);
    expect([logins, durations]).toEqual([site.counts.logins + 1, site.counts.logins + 1]);
    expect(again).toBe(site.counts.expiries);
    expect(guarded).toBe(2); // /logout and /items/3/delete
    const types = events.map(({ type }) => type);
    const count = (type: string) => types.filter((one) => one === type).length;
    expect([count('session-renewed'), count('session-login-failed'), count('session-expired')]).toEqual([
      site.counts.logins,
      1,
      site.counts.expiries,
    ]);
    for (const value of [PASSWORD, 'no-such-password', ...site.values])
      expect(JSON.stringify(events)).not.toContain(value);
  });

  it('leaves no value in stores, logs, exports, archives and webhooks', async () => {
    const heard: string[] = [];
    const receiver = track(
      await startSite({
        '/hook': async (request, response) => {
          let body = '';
          for await (const part of request) body += String(part);
          heard.push(body);
          response.end();
        },
      }),
    );
    const site = await members(4);
    const [header, cookie, item] = [randomUUID(), randomUUID(), randomUUID()];
    const storageState = {
      cookies: [{ name: 'seen', value: cookie, domain: '127.0.0.1', path: '/' }],
      origins: [{ origin: site.url, localStorage: [{ name: 'token', value: item }] }],
    };
    const session = await addSession(site, { headers: { 'X-Key': header }, storageState });
    const webhook = { url: `${receiver.url}/hook`, events: ['started', 'page', 'completed'] };
    const shop = track(
      await startSite({
        '/': html('<h1>Front</h1><a href="/a">A</a>', { 'set-cookie': `id=${cookie}; Path=/` }),
        '/a': html('<h1>A</h1>'),
      }),
    );
    await crawled({ url: `${shop.url}/`, cookies: 'always' });
    const id = await crawled({ url: `${site.url}/`, session, storeResponses: true, webhook });
    await api.post('/v2/scrape', {
      url: `${site.url}/wiki/1`,
      session,
      formats: ['markdown', 'changeTracking'],
    });
    await until(() => heard.some((body) => body.includes('completed')));

    const exported = async (format: string) => {
      const headers = { authorization: `Bearer ${KEY}` };
      const response = await fetch(`${api.url}/v2/crawl/${id}/export?format=${format}`, { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    };
    const answers = await Promise.all(
      ['/v2/sessions', `/v2/crawl/${id}`, `/v2/crawl/${id}/errors`].map((path) =>
        api.ask(path, { method: 'GET' }),
      ),
    );
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const searched = {
      files: await Promise.all(
        files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
      ),
      redis: store === 'redis' ? [await dump(prefix)] : [],
      exports: await Promise.all(['jsonl', 'warc'].map(exported)),
      texts: [...answers.map(({ text }) => text), ...heard, ...log.lines, JSON.stringify(events)].map(
        (text) => Buffer.from(text),
      ),
    };
    expect(searched.exports.every((bytes) => bytes.includes('Inside /wiki/1'))).toBe(true);
    for (const value of [PASSWORD, header, cookie, item, ...site.values])
      for (const form of [
        value,
        Buffer.from(value).toString('base64').slice(0, -4),
        Buffer.from(value).toString('hex'),
      ])
        for (const [place, contents] of Object.entries(searched))
          expect([place, contents.some((bytes) => bytes.includes(form))]).toEqual([place, false]);
  });
});

/** Everything that Redis has of an application. */
async function dump(prefix: string): Promise<Buffer> {
  const redis = new Redis(redisUrl);
  const keys = await redis.keys(`${prefix}*`);
  const values = await Promise.all(
    keys.map(async (key) => {
      switch (await redis.type(key)) {
        case 'string':
          return [await redis.getBuffer(key)];
        case 'hash':
          return Object.values(await redis.hgetallBuffer(key));
        case 'list':
          return redis.lrangeBuffer(key, 0, -1);
        case 'set':
          return redis.smembersBuffer(key);
        case 'zset':
          return redis.zrangeBuffer(key, 0, -1);
        case 'stream':
          return [Buffer.from(JSON.stringify(await redis.xrange(key, '-', '+')))];
        default:
          return [];
      }
    }),
  );
  redis.disconnect();
  const parts = [...keys.map((key) => Buffer.from(key)), ...values.flat()].filter((part) => part !== null);
  return Buffer.concat(parts);
}

(browserProgram ? describe : describe.skip)('a login function', () => {
  let api: RunningApp;
  let site: MembersSite;
  beforeAll(async () => {
    site = await members();
    const login = `${site.url}/login`;
    api = await startApp({
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: ['127.0.0.0/8'],
          browser: { executablePath: browserProgram, sandbox: false },
          sessions: {
            typed: {
              origins: [site.url],
              login: async ({ browser }) => {
                const page = await browser(login, [
                  { type: 'click', selector: 'input[name=user]' },
                  { type: 'write', text: 'reader' },
                  { type: 'click', selector: 'input[name=password]' },
                  { type: 'write', text: PASSWORD },
                  { type: 'click', selector: 'button' },
                  { type: 'wait', milliseconds: 500 },
                ]);
                if (!page.html.includes('Front')) throw new Error('not logged in');
              },
            },
          },
        }),
      ],
    });
  });
  afterAll(async () => {
    await api?.close();
    await Promise.all(sites.splice(0).map((one) => one.close()));
  });

  it('logs in with actions in the browser, and its pages need no browser', async () => {
    const scraper = api.app.get(ScrapeService);
    for (const path of PAGES.slice(0, 2)) {
      const { markdown } = await scraper.scrape({ url: site.url + path, session: 'typed' });
      expect(markdown).toContain(`Inside ${path}`);
    }
    expect(site.counts.logins).toBe(1);
  });
});
