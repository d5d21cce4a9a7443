import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebExtractModule } from 'nestjs-web-extract';
import { startMembers, type MembersSite } from './sites/members.js';
import { html, redirect, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';
import { somePlatforms } from './support/platforms.js';

const PASSWORD = 'correct-horse-battery';
const PAGES = Array.from({ length: 12 }, (_, index) => `/wiki/${index + 1}`);

describe.each(somePlatforms())('sessions on %s', (platform) => {
  const sites: Site[] = [];
  let api: RunningApp;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sessions-e2e-'));
    const options = {
      auth: { keys: [KEY, 'key-of-another-owner'] },
      allowPrivate: ['127.0.0.0/8'],
      browser: false as const,
      cache: {},
      dataDir,
      sessionKey: randomBytes(32).toString('base64'),
    };
    api = await startApp({ platform, imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(async () => {
    await api?.close();
    await Promise.all(sites.map((site) => site.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const members = async (requests?: number): Promise<MembersSite> => {
    const site = await startMembers(PASSWORD, PAGES, requests);
    sites.push(site);
    return site;
  };
  const addSession = async (site: Site, more: object = {}) => {
    const name = randomUUID();
    const fields = { user: 'reader', password: PASSWORD };
    const { status, text } = await api.post('/v2/sessions', {
      name,
      origins: [site.url],
      login: { url: `${site.url}/login`, fields },
      ...more,
    });
    expect([status, text]).toEqual([200, expect.stringContaining(name)]);
    return name;
  };
  const scrape = (url: string, session: string, more: object = {}) =>
    api.post('/v2/scrape', { url, session, ...more });
  const job = async (path: string, body: object) => {
    const { json, text } = await api.post(path, body);
    if (!json.id) throw new Error(text);
    let state = json;
    await until(async () => {
      state = (await api.ask(`${path}/${json.id}`, { method: 'GET' })).json;
      return state.status !== 'scraping';
    });
    const { errors } = (await api.ask(`${path}/${json.id}/errors`, { method: 'GET' })).json;
    const docs = state.data as { markdown: string; metadata: { url: string } }[];
    return {
      id: json.id as string,
      docs,
      errors,
      paths: docs.map(({ metadata }) => new URL(metadata.url).pathname).sort(),
    };
  };

  it('reads every page of a site whose sessions last five requests, and follows no logout', async () => {
    const site = await members(5);
    const session = await addSession(site);
    const { paths, docs } = await job('/v2/crawl', { url: `${site.url}/`, session, crawlEntireDomain: true });
    expect(paths).toEqual(['/', ...PAGES].sort());
    expect(docs.every(({ markdown }) => !markdown.includes('Sign in'))).toBe(true);
    expect(site.counts.logins).toBeLessThanOrEqual(1 + site.counts.expiries);
    expect(site.requests.filter(({ path }) => /logout|delete/.test(path))).toEqual([]);
  });

  it('names the rule of a link that is not followed', async () => {
    const site = await members();
    const { id } = await job('/v2/crawl', { url: `${site.url}/`, session: await addSession(site), limit: 2 });
    const url = encodeURIComponent(`${site.url}/logout`);
    const { json } = await api.ask(`/v1/crawl/${id}/explain?url=${url}`, { method: 'GET' });
    expect(json).toMatchObject({ admitted: false, rule: 'logout-link' });
  });

  it('logs in once for many scrapes at the same time', async () => {
    const site = await members();
    const session = await addSession(site);
    for (let round = 1; round <= 2; round++) {
      const answers = await Promise.all(PAGES.map((path) => scrape(site.url + path, session)));
      expect(answers.map(({ json }) => json.data?.markdown?.includes('Inside'))).toEqual(
        PAGES.map(() => true),
      );
      expect(site.counts.logins).toBe(round);
      site.expire();
    }
  });

  it('tries a rejected login once', async () => {
    const site = await members();
    const login = { url: `${site.url}/login`, fields: { user: 'reader', password: 'wrong-password' } };
    const session = await addSession(site, { login });
    const { docs, errors } = await job('/v2/batch/scrape', {
      urls: PAGES.map((path) => site.url + path),
      session,
    });
    expect([docs.length, errors.length, site.counts.attempts]).toEqual([0, PAGES.length, 1]);
    const { status, json } = await scrape(site.url + PAGES[0], session);
    expect([status, json.code, JSON.stringify(json).includes('wrong-password')]).toEqual([
      422,
      'SESSION_LOGIN_FAILED',
      false,
    ]);
    const view = (await api.ask(`/v2/sessions/${session}`, { method: 'GET' })).json.data;
    expect([view.state, Date.parse(view.retryAt) > Date.now()]).toEqual(['failed', true]);
  });

  it('fails without a login, and stores no logged-out response', async () => {
    const site = await members();
    const cookies = [{ name: 'sid', value: 'stale-cookie' }];
    const session = await addSession(site, {
      login: undefined,
      cookies,
      loggedOut: { url: [`${site.url}/login`] },
    });
    expect((await scrape(site.url + PAGES[0], session)).json.code).toBe('SESSION_EXPIRED');
  });

  it('keeps its state at its origins', async () => {
    const thief = await startSite({ '/got': html('<h1>Got</h1>') });
    const site = await startSite({ '/away': redirect(`${thief.url}/got`) });
    sites.push(thief, site);
    const [cookie, header] = [randomUUID(), randomUUID()];
    const session = await addSession(site, {
      login: undefined,
      cookies: [{ name: 'sid', value: cookie }],
      headers: { 'X-Secret': header },
    });
    await scrape(`${site.url}/away`, session);
    expect(site.requests.at(-1)?.headers).toMatchObject({ cookie: `sid=${cookie}`, 'x-secret': header });
    const sent = JSON.stringify(thief.requests);
    expect([thief.requests.length, sent.includes(cookie), sent.includes(header)]).toEqual([1, false, false]);
    expect((await scrape(`${thief.url}/got`, session)).status).toBe(400);
  });

  it('neither fills nor uses the cache, and has histories of its own', async () => {
    const site = await startSite({
      '/story': (request, response) =>
        html(`<h1>Story</h1><p>${request.headers.cookie ? 'All of it for members.' : 'A teaser.'}</p>`)(
          request,
          response,
        ),
    });
    sites.push(site);
    const session = await addSession(site, { login: undefined, cookies: [{ name: 'sid', value: 'one' }] });
    const url = `${site.url}/story`;
    const formats = ['markdown', { type: 'changeTracking', tag: 'story' }];
    const without = () => api.post('/v2/scrape', { url, maxAge: 600_000, formats });
    expect((await scrape(url, session, { maxAge: 600_000, formats })).json.data).toMatchObject({
      markdown: expect.stringContaining('members'),
      changeTracking: { changeStatus: 'new' },
      warning: expect.stringContaining('maxAge'),
    });
    expect((await without()).json.data).toMatchObject({
      markdown: expect.stringContaining('teaser'),
      changeTracking: { changeStatus: 'new' },
    });
    const query = `url=${encodeURIComponent(url)}&tag=story`;
    const versions = async (more = '') =>
      (await api.ask(`/v2/history?${query}${more}`, { method: 'GET' })).json.data?.versions.length;
    expect([await versions(), await versions(`&session=${session}`)]).toEqual([1, 1]);
    await api.ask(`/v2/history?session=${session}`, { method: 'DELETE' });
    expect([await versions(), await versions(`&session=${session}`)]).toEqual([1, undefined]);
  });

  it('refuses unknown parameters of a removal instead of removing all', async () => {
    expect((await api.ask('/v2/history?sesion=wiki', { method: 'DELETE' })).status).toBe(400);
  });

  it('belongs to its owner', async () => {
    const site = await members();
    const session = await addSession(site);
    const headers = { authorization: 'Bearer key-of-another-owner' };
    const other = await api.ask(`/v2/sessions/${session}`, { method: 'GET', headers });
    expect([other.status, other.json.code]).toEqual([404, 'SESSION_UNKNOWN']);
  });

  it('leaves no value in answers and in the data directory', async () => {
    const site = await members(4);
    const secret = randomUUID();
    const session = await addSession(site, { headers: { 'X-Key': secret } });
    await job('/v2/crawl', { url: `${site.url}/`, session, storeResponses: true });
    const { text } = await api.ask('/v2/sessions', { method: 'GET' });
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
    );
    for (const value of [PASSWORD, secret, ...site.values]) {
      expect(text).not.toContain(value);
      expect(contents.some((bytes) => bytes.includes(value))).toBe(false);
    }
  });
});

describe('cookies of a job', () => {
  let api: RunningApp;
  const sites: Site[] = [];
  beforeAll(async () => {
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.0/8'], browser: false as const };
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(async () => {
    await api?.close();
    await Promise.all(sites.map((site) => site.close()));
  });

  const page = (title: string, links: readonly string[] = []) =>
    `<title>${title}</title><h1>${title}</h1>${links.map((href) => `<p><a href="${href}">${href}</a></p>`).join('')}`;
  const startShop = async (needsCookie: boolean) => {
    const links = ['/lamps', '/chairs'];
    const front = html(page('Front', links), { 'set-cookie': 'id=1; Path=/' });
    const room: Parameters<typeof startSite>[0][string] = (request, response) =>
      needsCookie && !request.headers.cookie
        ? redirect('/')(request, response)
        : html(page(`Room ${request.url}`))(request, response);
    const site = await startSite({ '/': front, '/lamps': room, '/chairs': room });
    sites.push(site);
    return site;
  };
  const crawled = async (site: Site, more: object = {}) => {
    const { json } = await api.post('/v2/crawl', { url: `${site.url}/`, sitemap: 'skip', ...more });
    let state = json;
    await until(async () => {
      state = (await api.ask(`/v2/crawl/${json.id}`, { method: 'GET' })).json;
      return state.status !== 'scraping';
    });
    const paths = (state.data as { metadata: { url: string } }[])
      .map(({ metadata }) => new URL(metadata.url).pathname)
      .sort();
    const asked = site.requests.filter(({ path }) => path !== '/robots.txt');
    return { paths, asked: asked.length, withCookies: asked.filter(({ headers }) => headers.cookie).length };
  };

  it('are sent to a site that needs them', async () => {
    expect((await crawled(await startShop(true))).paths).toEqual(['/', '/chairs', '/lamps']);
  });

  it('cost nothing at a site that needs none', async () => {
    expect(await crawled(await startShop(false))).toEqual({
      paths: ['/', '/chairs', '/lamps'],
      asked: 3,
      withCookies: 0,
    });
  });

  it('are sent with every further request, or never', async () => {
    expect((await crawled(await startShop(false), { cookies: 'always' })).withCookies).toBe(2);
    expect((await crawled(await startShop(true), { cookies: 'never' })).paths).toEqual(['/']);
  });

  it('refuses other values', async () => {
    expect((await api.post('/v2/crawl', { url: 'http://127.0.0.1:1/', cookies: 'sometimes' })).status).toBe(
      400,
    );
  });
});
