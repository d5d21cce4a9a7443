import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { WebExtractModule, type DriverModule, type LimitOptions } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { manyPages } from './sites/linked.js';
import { startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import type { Answer } from './support/ask.js';
import { endOf, submit } from './support/crawls.js';

const OTHER_KEY = 'key-of-somebody-else';
const DAY_S = 86_400;

let site: Site;
let api: RunningApp | undefined;
let dataDir: string;

beforeAll(async () => {
  site = await startSite(manyPages(3));
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bounds-'));
});
afterEach(async () => {
  await api?.close();
  api = undefined;
  await rm(dataDir, { recursive: true, force: true });
});
afterAll(() => site?.close());

async function start(limits: LimitOptions = {}, drivers?: DriverModule): Promise<RunningApp> {
  const own = { auth: { keys: [KEY, OTHER_KEY] }, allowPrivate: [site.address], limits };
  const store = drivers ? { drivers } : { dataDir };
  api = await startApp({ imports: [WebExtractModule.forRoot({ ...own, ...store })], bodyLimit: 20e6 });
  return api;
}

const post = (path: string, body: object, key = KEY, headers = {}): Promise<Answer> =>
  api!.ask(path, { method: 'POST', body, headers: { authorization: `Bearer ${key}`, ...headers } });

/** A crawl that goes on for a day. */
const long = () => ({ url: `${site.url}/`, limit: 3, delay: DAY_S, ignoreSitemap: true });
const short = () => ({ url: `${site.url}/`, limit: 1, ignoreSitemap: true });

describe('options of a crawl that are larger than what is kept', () => {
  const hook = 'http://127.0.0.1:9/hook';
  const big = 'x'.repeat(300_000);

  it.each<[string, string, object, (string | number)[]]>([
    ['/v1/crawl', 'metadata', { webhook: { url: hook, metadata: { a: 'x'.repeat(20_000) } } }, ['webhook', 'metadata']],
    ['/v1/crawl', 'a webhook header', { webhook: { url: hook, headers: { 'X-A': 'x'.repeat(9_000) } } }, ['webhook', 'headers', 'X-A']],
    ['/v1/crawl', 'patterns', { includePaths: Array.from({ length: 100 }, () => 'x'.repeat(5_000)) }, ['includePaths']],
    ['/v1/crawl', 'patterns in crawlerOptions', { crawlerOptions: { excludePaths: Array.from({ length: 100 }, () => 'x'.repeat(5_000)) } }, ['crawlerOptions', 'excludePaths']],
    ['/v1/crawl', 'a prompt', { scrapeOptions: { formats: ['extract'], extract: { prompt: big } } }, ['scrapeOptions', 'extract', 'prompt']],
    ['/v0/crawl', 'metadata', { webhook: { url: hook, metadata: { a: 'x'.repeat(20_000) } } }, ['webhook', 'metadata']],
    ['/v0/crawl', 'patterns', { crawlerOptions: { includes: Array.from({ length: 100 }, () => 'x'.repeat(5_000)) } }, ['crawlerOptions', 'includes']],
    ['/v0/crawl', 'a prompt', { extractorOptions: { mode: 'llm-extraction', extractionPrompt: big } }, ['extractorOptions', 'extractionPrompt']],
  ])('are refused with the name of the field: %s, %s', async (path, _, body, field) => {
    await start();
    const { status, json } = await post(path, { url: `${site.url}/`, ...body });
    expect([status, json.code, json.details?.[0]?.path]).toEqual([400, 'BAD_REQUEST', field]);
    expect(json.error).toContain(`Bad Request: ${field.slice(0, 2).join('.')}`);
    expect(JSON.stringify(json).length).toBeLessThan(1_000);
  }); // prettier-ignore

  it('do not count where they are tolerated and not kept', async () => {
    const { app } = await start();
    const id = await submit(api!, { ...short(), origin: big, integration: big, __note: big });
    const { CrawlService } = await import('nestjs-web-extract');
    expect(JSON.stringify(await app.get(CrawlService).status(id)).length).toBeLessThan(2_000);
  });
});

function roomSuite(drivers: () => DriverModule | undefined): void {
  it.each(['/v1/crawl', '/v0/crawl'])('refuses one running crawl too many at %s', async (path) => {
    await start({ maxRunningCrawlsPerOwner: 2 }, drivers());
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/v1/crawl', long())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    const { status, json, headers } = await post(path, long());
    expect([status, json.success, json.code]).toEqual([429, false, 'RATE_LIMITED']);
    expect(json.error).toMatch(/^Rate limit exceeded/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await post('/v1/crawl', long(), OTHER_KEY)).status).toBe(200);
    const active = await api!.ask('/v1/crawl/active', { method: 'GET' });
    expect([active.json.success, active.json.crawls.length]).toEqual([true, 2]);
    await api!.ask(`/v1/crawl/${active.json.crawls[0].id}`, { method: 'DELETE' });
    expect((await post(path, long())).status).toBe(200);
  });

  it('refuses a crawl while too many are kept, whoever else has some', async () => {
    await start({ maxKeptCrawls: 2 }, drivers());
    for (let n = 0; n < 2; n++) await endOf(api!, await submit(api!, short()));
    const key = { 'x-idempotency-key': randomUUID() };
    expect((await post('/v1/crawl', short(), KEY, key)).json.code).toBe('RATE_LIMITED');
    expect((await post('/v1/crawl', short(), OTHER_KEY, key)).status).toBe(200);
    expect((await post('/v1/crawl', short(), OTHER_KEY, key)).status).toBe(409);
  });
}

describe('crawls of one key', () => {
  describe('in the embedded store', () => roomSuite(() => undefined));
  describeWithRedis('in Redis', () =>
    roomSuite(() => BullDriversModule.forRoot({ redis: { url: redisUrl }, prefix: `test-${randomUUID()}` })),
  );

  it('are counted after a restart as before', async () => {
    await start({ maxRunningCrawlsPerOwner: 2, maxKeptCrawls: 1 });
    await endOf(api!, await submit(api!, short()));
    await api!.close();
    await start({ maxRunningCrawlsPerOwner: 2, maxKeptCrawls: 1 });
    expect((await post('/v1/crawl', short())).status).toBe(429);
    await api!.close();
    await start({ maxRunningCrawlsPerOwner: 2, maxKeptCrawls: 2 });
    expect((await post('/v1/crawl', long())).status).toBe(200);
  });
});
