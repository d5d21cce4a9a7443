import { randomUUID } from 'node:crypto';
import { KeyService, WebExtractModule } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { until } from './support/crawls.js';

describeWithRedis('stored keys of several processes', () => {
  const prefix = `test-${randomUUID()}`;
  const apps: RunningApp[] = [];

  /** One of them: all they share is Redis. */
  async function start(): Promise<RunningApp> {
    const drivers = BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
    const options = { auth: { keys: [KEY] }, keys: {}, browser: false as const };
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
    const ask = async (app: RunningApp) => (await app.ask('/v0/keyAuth', { method: 'GET', headers })).status;
    expect([await ask(one), await ask(other)]).toEqual([200, 200]);
    await keys.revoke(id);
    expect(await ask(one)).toBe(401);
    await until(async () => (await ask(other)) === 401);
  });

  it('may ask so often in a minute, whomever they ask', async () => {
    const [one, other] = [apps[0]!, apps[1]!];
    const { key } = await one.app
      .get(KeyService, { strict: false })
      .create({ limits: { requestsPerMinute: 2 } });
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (app: RunningApp) => (await app.ask('/v0/keyAuth', { method: 'GET', headers })).status;
    expect([await ask(one), await ask(other), await ask(one), await ask(other)]).toEqual([
      200, 200, 429, 429,
    ]);
  });
});
