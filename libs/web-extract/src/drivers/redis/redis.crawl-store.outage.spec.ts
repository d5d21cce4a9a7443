import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../test/setup/redis.js';
import { heard } from '../../../../../test/support/heard.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { UnavailableError } from '../../model/errors.js';
import {
  completePage,
  countersOf,
  crawlAll,
  LONG_MS,
  startCrawl,
  takeOne,
  urlsTo,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisCrawlStore } from './redis.crawl-store.js';

/** Five seconds by the clock of a machine that has nothing else to do. */
const LONGEST_MS = 20_000;
const ALL = { from: 0, maxPages: 1_000, maxBytes: Infinity };

describeWithRedis('RedisCrawlStore while Redis is away', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let store: RedisCrawlStore;
  beforeEach(async () => {
    for (const level of ['error', 'log'] as const) jest.spyOn(Logger.prototype, level).mockImplementation();
    server = await RedisServer.start();
    connection = new RedisConnection({ url: server.url });
    store = new RedisCrawlStore(connection);
  });
  afterEach(async () => {
    store.close();
    await connection.close();
    await server.remove();
    jest.restoreAllMocks();
  });

  async function expectUnavailable(crawlId: string, task: Parameters<typeof completePage>[1]): Promise<void> {
    const before = Date.now();
    const calls = [
      startCrawl(store),
      store.find(crawlId),
      store.isExpired(crawlId),
      store.running(null),
      store.ofOwner('anna'),
      store.frontier.take(crawlId, 'worker', LONG_MS),
      store.frontier.renew([task], LONG_MS),
      store.frontier.release(task, 0, false),
      store.frontier.add(crawlId, urlsTo(2)),
      completePage(store, task, urlsTo(1_200)),
      store.finish(crawlId, 'cancelled', null, LONG_MS),
      store.results.pages(crawlId, ALL),
      store.results.failures(crawlId),
      store.results.robotsBlocked(crawlId),
      store.results.records(crawlId, 0, 9),
      store.outbox.take('worker', LONG_MS),
      store.outbox.advance(
        { crawlId, lease: 'x', position: 0, owner: 'anna', receiver: 'hook.test', tries: 0 },
        1,
        true,
      ),
      store.expire(Date.now()),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect([status, reason]).toEqual(['rejected', expect.any(UnavailableError)]);
    }
    expect(Date.now() - before).toBeLessThan(LONGEST_MS);
  }

  it('fails everything soon when it is gone, and goes on with all it had acknowledged', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(8) });
    await completePage(store, await takeOne(store, id));
    const task = await takeOne(store, id);
    const gone = heard(connection.client, 'close');
    await server.kill();
    await gone;
    await expectUnavailable(id, task);
    const back = heard(connection.client, 'ready');
    await server.start();
    await back;
    expect(await countersOf(store, id)).toMatchObject({ pages: 1, leased: 1, queued: 6 });
    expect(await completePage(store, task)).toBe('page');
    await crawlAll(store, id);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(8);
  });

  it('fails everything soon when it does not answer, and stays exact whatever it did afterwards', async () => {
    const id = await startCrawl(store, { seeds: urlsTo(8), limit: 6 });
    const task = await takeOne(store, id);
    const another = await startCrawl(store); // scripts are known to Redis from here on
    await crawlAll(store, another);
    await store.finish(another, 'completed', null, LONG_MS);
    server.freeze();
    await expectUnavailable(id, task);
    server.thaw();
    await connection.client.ping(); // all earlier commands are finished now
    const { status, counters } = (await store.find(id))!;
    const { pages, abandoned, leased } = counters;
    expect(status).toBe('cancelled');
    expect(pages + abandoned).toBeGreaterThanOrEqual(1);
    expect(leased).toBe(0);
    expect((await store.results.pages(id, ALL)).pages).toHaveLength(pages);
  });

  it('tells listeners to look when the connection is back', async () => {
    const id = await startCrawl(store);
    const told = new Promise((resolve) => store.subscribe(id, resolve));
    await connection.subscriber().ping();
    const gone = heard(connection.subscriber(), 'close');
    await server.kill();
    await gone;
    await server.start();
    expect(await told).toBe('progress');
  });
});
