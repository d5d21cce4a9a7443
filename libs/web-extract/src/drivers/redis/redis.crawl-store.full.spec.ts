import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../test/setup/redis.js';
import { until } from '../../../../../test/support/crawls.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { UnavailableError } from '../../model/errors.js';
import {
  completePage,
  countersOf,
  crawlAll,
  FACTS,
  LONG_MS,
  pageOutcome,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisCrawlStore } from './redis.crawl-store.js';

const GOAL_BYTES_A_URL = 400;

describeWithRedis('RedisCrawlStore and the memory of Redis', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let store: RedisCrawlStore;
  let errors: jest.SpyInstance;
  beforeEach(async () => {
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    server = await RedisServer.start({ appendonly: 'no' });
    connection = new RedisConnection({ url: server.url });
    store = new RedisCrawlStore(connection);
  });
  afterEach(async () => {
    store.close();
    await connection.close();
    await server.remove();
    jest.restoreAllMocks();
  });

  const usedBytes = async () =>
    Number(/^used_memory:(\d+)/m.exec(await connection.client.info('memory'))?.[1]);
  const setMost = (bytes: number) => connection.client.config('SET', 'maxmemory', bytes);

  it('refuses new crawls above the ceiling, and those that run go on', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(3) });
    const bounded = new RedisCrawlStore(connection, { maxMemoryBytes: (await usedBytes()) - 1 });
    const refusal = startCrawl(bounded);
    await expect(refusal).rejects.toBeInstanceOf(UnavailableError);
    await expect(refusal).rejects.toThrow(/Redis holds \d+ MB, new crawls are accepted below \d+ MB/);
    await crawlAll(bounded, id);
    expect(await countersOf(bounded, id)).toMatchObject({ pages: 3 });
    expect(await bounded.running(null)).toHaveLength(1);
    bounded.close();
  });

  it('has nine tenths of what Redis may use as its ceiling when none is set', async () => {
    await setMost(Math.round((await usedBytes()) / 0.8));
    await startCrawl(store);
    await setMost(Math.round((await usedBytes()) / 0.95));
    await expect(startCrawl(store)).rejects.toThrow('new crawls are accepted below');
    await setMost(0);
    await startCrawl(store);
  });

  it('changes nothing in a full Redis but what needs no room, and goes on when there is some', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(20), limit: 20 });
    const [page, given, kept] = [
      await takeOne(store, id),
      await takeOne(store, id),
      await takeOne(store, id),
    ];
    const before = await countersOf(store, id);
    await setMost(1);
    const unbounded = new RedisCrawlStore(connection, { maxMemoryBytes: Infinity });
    for (const refused of [
      () => completePage(store, page, urlsTo(5, '/new')),
      () => store.frontier.complete(page, { kind: 'blocked' }, [], FACTS),
      () => store.frontier.add(id, urlsTo(5, '/new')),
      () => startCrawl(unbounded, { idempotencyKey: 'key' }),
    ])
      await expect(refused()).rejects.toBeInstanceOf(UnavailableError);
    expect(await countersOf(store, id)).toEqual(before);
    const told = expect.stringMatching(
      /Redis takes nothing more, crawls wait for room: OOM .*'maxmemory'\.$/,
    );
    expect(errors.mock.calls).toEqual([[told]]);
    expect(await store.frontier.renew([page, kept], LONG_MS)).toEqual([]);
    expect(await store.frontier.release(given, 0, true)).toBe(true);
    await setMost(0);
    expect(await completePage(store, page, urlsTo(5, '/new'))).toBe('page');
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, queued: 23, leased: 1 });
    expect((await store.results.records(id, 0, 10)).map(({ outcome }) => outcome)).toEqual(['page']);
    expect(await store.running(null)).toHaveLength(1);
    await startCrawl(unbounded, { idempotencyKey: 'key' });
    expect(await store.running(null)).toHaveLength(2);
    unbounded.close();
  });

  it('ends crawls and deletes expired ones in a full Redis', async () => {
    const id = await startCrawl(store, {
      seeds: urlsTo(20),
      request: { webhook: { url: 'http://h.test/' } },
    });
    await completePage(store, await takeOne(store, id));
    await setMost(1);
    await expect(startCrawl(store)).rejects.toThrow('Service unavailable');
    const message = (await store.outbox.take('worker', LONG_MS))!;
    await store.outbox.advance(message, 1, true);
    expect(await store.finish(id, 'cancelled', null, 0)).toBe(true);
    expect(await store.expire(Date.now() + 1)).toBe(1);
    expect(await connection.client.keys('*')).toEqual(['web-extract:expired']);
  });

  it('warns once at start of a Redis that makes room by forgetting', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await store.onApplicationBootstrap();
    expect(warn).not.toHaveBeenCalled();
    await connection.client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await store.onApplicationBootstrap();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('maxmemory-policy is allkeys-lru')]]);
  });

  it('warns of it when it comes later than the application', async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const late = await RedisServer.start({ 'maxmemory-policy': 'allkeys-lru' });
    await late.kill();
    const waiting = new RedisConnection({ url: late.url });
    const itsStore = new RedisCrawlStore(waiting);
    await itsStore.onApplicationBootstrap();
    await late.start();
    await until(() => warn.mock.calls.length > 0);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('maxmemory-policy is allkeys-lru')]]);
    itsStore.close();
    await waiting.close();
    await late.remove();
  });

  it('accepts crawls where Redis does not say how full it is, and says so once', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await connection.client.call('ACL', 'SETUSER', 'default', '-info');
    await store.onApplicationBootstrap();
    await startCrawl(store);
    expect(await store.running(null)).toHaveLength(1);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('does not say how full it is')]]);
  });

  it(`takes less than ${GOAL_BYTES_A_URL} bytes for a queued address`, async () => {
    const count = 5_000;
    const id = await startCrawl(store, { limit: count });
    const before = await usedBytes();
    const urls = urlsTo(count, '/a-section-with-a-name/and-a-page-with-a-longer-one-').map((url, n) => ({
      ...url,
      key: url.url,
      variantOf: n % 3 === 0 ? `${url.url.slice(0, -1)}` : null,
    }));
    await store.frontier.add(id, urls);
    expect(((await usedBytes()) - before) / count).toBeLessThan(GOAL_BYTES_A_URL);
  });

  it('takes a third of a page for it, lists and text as pages have them', async () => {
    const count = 200;
    const id = await startCrawl(store, { limit: count, seeds: urlsTo(count) });
    const before = await usedBytes();
    let bytes = 0;
    for (let n = 0; n < count; n++) {
      const task = await takeOne(store, id);
      const outcome = pageOutcome(task.url, [], textOf(n));
      await store.frontier.complete(task, outcome, [], FACTS);
      bytes += JSON.stringify(outcome).length;
    }
    expect(((await usedBytes()) - before) / bytes).toBeLessThan(1 / 3);
  });
});

/** About 30 KB: every third line is made of numbers, which pack badly. */
function textOf(seed: number): string {
  const lines = Array.from({ length: 300 }, (_, n) => {
    const number = (seed * 7_919 + n * 104_729) % 1_000_003;
    return n % 3 === 0
      ? `| ${number} | ${number * 31} | ${(number * number) % 99_991} | ${number.toString(36)} | some of a table |`
      : `- [Item ${number % 997} of the shop](http://site.test/section/item-${number % 997}), and what is said of it`;
  });
  return lines.join('\n');
}
