import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { CrawlStatus, LimitOptions } from 'nestjs-web-extract';
import { describeWithRedis, redisUrl } from './setup/redis.js';
import { inWords, linking } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { Deployment, type Host } from './support/deployment.js';
import { pathOf, until } from './support/crawls.js';
import { RedisServer } from './support/redis-server.js';

jest.setTimeout(180_000);

const PAGES = 150;
const LANES = 4;
/** Of workers that are lost. */
const LEASE_MS = 2_000;
/** Of workers that live: none of them loses its pages to a busy machine. */
const LONG_LEASE_MS = 60_000;
/** Pages from here on are as many as two workers may ask for at once, and known before the first of them is answered. */
const FIRST_OF_EIGHT = 7;
const LIMITS: LimitOptions = { crawlConcurrency: LANES, conversionThreads: 1 };

let site: Site;
/** How long the site thinks about each page. */
let latencyMs: number;
/** When each page was asked for, in order, and how many others were under way then. */
let asked: { path: string; at: number; others: number }[];
/** Answers under way. */
const pending = new Set<ServerResponse>();
/** Answers that wait for a word, where they do. */
let held: (() => void)[] | undefined;

/** `/` links to the first pages, each page to those that come after it. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url!;
  asked.push({ path, at: Date.now(), others: pending.size });
  pending.add(response);
  response.on('close', () => pending.delete(response));
  const n = path === '/' ? 0 : Number(path.split('/')[2]);
  const next = [2 * n + 1, 2 * n + 2].filter((page) => page < PAGES).map((page) => `/p/${page}`);
  const send = () => void setTimeout(() => html(linking(inWords(path), next))(request, response), latencyMs);
  if (held && n >= FIRST_OF_EIGHT) held.push(send);
  else send();
}

beforeAll(async () => {
  const paths = ['/', ...Array.from({ length: PAGES }, (_, n) => `/p/${n}`)];
  site = await startSite(Object.fromEntries(paths.map((path) => [path, answer])));
});
afterAll(() => site?.close());

beforeEach(() => {
  latencyMs = 5;
  asked = [];
  held = undefined;
});

const deploymentOn = (redis: string, leaseMs: number): Deployment =>
  new Deployment(redis, { allowPrivate: [site.address], limits: { ...LIMITS, leaseMs } });

async function submit(api: Host, body: object = {}): Promise<string> {
  const { status, json, text } = await api.post('/v1/crawl', { url: `${site.url}/`, limit: 10_000, ...body });
  if (status !== 200) throw new Error(`The crawl was refused: ${status} ${text}`);
  return json.id;
}

const statusOf = async (api: Host, id: string) => (await api.ask(`/v1/crawl/${id}?data=false`)).json;

/** Waits for the end of a crawl. @returns its status and the paths of its pages, in alphabetical order */
async function endOf(api: Host, id: string): Promise<{ status: CrawlStatus; paths: string[] }> {
  await until(async () => (await statusOf(api, id)).status !== 'scraping', 50);
  let next: string | undefined = `/v1/crawl/${id}`;
  const pages: { metadata: { sourceURL: string } }[] = [];
  let status: CrawlStatus = 'running';
  while (next) {
    const { json } = await api.ask(next);
    pages.push(...json.data);
    status = json.status;
    next = json.next && pathOf(json.next);
  }
  return { status, paths: pages.map(({ metadata }) => pathOf(metadata.sourceURL)).sort() };
}

const untilAsked = (count: number) => until(() => asked.length >= count);
const distinct = (paths: readonly string[]) => new Set(paths).size;
/** How often pages were fetched beyond the first time. */
const refetches = () => asked.length - distinct(asked.map(({ path }) => path));

