import { randomUUID } from 'node:crypto';
import { CrawlService, KeyService, WebExtractModule, type WebExtractStaticOptions } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { linked } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms, type Platform } from './support/platforms.js';
import { ask } from './support/ask.js';
import { until } from './support/crawls.js';
import { Watcher } from './support/watching.js';

let site: Site;
/** Types of the webhook messages that came. */
let messages: string[] = [];
const apps: RunningApp[] = [];

beforeAll(async () => {
  site = await startSite({
    ...linked({ '/slow': ['/slow/1'] }),
    '/slow/1': () => undefined,
    '/robots.txt': html('', {}, 404),
    '/sitemap.xml': html('', {}, 404),
    '/hook': (request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        messages.push(JSON.parse(text).type);
        response.end();
      });
    },
  });
});
beforeEach(() => {
  messages = [];
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});
afterAll(() => site?.close());

async function start(fixed: WebExtractStaticOptions = {}, platform?: Platform): Promise<RunningApp> {
  const options = { auth: { keys: [KEY] }, keys: {}, allowPrivate: [site.address], browser: false as const };
  const app = await startApp({ platform, imports: [WebExtractModule.forRoot({ ...options, ...fixed })] });
  apps.push(app);
  return app;
}

const keysOf = ({ app }: RunningApp) => app.get(KeyService, { strict: false });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function crawlWith(app: RunningApp, key: string): Promise<string> {
  const body = { url: `${site.url}/slow`, webhook: `${site.url}/hook` };
  const { id } = (await ask(`${app.url}/v2/crawl`, { headers: bearer(key), body })).json;
  const headers = bearer(key);
  await until(
    async () => (await ask(`${app.url}/v2/crawl/${id}`, { method: 'GET', headers })).json.completed === 1,
  );
  await until(() => messages.includes('crawl.page'));
  return id;
}

/** @returns once the server answers; `ended` resolves when it ends the stream */
async function openStream(
  app: RunningApp,
  id: string,
  key: string,
  accept: string,
): Promise<{ ended: Promise<unknown> }> {
  const answer = await fetch(`${app.url}/v2/crawl/${id}/stream`, { headers: { ...bearer(key), accept } });
  expect(answer.status).toBe(200);
  return { ended: answer.text().catch(() => {}) }; // it may be cut off
}

/** Revokes a key while its owner has a job and listens; all ends. */
async function expectEnd(app: RunningApp, revoking: RunningApp): Promise<void> {
  const { key, id, owner } = await keysOf(app).create();
  const other = await keysOf(app).create({ owner });
  const job = await crawlWith(app, key);
  const watcher = new Watcher(`${app.url}/v2/crawl/${job}`, key);
  const stays = new Watcher(`${app.url}/v2/crawl/${job}`, other.key);
  await Promise.all([watcher.heard(1), stays.heard(1)]);
  const streams = await Promise.all(
    ['text/event-stream', 'application/x-ndjson'].map((accept) => openStream(app, job, key, accept)),
  );
  await keysOf(revoking).revoke(id);
  const [{ code }] = await Promise.all([watcher.ended(), ...streams.map(({ ended }) => ended)]);
  expect(code).toBe(3000);
  const state = async () =>
    (await ask(`${app.url}/v2/crawl/${job}`, { method: 'GET', headers: bearer(other.key) })).json;
  expect([(await state()).status, stays.socket.readyState]).toEqual(['scraping', 1]);

  const { id: configured } = (await app.post('/v2/crawl', { url: `${site.url}/slow` })).json;
  await keysOf(revoking).revoke(other.id);
  expect([1000, 3000]).toContain((await stays.ended()).code);
  // no further key of the owner is made before: it would be a valid one, and the job would go on
  const crawls = app.app.get(CrawlService, { strict: false });
  await until(async () => (await crawls.status(job)).status === 'cancelled');
  expect((await app.ask(`/v2/crawl/${configured}`, { method: 'GET' })).json.status).toBe('scraping');
}

describe.each(somePlatforms())('a revoked key on %s', (platform) => {
  it('ends the streams of the key, and with the last key of an owner the jobs', async () => {
    const app = await start({}, platform);
    await expectEnd(app, app);
  });
});

describe('messages of a job whose owner has no key any more', () => {
  it('are dropped', async () => {
    const app = await start();
    const { key, id } = await keysOf(app).create();
    await crawlWith(app, key);
    await keysOf(app).revoke(id);
    const { key: second, id: other } = await keysOf(app).create();
    const job = await crawlWith(app, second);
    await ask(`${app.url}/v2/crawl/${job}`, { method: 'DELETE', headers: bearer(second) });
    await until(() => messages.includes('crawl.failed')); // of the second one: those of the first were due before
    expect(messages.filter((type) => type === 'crawl.failed')).toHaveLength(1);
    expect(other).not.toBe(id);
  });
});

describe('a key that has expired', () => {
  it('ends what listens with it', async () => {
    const app = await start();
    const { key, owner } = await keysOf(app).create();
    const job = await crawlWith(app, key);
    const { key: short } = await keysOf(app).create({ owner, expiresAt: Date.now() + 6_000 });
    const watcher = new Watcher(`${app.url}/v2/crawl/${job}`, short);
    expect((await watcher.ended()).code).toBe(3000);
  });
});

describeWithRedis('a revoked key over Redis', () => {
  it('ends what other processes serve with it, and the jobs that they do', async () => {
    const prefix = `test-${randomUUID()}`;
    const drivers = () => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix });
    const [one, other] = [
      await start({ drivers: drivers() }),
      await start({ drivers: drivers(), role: 'api' }),
    ];
    await expectEnd(one, other);
  });
});
