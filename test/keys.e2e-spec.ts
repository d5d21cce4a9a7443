import {
  KeyService,
  UsageService,
  WebExtractModule,
  type KeysOptions,
  type UsageOptions,
} from 'nestjs-web-extract';
import { manyPages } from './sites/linked.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { ask, type Answer } from './support/ask.js';
import { until } from './support/crawls.js';

let site: Site;
let api: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({
    ...manyPages(6),
    '/article': html(ARTICLE),
    '/never': () => undefined,
    '/dead': (_, response) => void response.destroy(),
    '/sitemap.xml': html('', {}, 404),
    '/robots.txt': html('', {}, 404),
  });
});

afterEach(async () => {
  await api?.close();
  api = undefined;
});

afterAll(() => site?.close());

describe.each(somePlatforms())('stored keys on %s', (platform) => {
  async function start(keys?: KeysOptions, usage?: UsageOptions): Promise<KeyService> {
    const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const };
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({ ...options, ...(keys ? { keys } : {}), ...(usage ? { usage } : {}) }),
      ],
    });
    return api.app.get(KeyService, { strict: false });
  }

  const send = (method: string, path: string, key?: string, body?: unknown): Promise<Answer> =>
    ask(api!.url + path, {
      method,
      body,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
  const keyAuth = async (key: string) => (await send('GET', '/v0/keyAuth', key)).status;
  const scrape = (key: string, path = '/article') =>
    send('POST', '/v1/scrape', key, { url: site.url + path });
  const signUp = (body: unknown = {}, key?: string) => send('POST', '/v1/keys', key, body);

  it('are accepted beside those of the configuration', async () => {
    const keys = await start({});
    const { key, id, prefix, owner } = await keys.create({ name: 'of a test' });
    expect(key.startsWith(prefix)).toBe(true);
    expect([await keyAuth(key), await keyAuth(KEY), await keyAuth(`${key}x`)]).toEqual([200, 200, 401]);
    await until(async () => (await keys.list(owner))[0]!.lastUsedAt !== null);
    expect(await keys.list(owner)).toEqual([expect.objectContaining({ id, prefix, name: 'of a test' })]);
    expect(JSON.stringify(await keys.list(owner))).not.toContain(key);
  });

  it('are refused when they are revoked, and when their time is over', async () => {
    const keys = await start({});
    const revoked = await keys.create();
    const expiring = await keys.create({ expiresAt: Date.now() + 1_000 });
    expect(await keyAuth(revoked.key)).toBe(200);
    await keys.revoke(revoked.id);
    expect((await send('GET', '/v0/keyAuth', revoked.key)).json.error).toBe('Unauthorized: Invalid token');
    await until(async () => (await keyAuth(expiring.key)) === 401);
    await expect(keys.revoke(revoked.id)).rejects.toThrow('Key not found');
  });

  it('see the jobs of their owner alone', async () => {
    const keys = await start({});
    const [one, same, other] = [
      await keys.create({ owner: 'anna' }),
      await keys.create({ owner: 'anna' }),
      await keys.create({ owner: 'bert' }),
    ];
    const { id } = (await send('POST', '/v1/crawl', one.key, { url: site.url, limit: 1 })).json;
    expect((await send('GET', `/v1/crawl/${id}`, same.key)).status).toBe(200);
    expect((await send('GET', `/v1/crawl/${id}`, other.key)).status).toBe(404);
  });

  it('may ask so often in a minute', async () => {
    const keys = await start({ limits: { requestsPerMinute: 2 } });
    const { key } = await keys.create();
    expect([await keyAuth(key), await keyAuth(key)]).toEqual([200, 200]);
    const { status, json, headers } = await send('POST', '/v1/scrape', key, '{');
    expect([status, json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(json.error).toBe('Rate limit exceeded: at most 2 requests a minute');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await keyAuth(KEY)).toBe(200);
  });

  it('may run so many crawls', async () => {
    const keys = await start({});
    const { key } = await keys.create({ limits: { runningCrawls: 1 } });
    const crawl = () => send('POST', '/v1/crawl', key, { url: `${site.url}/never` });
    expect((await crawl()).status).toBe(200);
    const { status, json, headers } = await crawl();
    expect([status, json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(headers['retry-after']).toBeDefined();
  });

  it('may read so many pages a day', async () => {
    const keys = await start({});
    const { key } = await keys.create({ limits: { pagesPerDay: 3 } });
    expect((await scrape(key)).status).toBe(200);
    const crawled = (await send('POST', '/v1/crawl', key, { url: `${site.url}/`, limit: 100 })).json.id;
    const status = async () => (await send('GET', `/v1/crawl/${crawled}`, key)).json;
    await until(async () => (await status()).status === 'completed');
    expect((await status()).completed).toBe(2);
    await until(async () => (await scrape(key)).status === 429);
    const { json, headers } = await scrape(key);
    expect(json.error).toBe('Rate limit exceeded: at most 3 pages a day');
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_600);
  });

  it('may receive so many bytes a day, beside what each owner may', async () => {
    const usage = { limits: { bytesPerDay: 10_000_000, tokensPerDay: 500 } };
    const keys = await start({}, usage);
    const { key, owner } = await keys.create({ limits: { bytesPerDay: 1 } });
    expect((await scrape(key)).status).toBe(200);
    await until(async () => (await scrape(key)).status === 429);
    const crawl = await send('POST', '/v1/crawl', key, { url: site.url });
    expect([crawl.status, crawl.json.error]).toEqual([429, 'Rate limit exceeded: at most 1 bytes a day']);
    expect(Number(crawl.headers['retry-after'])).toBeGreaterThan(3_600);
    expect((await scrape(KEY)).status).toBe(200);
    const used = (await api!.app.get(UsageService, { strict: false }).of(owner))!;
    expect(used).toMatchObject({ pages: { limit: null }, tokens: { used: 0, limit: 500 } });
    expect(Math.min(used.pages.used, used.bytes.used)).toBeGreaterThan(0);
    const tokens = (await send('GET', '/v2/team/token-usage', key)).json.data;
    expect(tokens).toMatchObject({ remainingTokens: 500, planTokens: 500, billingPeriodStart: null });
  });

  it('use up the credits of their owner', async () => {
    const keys = await start({});
    const { key, owner } = await keys.create();
    const usage = async () => (await send('GET', '/v2/team/credit-usage', key)).json.data;
    expect((await usage()).remainingCredits).toBe(99_999_999);
    await keys.addCredits(owner, 2);
    expect(await usage()).toMatchObject({ remainingCredits: 2, planCredits: 2 });
    expect((await scrape(key)).status).toBe(200);
    await until(async () => (await usage()).remainingCredits === 1);
    expect((await send('POST', '/v1/map', key, { url: site.url })).status).toBe(200);
    await until(async () => (await usage()).remainingCredits === 0);
    for (const [path, body] of [
      ['/v1/scrape', { url: `${site.url}/article` }],
      ['/v2/crawl', { url: site.url }],
      ['/v2/batch/scrape', { urls: [site.url] }],
      ['/v1/map', { url: site.url }],
    ] as const) {
      const { status, json } = await send('POST', path, key, body);
      expect([status, json.code, json.error]).toEqual([
        402,
        'INSUFFICIENT_CREDITS',
        'Insufficient credits: all 2 are used',
      ]);
    }
    expect((await send('POST', '/v1/scrape', key, { url: 7 })).status).toBe(400);
    const v1 = (await send('GET', '/v1/team/credit-usage', key)).json.data;
    expect(v1).toMatchObject({ remaining_credits: 0, plan_credits: 2 });
  });

  it('have no more of a day and of credits than there is, however much begins at once', async () => {
    const keys = await start({});
    const { key } = await keys.create({ limits: { pagesPerDay: 3 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => scrape(key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    const paying = await keys.create();
    await keys.addCredits(paying.owner, 4);
    const urls = [1, 2, 3].map((n) => `${site.url}/article?n=${n}`);
    const batch = () => send('POST', '/v1/batch/scrape', paying.key, { urls });
    const started = await Promise.all([batch(), batch(), batch()]);
    for (const { status } of started) expect([200, 402]).toContain(status); // all may be set aside by then
    const accepted = started.filter(({ status }) => status === 200).map(({ json }) => json.id as string);
    const told = (of: string) =>
      Promise.all(
        accepted.map(async (id) => (await send('GET', `/v1/batch/scrape/${id}${of}`, paying.key)).json),
      );
    await until(async () => (await told('')).every(({ status }) => status !== 'scraping'));
    const read = (await told('')).map(({ completed }) => completed as number);
    expect(read.reduce((sum, one) => sum + one)).toBe(4);
    const errors = (await told('/errors')).flatMap((one) => one.errors as { error: string }[]);
    for (const { error } of errors) expect(error).toBe('Insufficient credits: all 4 are used');
    expect(await keys.credits(paying.owner)).toEqual({ granted: 4, used: 4 });
  });

  it('have exactly their pages of a day and their credits when 200 requests begin at once', async () => {
    const keys = await start({});
    const statuses = async (key: string) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => scrape(key)));
      return [200, 402, 429].map((wanted) => answers.filter(({ status }) => status === wanted).length);
    };
    const bounded = await keys.create({ limits: { pagesPerDay: 40 } });
    expect(await statuses(bounded.key)).toEqual([40, 0, 160]);
    const paying = await keys.create();
    await keys.addCredits(paying.owner, 25);
    expect(await statuses(paying.key)).toEqual([25, 175, 0]);
    expect(await keys.credits(paying.owner)).toEqual({ granted: 25, used: 25 });
  });

  it('pay for nothing that could not be read', async () => {
    const keys = await start({});
    const { key, owner } = await keys.create({ limits: { pagesPerDay: 1 } });
    await keys.addCredits(owner, 1);
    expect((await scrape(key, '/dead')).status).toBeGreaterThanOrEqual(500);
    await until(async () => (await keys.credits(owner))?.used === 0);
    expect((await scrape(key)).status).toBe(200);
    expect((await scrape(key)).status).toBe(402);
  });

  it('are made by anybody where sign-up is open, so many from one address', async () => {
    await start({ signUp: true, signUpsPerHour: 3 });
    const { status, json } = await signUp({ name: 'mine' });
    expect([status, json]).toEqual([
      200,
      {
        success: true,
        key: expect.stringMatching(/^we_/),
        id: expect.any(String),
        prefix: json.key.slice(0, 9),
        name: 'mine',
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await scrape(json.key)).status).toBe(200);
    const second = (await signUp({}, json.key)).json; // of the same owner
    const listed = await send('GET', '/v1/keys', json.key);
    expect(listed.json.keys.map(({ id }: { id: string }) => id)).toEqual([json.id, second.id]);
    expect(listed.text).not.toContain(json.key);
    const stranger = (await signUp()).json;
    expect((await send('DELETE', `/v1/keys/${json.id}`, stranger.key)).status).toBe(404);
    expect((await send('DELETE', `/v1/keys/${json.id}`, second.key)).json).toEqual({ success: true });
    expect(await keyAuth(json.key)).toBe(401);
    const tooMany = await signUp();
    expect([tooMany.status, tooMany.json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(60);
  });

  it('are made by nobody where it is closed, and are nowhere without the option', async () => {
    await start({});
    expect([(await signUp()).status, (await signUp({}, KEY)).status]).toEqual([401, 403]);
    await api!.close();
    const keys = await start();
    for (const [method, path] of [
      ['POST', '/v1/keys'],
      ['GET', '/v1/keys'],
      ['DELETE', '/v1/keys/1'],
    ] as const) {
      expect((await send(method, path, KEY)).status).toBe(404);
    }
    await expect(keys.create()).rejects.toThrow('Stored keys are not configured');
  });

  it('are refused what cannot be a key', async () => {
    await start({ signUp: true });
    expect((await signUp({ name: 7 })).status).toBe(400);
    expect((await signUp({ admin: true })).status).toBe(400);
    expect((await signUp({}, 'wrong')).status).toBe(401);
    expect((await send('GET', '/v1/keys')).status).toBe(401);
    expect((await send('POST', '/v1/keys', undefined, 'x'.repeat(5_000))).status).toBe(413);
  });

  it('may be limited when they are made, to no more than the key that makes them', async () => {
    await start({ signUp: true, signUpsPerHour: 50 });
    for (const allow of [
      { endpoints: ['scrapes'] },
      { formats: ['pictures'] },
      { endpoints: [] },
      { pages: 1 },
      ['scrape'],
    ])
      // prettier-ignore
      expect((await signUp({ allow })).status).toBe(400);
    const allow = { endpoints: ['scrape', 'map'], formats: ['markdown'] };
    const { key, id, ...made } = (await signUp({ allow })).json;
    expect(made.allow).toEqual(allow);
    expect((await scrape(key)).status).toBe(200);
    const html = await send('POST', '/v1/scrape', key, { url: `${site.url}/article`, formats: ['html'] });
    expect([html.status, html.json.code]).toEqual([403, 'KEY_NOT_ALLOWED']);
    expect((await send('POST', '/v1/crawl', key, { url: site.url })).status).toBe(403);

    for (const wider of [
      { endpoints: ['scrape', 'crawl'], formats: ['markdown'] },
      { endpoints: ['scrape'] },
    ]) {
      const refused = await signUp({ allow: wider }, key);
      expect([refused.status, refused.json.code]).toEqual([403, 'KEY_NOT_ALLOWED']);
    }
    const narrower = (await signUp({ allow: { ...allow, endpoints: ['map'] } }, key)).json;
    expect([(await scrape(narrower.key)).status, (await scrape((await signUp({}, key)).json.key)).status]).toEqual([403, 200]); // prettier-ignore
    expect((await send('DELETE', `/v1/keys/${id}`, narrower.key)).status).toBe(403);
    const listed = (await send('GET', '/v1/keys', key)).json.keys;
    expect(listed.map((one: { allow: unknown }) => one.allow)).toEqual([allow, { ...allow, endpoints: ['map'] }, allow]); // prettier-ignore
  });

  it('go on for their owner alone: another key does not last longer than the one that asked for it', async () => {
    const keys = await start({ signUp: true, limits: { requestsPerMinute: 100 } });
    const expiresAt = Date.now() + 60_000;
    const { key, owner } = await keys.create({ expiresAt, limits: { requestsPerMinute: 7 } });
    await signUp({}, key);
    expect(await keys.list(owner)).toEqual([
      expect.objectContaining({ expiresAt, limits: { requestsPerMinute: 7 } }),
      expect.objectContaining({ expiresAt, limits: { requestsPerMinute: 7 } }),
    ]);
  });
});