describeWithRedis('workers on one Redis', () => {
  /** To start a process costs more than most of these tests: they share them. */
  let deployment: Deployment;
  let api: Host;
  let other: Host;
  const workers: Host[] = [];

  beforeAll(async () => {
    deployment = deploymentOn(redisUrl, LONG_LEASE_MS);
    [api, other] = await Promise.all([deployment.start('api'), deployment.start('api')]);
  });
  afterAll(() => deployment?.close());

  /** As many workers as a test wants, whatever the one before it left. */
  async function haveWorkers(count: number): Promise<void> {
    for (const { process } of workers.splice(count)) {
      process.child.kill('SIGTERM');
      await process.end();
    }
    const missing = Array.from({ length: count - workers.length }, () => deployment.start('worker'));
    workers.push(...(await Promise.all(missing)));
  }

  it.each([1, 2, 4])('crawl exactly as many pages as the limit says: %d', async (count) => {
    await haveWorkers(count);
    for (const limit of [1, 37, 120]) {
      asked = [];
      const { status, paths } = await endOf(api, await submit(api, { limit }));
      expect([status, paths.length, distinct(paths)]).toEqual(['completed', limit, limit]);
      expect(asked).toHaveLength(limit);
    }
  });

  it('spread one crawl: two have twice as many requests under way as one', async () => {
    latencyMs = 60;
    await haveWorkers(1);
    expect(await mostPending(LANES)).toBe(LANES);
    await haveWorkers(2);
    await sleep(6_000); // both have heard of each other
    expect(await mostPending(2 * LANES)).toBe(2 * LANES);
  });

  /** Crawls the whole site, which answers once so many pages are asked for. @returns how many answers were under way at once */
  async function mostPending(count: number): Promise<number> {
    asked = [];
    const waiting: (() => void)[] = (held = []);
    const id = await submit(api, { limit: 1_000 });
    await until(() => waiting.length >= count);
    held = undefined;
    for (const send of waiting) send();
    const { paths } = await endOf(api, id);
    expect(paths).toHaveLength(PAGES);
    return Math.max(...asked.map(({ others }) => others + 1));
  }

  it('keep one pace at a site', async () => {
    await haveWorkers(2);
    const delayMs = 150;
    const [one, other] = [
      await submit(api, { limit: 20, delay: delayMs / 1000 }),
      await submit(api, { limit: 20, delay: delayMs / 1000 }),
    ];
    await Promise.all([endOf(api, one), endOf(api, other)]);
    // workers keep 0.95 of it; how busy they are moves single arrivals, never many in a row
    const eights = asked.slice(8).map(({ at }, n) => at - asked[n]!.at);
    expect(Math.min(...eights)).toBeGreaterThanOrEqual(0.5 * 8 * delayMs);
    expect(asked.at(-1)!.at - asked[0]!.at).toBeGreaterThanOrEqual(0.95 * 38 * delayMs);
  });

  it('have no API of their own, and an API process crawls nothing and answers for all crawls', async () => {
    await haveWorkers(0);
    const id = await submit(api);
    const later = await submit(other);
    await sleep(300);
    expect(asked).toEqual([]);
    expect(await statusOf(other, id)).toMatchObject({ status: 'scraping', completed: 0 });
    expect((await other.ask('/v1/crawl/active')).json.crawls).toHaveLength(2);
    expect((await other.delete(`/v1/crawl/${id}`)).status).toBe(200);
    expect((await statusOf(api, id)).status).toBe('cancelled');
    await haveWorkers(1);
    const worker = workers[0]!;
    expect((await worker.ask('/v1/crawl/active')).status).toBe(404);
    expect((await worker.ask('/health')).status).toBe(404);
    expect((await endOf(api, later)).paths).toHaveLength(PAGES);
    expect((await api.ask('/v0/health/readiness')).status).toBe(200);
  });

  it('accept a submission once, whichever process is asked', async () => {
    await haveWorkers(1);
    const headers = { 'x-idempotency-key': 'once' };
    const answers = await Promise.all(
      [api, other, api, other].map((one) => one.post('/v1/crawl', { url: site.url, limit: 1 }, headers)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await endOf(api, answers.find(({ status }) => status === 200)!.json.id);
  });

  it('feel a cancel, where every lane waits for an answer', async () => {
    await haveWorkers(2);
    const id = await submit(api);
    await untilAsked(8);
    latencyMs = 60_000; // no answer comes any more
    await until(() => pending.size >= LANES);
    await api.delete(`/v1/crawl/${id}`);
    await until(() => pending.size === 0); // measured: 19 to 28 ms
    await sleep(1_000); // the other worker may begin one more page before the notice reaches it
    expect(pending.size).toBe(0);
    const before = asked.length;
    await sleep(200);
    expect(asked).toHaveLength(before);
    expect((await statusOf(api, id)).status).toBe('cancelled');
  });
});

describeWithRedis('workers on one Redis that are lost', () => {
  let deployment: Deployment;
  afterEach(() => deployment?.close());

  function deploy(redis = redisUrl): Deployment {
    deployment = deploymentOn(redis, LEASE_MS);
    return deployment;
  }

  beforeEach(() => {
    latencyMs = 40;
  });

  it('lose nothing and store nothing twice when one is killed', async () => {
    const { start } = deploy();
    const [api, worker] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api);
    await untilAsked(PAGES / 3);
    worker!.process.child.kill('SIGKILL');
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, distinct(paths)]).toEqual(['completed', PAGES, PAGES]);
    expect(refetches()).toBeLessThanOrEqual(LANES);
  });

  it('go on where all of them were killed', async () => {
    const { start } = deploy();
    const [api, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api!);
    await untilAsked(PAGES / 3);
    for (const { process } of workers) process.child.kill('SIGKILL');
    await Promise.all(workers.map(({ process }) => process.end()));
    await start('worker');
    const { paths } = await endOf(api!, id);
    expect([paths.length, distinct(paths)]).toEqual([PAGES, PAGES]);
    expect(refetches()).toBeLessThanOrEqual(2 * LANES);
  });

  it('hand everything over when they are restarted one after another', async () => {
    const { start } = deploy();
    const [api, ...workers] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api!);
    for (const [n, { process }] of workers.entries()) {
      await untilAsked((PAGES / 4) * (n + 1));
      process.child.kill('SIGTERM');
      await process.end();
      await start('worker');
    }
    const { status, paths } = await endOf(api!, id);
    expect([status, paths.length, distinct(paths)]).toEqual(['completed', PAGES, PAGES]);
    expect(refetches()).toBeLessThanOrEqual(2 * LANES); // what was under way is asked for again, at once
  });

  it('do no harm when they come back to life after their leases', async () => {
    const { start } = deploy();
    const [api, frozen] = await Promise.all([start('api'), start('worker'), start('worker')]);
    const id = await submit(api);
    await untilAsked(PAGES / 3);
    frozen!.process.child.kill('SIGSTOP');
    await sleep(2 * LEASE_MS);
    frozen!.process.child.kill('SIGCONT');
    const { status, paths } = await endOf(api, id);
    expect([status, paths.length, distinct(paths)]).toEqual(['completed', PAGES, PAGES]);
    expect(refetches()).toBeLessThanOrEqual(LANES);
  });

  describe('with a Redis that fails', () => {
    let redis: RedisServer;
    beforeEach(async () => {
      redis = await RedisServer.start();
    });
    afterEach(async () => {
      await deployment.close();
      await redis.remove();
    });

    it('complete their crawls when it was restarted', async () => {
      const { start } = deploy(redis.url);
      const [api] = await Promise.all([start('api'), start('worker'), start('worker')]);
      const id = await submit(api);
      await untilAsked(PAGES / 3);
      await redis.kill();
      await sleep(500);
      await redis.start();
      await until(async () => (await statusOf(api, id)).success);
      const { status, paths } = await endOf(api, id);
      expect([status, paths.length, distinct(paths)]).toEqual(['completed', PAGES, PAGES]);
      expect(refetches()).toBeLessThanOrEqual(2 * LANES);
    });

    it('lose no page when it has forgotten the last second', async () => {
      await redis.remove();
      redis = await RedisServer.start({ appendonly: 'no' });
      const { start } = deploy(redis.url);
      const [api] = await Promise.all([start('api'), start('worker')]);
      const id = await submit(api);
      await untilAsked(PAGES / 4);
      const client = new Redis(redis.url);
      await client.save();
      client.disconnect();
      await untilAsked(PAGES / 2);
      await redis.kill(); // what came after the snapshot is lost
      await redis.start();
      await until(async () => (await statusOf(api, id)).success);
      const { status, paths } = await endOf(api, id);
      expect([status, paths.length, distinct(paths)]).toEqual(['completed', PAGES, PAGES]);
    });

    it('say so while it is away, and start and go on when it is back', async () => {
      const { start } = deploy(redis.url);
      const api = await start('api');
      await redis.kill();
      const worker = start('worker');
      const [refused, ready, status] = await Promise.all([
        api.post('/v1/crawl', { url: `${site.url}/` }),
        api.ask('/v0/health/readiness'),
        api.ask('/v1/crawl/00000000-0000-4000-8000-000000000000'),
      ]);
      expect([refused, ready, status].map((reply) => reply.status)).toEqual([503, 503, 503]);
      expect(refused.json).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        error: expect.stringContaining('Redis is out of reach'),
      });
      expect(refused.headers['retry-after']).toBeDefined();
      expect((await api.ask('/health')).status).toBe(200);
      await worker;
      await redis.start();
      await until(async () => (await api.ask('/v0/health/readiness')).status === 200);
      expect((await endOf(api, await submit(api, { limit: 20 }))).paths).toHaveLength(20);
    });
  });
});
