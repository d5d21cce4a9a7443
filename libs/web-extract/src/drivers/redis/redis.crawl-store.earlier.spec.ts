import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import {
  completePage,
  countersOf,
  LONG_MS,
  takeOne,
  urlOf,
} from '../../testing/contracts/crawl-store/samples.contract.js';
import { hashOf } from '../crawl-store/hash-of.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisCrawlStore } from './redis.crawl-store.js';

const HOST = 'site.test:80';

describeWithRedis('RedisCrawlStore, with a crawl of an earlier version', () => {
  let connection: RedisConnection;
  let store: RedisCrawlStore;
  let keyPrefix: string;
  let id: string;

  /** A crawl as version 0.1.0 wrote it: one row for each waiting URL, one hash of all known keys. */
  beforeEach(async () => {
    connection = new RedisConnection({ url: redisUrl });
    keyPrefix = `test-${randomUUID()}:`;
    store = new RedisCrawlStore(connection, { keyPrefix });
    id = randomUUID();
    const crawl = `${keyPrefix}{${id}}`;
    const fields = { status: 'running', owner: 'anna', createdAt: 1_000, limit: 100, known: 3, page: 1 };
    const rows = [1, 2].map((n) => `${n}[0,"http://${HOST}/p${n}",1,1,[19,3,"/p${n}"],[0,20],null]`);
    await connection.client
      .multi()
      .hset(crawl, { ...fields, request: JSON.stringify({ url: `http://${HOST}/` }) })
      .hset(`${crawl}:known`, { [hashOf('/')]: 0, [hashOf('/p1')]: 1, [hashOf('/p2')]: 2 })
      .sadd(`${crawl}:stored`, hashOf('/'))
      .rpush(`${crawl}:fresh:${HOST}`, ...rows)
      .zadd(`${crawl}:hosts`, 1, HOST)
      .zadd(`${keyPrefix}running`, 1_000, id)
      .zadd(`${keyPrefix}owner:anna`, 1_000, id)
      .exec();
  });
  afterEach(async () => {
    store.close();
    const keys = await connection.client.keys(`${keyPrefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  it('reads its rows, adds to them, and knows its keys', async () => {
    const first = await takeOne(store, id);
    expect(first).toMatchObject({ url: `http://${HOST}/p1`, foundOn: `http://${HOST}/`, hops: 1 });
    const children = [urlOf('/'), urlOf('/p2'), urlOf('/p3')];
    expect(await completePage(store, first, children)).toBe('page');
    expect((await takeOne(store, id)).url).toBe(`http://${HOST}/p2`);
    expect(await takeOne(store, id)).toMatchObject(urlOf('/p3'));
    expect(await countersOf(store, id)).toMatchObject({ pages: 2, queued: 0, leased: 2 });
  });

  it('leaves nothing of its queue behind', async () => {
    await store.finish(id, 'completed', null, LONG_MS);
    const keys = await connection.client.keys(`${keyPrefix}{${id}}:*`);
    expect(keys).toEqual([]);
  });
});
