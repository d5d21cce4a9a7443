import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { UnavailableError } from '../../model/errors.js';
import { cacheBodiesContract, historyBodiesContract } from '../../testing/contracts/body-packs.contract.js';
import { pageCacheContract } from '../../testing/contracts/page-cache.contract.js';
import {
  pageHistoryContract,
  someHead,
  someHistoryKey,
  someUpdate,
} from '../../testing/contracts/page-history.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisPageCache } from './redis.page-cache.js';
import { RedisPageHistory } from './redis.page-history.js';

const BOUNDS = { maxBytes: 4_000_000, maxBytesPerOwner: 1_000_000 };

describeWithRedis('pages in Redis', () => {
  let connection: RedisConnection;
  let prefix: string;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  beforeEach(() => {
    prefix = `test-${randomUUID()}:`;
  });
  afterEach(async () => {
    const keys = await connection.client.keys(`${prefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
  });
  afterAll(() => connection.close());

  let histories = 0;
  describe('keep the contract of histories', () =>
    pageHistoryContract((bounds) => new RedisPageHistory(connection, `${prefix}${++histories}:`, bounds)));
  describe('keep the contract of caches', () =>
    pageCacheContract((bounds) => new RedisPageCache(connection, `${prefix}${++histories}:`, bounds)));
  describe('keep the contract of histories with an archive', () =>
    historyBodiesContract((bounds) => new RedisPageHistory(connection, `${prefix}${++histories}:`, bounds)));
  describe('keep the contract of caches with an archive', () =>
    cacheBodiesContract((bounds) => new RedisPageCache(connection, `${prefix}${++histories}:`, bounds)));

  it('leave nothing of a forgotten owner but counts', async () => {
    const history = new RedisPageHistory(connection, prefix, BOUNDS);
    const alias = 'site.example/a';
    const verdict = {
      fingerprint: 'f',
      change: { previousAt: null, status: 'new', visibility: 'visible' },
    } as const;
    await history.record(someHistoryKey({ alias }), someUpdate({ visit: { id: 'visit', verdict } }), 0);
    await history.forget('anna');
    const left = await connection.client.keys(`${prefix}*`);
    expect(left.map((name) => name.slice(prefix.length)).sort()).toEqual([
      'history:numbers', 'history:owners', 'history:total',
    ]); // prettier-ignore
  });

  it('are read as earlier versions stored them', async () => {
    const history = new RedisPageHistory(connection, prefix, BOUNDS);
    await history.record(someHistoryKey(), someUpdate(), 0);
    const [name] = await connection.client.keys(`${prefix}history:heads:*`);
    const [[page, row] = ['', '']] = Object.entries(await connection.client.hgetall(name!));
    const { head } = someUpdate({ head: someHead({ fingerprint: 'earlier' }) });
    await connection.client.hset(name!, page, row.split('\n')[0] + '\n' + JSON.stringify(head));
    expect((await history.find(someHistoryKey())).entry).toMatchObject({ revision: 1, head });
    expect(await history.record(someHistoryKey(), someUpdate(), 1)).toMatchObject({ kind: 'recorded' });
    await history.forget('anna');
    expect((await history.usage()).bytes).toBe(0);
  });

  it('fail with UnavailableError while Redis is away', async () => {
    const away = new RedisConnection({ url: 'redis://127.0.0.1:1' });
    away.client.on('error', () => {}); // reported by the failing command
    const history = new RedisPageHistory(away, prefix, BOUNDS);
    await expect(history.find(someHistoryKey())).rejects.toThrow(UnavailableError);
    await away.close();
  });
});
