import { randomUUID } from 'node:crypto';
import { KeyService, UsageService, WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { ask } from './support/ask.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';

describeWithRedis('stored keys of several processes', () => {
  const prefix = `test-${randomUUID()}`;
  const apps: RunningApp[] = [];
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ '/article': html(ARTICLE) });
  });
  afterAll(() => site.close());

  /** One of them: all they share is Redis. */
  async function start(): Promise<RunningApp> {
    const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
    const options = {
      auth: { keys: [KEY] },
      keys: { signUp: true },
      browser: false as const,
      allowPrivate: [site.address],
    };
    const app = await startApp({ imports: [WebExtractModule.forRoot({ ...options, drivers, role: 'api' })] });
    apps.push(app);
    return app;
  }

  afterAll(() => Promise.all(apps.map((app) => app.close())));

  it('are accepted by all, counted together, and refused by all when they are revoked', async () => {
    const [one, other] = [await start(), await start()];
    const keys = one.app.get(KeyService, { strict: false });
    const { key, id } = await keys.create({ limits: { requestsPerMinute: 10_000 } });
    const headers = { authorization: `Bearer ${key}` };
    const statusOf = async (app: RunningApp) =>
      (await app.ask('/v0/keyAuth', { method: 'GET', headers })).status;
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 200]);
    await keys.revoke(id);
    expect(await statusOf(one)).toBe(401);
    await until(async () => (await statusOf(other)) === 401);
  });

  it('are limited in all processes to what they were made for', async () => {
    const [one, other] = [await start(), await start()];
    const signUp = async (allow: object, key?: string) => {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      return ask(`${one.url}/v1/keys`, { method: 'POST', headers, body: { allow } });
    };
    expect((await signUp({ endpoints: ['scrapes'] })).status).toBe(400);
    const allow = { endpoints: ['scrape'], formats: ['markdown'] };
    const { key } = (await signUp(allow)).json;
    expect((await signUp({ formats: ['markdown'] }, key)).status).toBe(403);
    const send = async (path: string, body: object) =>
      (await ask(other.url + path, { headers: { authorization: `Bearer ${key}` }, body })).status;
    const url = `${site.url}/article`;
    const statuses = [await send('/v1/scrape', { url }), await send('/v1/scrape', { url, formats: ['html'] }), await send('/v1/map', { url })]; // prettier-ignore
    expect(statuses).toEqual([200, 403, 403]);
  });

  it('may ask so often in a minute, whomever they ask', async () => {
    const [one, other] = [apps[0]!, apps[1]!];
    const { key } = await one.app
      .get(KeyService, { strict: false })
      .create({ limits: { requestsPerMinute: 2 } });
    const headers = { authorization: `Bearer ${key}` };
    const statusOf = async (app: RunningApp) =>
      (await app.ask('/v0/keyAuth', { method: 'GET', headers })).status;
    expect([await statusOf(one), await statusOf(other), await statusOf(one), await statusOf(other)]).toEqual([
      200, 200, 429, 429,
    ]);
  });

  it('have exactly their credits and pages when 200 requests begin at once in several processes', async () => {
    const [one, other] = [await start(), await start()];
    const keys = one.app.get(KeyService, { strict: false });
    const { key, owner } = await keys.create({ limits: { pagesPerDay: 30 } });
    await keys.addCredits(owner, 20);
    const scrape = async (n: number) => {
      const url = (n % 2 === 0 ? one : other).url;
      const headers = { authorization: `Bearer ${key}` };
      return (await ask(`${url}/v1/scrape`, { headers, body: { url: `${site.url}/article` } })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, n) => scrape(n)));
    expect([200, 402].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([
      20, 180,
    ]);
    await until(async () => (await keys.credits(owner))?.used === 20);
  });

  it('use up one number of bytes a day, whichever process sends them', async () => {
    const [one, other] = [await start(), await start()];
    const { key, owner } = await one.app
      .get(KeyService, { strict: false })
      .create({ limits: { bytesPerDay: 1_000 } });
    const scrape = async ({ url }: RunningApp) => {
      const headers = { authorization: `Bearer ${key}` };
      return ask(`${url}/v1/scrape`, { headers, body: { url: `${site.url}/article` } });
    };
    const usedIn = async ({ app }: RunningApp) =>
      (await app.get(UsageService, { strict: false }).of(owner))!.bytes.used;
    expect((await scrape(one)).status).toBe(200);
    await until(async () => (await usedIn(other)) > 1_000);
    const { status, json } = await scrape(other);
    expect([status, json.code]).toEqual([429, 'RATE_LIMITED']);
    expect(await usedIn(one)).toBe(await usedIn(other));
  });
});
