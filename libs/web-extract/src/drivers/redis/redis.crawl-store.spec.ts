import { randomUUID } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { until } from '../../../../../test/support/crawls.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { crawlStoreContract } from '../../testing/contracts/crawl-store.contract.js';
import { longQueueContract } from '../../testing/contracts/crawl-store/long-queue.contract.js';
import { segmentsContract } from '../../testing/contracts/crawl-store/segments.contract.js';
import {
  completePage,
  countersOf,
  crawlAll,
  FACTS,
  failedOutcome,
  LONG_MS,
  pageOutcome,
  startCrawl,
  takeOne,
  urlOf,
  urlsTo,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import type { CrawlUrl, PageTask } from '../../model/crawl/crawl.js';
import { hashOf } from '../crawl-store/hash-of.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisExpiry } from './connection/redis-expiry.js';
import { RedisCrawlStore } from './redis.crawl-store.js';

const ALL = { from: 0, maxPages: 10_000, maxBytes: Infinity };
const DAY_MS = 24 * 3_600_000;

describeWithRedis('RedisCrawlStore', () => {
  let connection: RedisConnection;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterAll(() => connection.close());

  let keyPrefix: string;
  let store: RedisCrawlStore;
  beforeEach(() => {
    keyPrefix = `test-${randomUUID()}:`;
    store = new RedisCrawlStore(connection, { keyPrefix });
  });
  afterEach(async () => {
    store.close();
    const keys = await ownKeys();
    if (keys.length > 0) await connection.client.unlink(...keys);
  });

  const ownKeys = () => connection.client.keys(`${keyPrefix}*`);

  it('keeps the links of a site that chose them for the bits of their hashes in small buckets', async () => {
    const id = await startCrawl(store, { seeds: [] });
    const links = linksOfOneBucket(4_200); // more than half the values that a script passes to a command
    expect(await store.frontier.add(id, links)).toBe(links.length);
    expect(await store.frontier.add(id, links)).toBe(0);
    const buckets = (await ownKeys()).filter((key) => key.includes(':known:'));
    const sizes = await Promise.all(buckets.map((key) => connection.client.hlen(key)));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(links.length);
    expect(Math.max(...sizes)).toBeLessThan(links.length / 4);
  });

  describe('keeps the contract', () => {
    // about crawls that are not there, and archives out of reach
    beforeEach(() => {
      for (const level of ['log', 'warn'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    });
    afterEach(() => jest.restoreAllMocks());
    crawlStoreContract(async () => ({ store, close: async () => store.close() }));
    describe('segments', () => segmentsContract(() => store));
    describe('long queues', () => longQueueContract(() => store));
  });

  describe('leaves pages to workers that have a browser:', () => {
    const without = { hasBrowser: false, most: 10, patienceMs: LONG_MS };
    const take = (id: string, hasBrowser: boolean, leaseMs = LONG_MS, busy: string[] = []) =>
      store.frontier.take(id, 'worker', leaseMs, busy, hasBrowser);

    it('they come first there, and one without gets none', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(3) });
      const first = await takeOne(store, id);
      expect(await store.frontier.askForBrowser(first, without)).toBe('left');
      expect(await store.frontier.complete(first, pageOutcome(first.url), [], FACTS)).toBe('lost');
      expect(await countersOf(store, id)).toMatchObject({ queued: 3, leased: 0 });
      const second = await take(id, false);
      expect(second).toMatchObject({ kind: 'task', task: { key: '/p1' } });
      expect(await take(id, true, LONG_MS, [first.host])).toMatchObject({ kind: 'wait' });
      expect(await take(id, true)).toMatchObject({ kind: 'task', task: { key: '/p0', attempts: 0 } });
      expect(await take(id, true)).toMatchObject({ kind: 'task', task: { key: '/p2' } });
    });

    it('nobody else takes them, and the crawl is not drained meanwhile', async () => {
      const id = await startCrawl(store);
      await store.frontier.askForBrowser(await takeOne(store, id), without);
      const taken = await take(id, false);
      expect(taken).toMatchObject({ kind: 'wait', isLeft: true, untilMs: expect.any(Number) });
      expect(await take(id, true)).toMatchObject({ kind: 'task' });
      expect(await take(id, false)).toMatchObject({ kind: 'wait', untilMs: expect.any(Number) });
    });

    it('for as long as one of these was heard of, and no longer', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(2) });
      const impatient = { ...without, patienceMs: 50 };
      await store.frontier.askForBrowser(await takeOne(store, id), impatient);
      const taken = await take(id, false);
      const keeper = (taken as { task: PageTask }).task;
      await store.frontier.announceBrowser(LONG_MS);
      expect(await take(id, false, LONG_MS, [keeper.host])).toMatchObject({ kind: 'wait', isLeft: true });
      await until(async () => {
        const next = await take(id, false, 50);
        return next.kind === 'task' && next.task.key === '/p0';
      });
      expect(await store.frontier.askForBrowser(keeper, impatient)).toBe('nobody');
      expect(await completePage(store, keeper)).toBe('page');
    });

    it('not in a crawl that has had its pages', async () => {
      const id = await startCrawl(store);
      const task = await takeOne(store, id);
      expect(await store.frontier.askForBrowser(task, { ...without, most: 0 })).toBe('full');
      expect(await completePage(store, task)).toBe('page');
    });
  });

  describe('with another process', () => {
    let otherConnection: RedisConnection;
    let other: RedisCrawlStore;
    beforeEach(() => {
      otherConnection = new RedisConnection({ url: redisUrl });
      other = new RedisCrawlStore(otherConnection, { keyPrefix });
    });
    afterEach(async () => {
      other.close();
      await otherConnection.close();
    });

    it('has exactly the limit, each address once, and nothing twice', async () => {
      const limit = 300;
      const id = await startCrawl(store, { limit });
      const ended: string[] = [];
      const work = async (own: RedisCrawlStore) => {
        for (;;) {
          const taken = await own.frontier.take(id, 'worker', LONG_MS);
          if (taken.kind === 'drained') return;
          if (taken.kind !== 'task') continue;
          const { task } = taken;
          const isBad = ended.length % 7 === 3;
          const outcome = isBad ? failedOutcome(task.url) : pageOutcome(task.url);
          const kind = await own.frontier.complete(task, outcome, urlsTo(9, `${task.key}-`), FACTS);
          expect(kind).toBe(outcome.kind);
          ended.push(task.key);
        }
      };
      await Promise.all([store, other].flatMap((own) => Array.from({ length: 8 }, () => work(own))));
      const { pages } = await store.results.pages(id, ALL);
      expect(new Set(ended).size).toBe(ended.length);
      expect(new Set(pages.map(({ url }) => url)).size).toBe(limit);
      expect(await countersOf(other, id)).toMatchObject({ pages: limit, leased: 0 });
    });

    it('hears of changes, soon and not with every page, and of the end', async () => {
      const id = await startCrawl(store, { seeds: urlsTo(60) });
      const heard: string[] = [];
      const events = new EventEmitter();
      const stop = other.subscribe(id, (change) => {
        heard.push(change);
        events.emit(change);
      });
      await otherConnection.subscriber().ping(); // the subscription stands
      const progress = once(events, 'progress');
      const startedAt = performance.now();
      await crawlAll(store, id);
      await progress;
      const ended = once(events, 'ended');
      await store.finish(id, 'cancelled', null, LONG_MS);
      await ended;
      const tenths = Math.ceil((performance.now() - startedAt) / 100); // a busy machine takes its time for sixty pages
      expect(heard.length).toBeLessThan(tenths + 4);
      stop();
    });

    it('lets nobody disturb who froze beyond the lease and wakes up', async () => {
      const id = await startCrawl(store, { limit: 5, seeds: urlsTo(3) });
      const frozen = await takeOne(store, id, 0);
      const task = await takeOne(other, id);
      expect(task.key).toBe(frozen.key);
      expect(await store.frontier.renew([frozen], LONG_MS)).toEqual([frozen]);
      expect(await store.frontier.release(frozen, 0, true)).toBe(false);
      expect(await completePage(store, frozen, urlsTo(2_000, '/child'))).toBe('lost');
      expect(await countersOf(store, id)).toMatchObject({ pages: 0, queued: 2, leased: 1 });
      expect(await completePage(other, task)).toBe('page');
    });

    describe.each([
      ['ahead', DAY_MS],
      ['behind', -DAY_MS],
    ])('whose clock is %s', (_, aheadMs) => {
      beforeEach(() => {
        const now = Date.now;
        jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
      });
      afterEach(() => jest.restoreAllMocks());

      it('holds leases by the clock of Redis', async () => {
        const id = await startCrawl(store);
        const task = await takeOne(store, id, 10_000);
        jest.restoreAllMocks();
        expect((await other.frontier.take(id, 'worker', LONG_MS)).kind).toBe('wait');
        expect(await completePage(store, task)).toBe('page');
      });

      it('says when to look again, and gives back for later, by its own clock', async () => {
        const id = await startCrawl(store, { seeds: urlsTo(2) });
        const laterMs = Date.now() + LONG_MS;
        await store.frontier.release(await takeOne(store, id), laterMs, false);
        await takeOne(store, id);
        const { untilMs } = (await store.frontier.take(id, 'worker', LONG_MS)) as { untilMs: number };
        expect(Math.abs(untilMs - laterMs)).toBeLessThan(LONG_MS / 2); // the clocks are a day apart
      });

      it('deletes nothing that has not expired', async () => {
        const id = await startCrawl(store);
        await store.finish(id, 'completed', null, LONG_MS);
        expect(await store.expire(Date.now())).toBe(0);
        expect(await store.expire(Date.now() + 2 * LONG_MS)).toBe(1);
      });
    });
  });

  it('asks Redis once for a take and once for a completion', async () => {
    const id = await startCrawl(store, { limit: 100, seeds: urlsTo(50) });
    await completePage(store, await takeOne(store, id)); // scripts are known to Redis from here on
    const before = store.roundTrips;
    for (let n = 0; n < 20; n++) await completePage(store, await takeOne(store, id), urlsTo(60, `/${n}-`));
    expect(store.roundTrips - before).toBeLessThanOrEqual(58); // 60 with one more notification per page
  });

  it('says that a crawl was created when it is asked again because the answer was lost', async () => {
    const job = { id: randomUUID(), owner: 'anna', request: { url: 'http://site.test/' }, createdAt: 5 };
    const crawl = { job, limit: 5, seeds: urlsTo(1), idempotencyKey: 'key' };
    expect(await store.create(crawl)).toBe('created');
    expect(await store.create(crawl)).toBe('created');
    expect(await store.create({ ...crawl, job: { ...job, id: randomUUID() } })).toBe('key-used');
  });

  it('gives a long answer whole, though it is read in rounds', async () => {
    const id = await startCrawl(store, { limit: 100, seeds: urlsTo(30) });
    const text = (n: number) => `${n} `.repeat(50_000);
    for (let n = 0; n < 30; n++) {
      const task = await takeOne(store, id);
      await store.frontier.complete(task, pageOutcome(task.url, [], text(n)), [], FACTS);
    }
    const { pages, next, hasMore } = await store.results.pages(id, ALL);
    expect(pages.map(({ markdown }) => markdown?.length)).toEqual(urlsTo(30).map((_, n) => text(n).length));
    expect(pages[29]!.markdown).toBe(text(29));
    expect([next, hasMore]).toEqual([30, false]);
  });

  it('reads many records in rounds, and any part of them', async () => {
    const id = await startCrawl(store, { limit: 3_000, seeds: urlsTo(2_100) });
    for (let n = 0; n < 2_100; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
        }),
      );
    expect(await store.results.records(id, 0, Infinity)).toHaveLength(2_100);
    expect(await store.results.records(id, 2_000, 1_000)).toHaveLength(100);
    expect(new Set(await store.results.robotsBlocked(id)).size).toBe(2_100);
  });

  /** Starts a Redis server of its own. */
  async function onOwnRedis(use: (store: RedisCrawlStore, client: Redis) => Promise<void>): Promise<void> {
    const server = await RedisServer.start();
    const own = new RedisConnection({ url: server.url });
    const lonely = new RedisCrawlStore(own);
    try {
      await use(lonely, own.client);
    } finally {
      lonely.close();
      await own.close();
      await server.remove();
    }
  }

  it('skips thousands of addresses of a busy host without reading them', () =>
    onOwnRedis(async (lonely, client) => {
      const quiet = urlOf('/quiet', { host: 'quiet.test:80' });
      const id = await startCrawl(lonely, { limit: 100_000, seeds: urlsTo(1) });
      await lonely.frontier.add(id, [...urlsTo(20_000, '/busy'), quiet]);
      const before = await commandsOf(client);
      expect((await takeOne(lonely, id, LONG_MS, ['site.test:80'])).key).toBe('/quiet');
      expect((await commandsOf(client)) - before).toBeLessThan(40);
    }));

  it('leaves nothing in Redis when everything has expired', async () => {
    const request = { webhook: { url: 'http://hook.test/' } };
    const hosts = Array.from({ length: 1_300 }, (_, n) => urlOf(`/of-${n}`, { host: `h${n}.test:80` }));
    const id = await startCrawl(store, { seeds: urlsTo(4), request, idempotencyKey: 'key' });
    await store.frontier.add(id, [...hosts, ...urlsTo(3, '/v').map((url) => ({ ...url, variantOf: '/v' }))]);
    await store.frontier.complete(await takeOne(store, id), failedOutcome('http://site.test/'), [], FACTS);
    await store.frontier.complete(await takeOne(store, id), { kind: 'blocked' }, [], FACTS);
    await completePage(store, await takeOne(store, id), urlsTo(5, '/more'));
    await store.frontier.release(await takeOne(store, id), Date.now() + LONG_MS, true);
    await takeOne(store, id);
    await store.outbox.take('worker', LONG_MS);
    await store.finish(id, 'cancelled', null, LONG_MS);
    expect((await ownKeys()).filter((key) => /:(fresh|back|known|out|waiting|holders)/.test(key))).toEqual(
      [],
    );
    await store.expire(Date.now() + 2 * LONG_MS);
    expect(await store.isExpired(id)).toBe(true);
    await store.expire(Date.now() + 2 * LONG_MS + DAY_MS);
    expect(await ownKeys()).toEqual([]);
  });

  it('lets Redis delete results by itself should nobody else do it', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(2) });
    await crawlAll(store, id);
    await store.finish(id, 'completed', null, LONG_MS);
    for (const name of ['pages', 'sizes', 'records']) {
      const leftMs = await connection.client.pttl(`${keyPrefix}{${id}}:${name}`);
      expect(leftMs).toBeGreaterThan(LONG_MS / 2);
      expect(leftMs).toBeLessThanOrEqual(2 * LONG_MS);
    }
  });

  it('goes on with a deletion that was cut short', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const cut = jest.spyOn(RedisExpiry.prototype, 'sweep').mockRejectedValue(new Error('killed'));
    await store.finish(id, 'cancelled', null, LONG_MS);
    cut.mockRestore();
    expect((await ownKeys()).some((key) => key.includes(':fresh:'))).toBe(true);
    await store.expire(Date.now());
    expect((await ownKeys()).some((key) => key.includes(':fresh:'))).toBe(false);
  });

  it('ends work on a crawl that somebody deleted in Redis, and says so', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const id = await startCrawl(store, { seeds: urlsTo(2) });
    const task = await takeOne(store, id);
    await connection.client.unlink(...(await ownKeys()));
    expect(await completePage(store, task)).toBe('lost');
    expect(await store.frontier.take(id, 'worker', LONG_MS)).toEqual({ kind: 'over', status: 'failed' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`Crawl ${id} was at work`)]]);
    warn.mockRestore();
  });

  it('runs its scripts in a Redis that has never seen them', () =>
    onOwnRedis(async (lonely, client) => {
      const id = await startCrawl(lonely, { seeds: urlsTo(2) });
      await client.script('FLUSH');
      await crawlAll(lonely, id);
      await client.script('FLUSH');
      expect((await lonely.results.pages(id, ALL)).pages).toHaveLength(2);
    }));
});

/** Commands that Redis has run so far, those inside scripts too. */
async function commandsOf(client: Redis): Promise<number> {
  const stats = await client.info('commandstats');
  return [...stats.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

/** Links whose hashes begin with a number that ends with the same eight bits. */
function linksOfOneBucket(count: number): CrawlUrl[] {
  const links: CrawlUrl[] = [];
  for (let n = 0; links.length < count; n++) {
    const link = urlOf(`/p${n}`);
    const bits = Buffer.from(hashOf(link.key).slice(0, 4), 'base64url').readUIntBE(0, 3);
    if (bits % 256 === 128) links.push(link);
  }
  return links;
}
