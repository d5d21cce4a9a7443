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
import { packBytes } from '../page-store/pack-row.js';
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
    jest.restoreAllMocks();
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
    historyBodiesContract(
      (bounds) => new RedisPageHistory(connection, `${prefix}${++histories}:`, bounds),
      packBytes,
    ));
  describe('keep the contract of caches with an archive', () =>
    cacheBodiesContract(
      (bounds) => new RedisPageCache(connection, `${prefix}${++histories}:`, bounds),
      packBytes,
    ));

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

  it('are kept if they are visited while expired ones are removed', async () => {
    const history = new RedisPageHistory(connection, prefix, BOUNDS);
    const [key, visitedAt] = [someHistoryKey(), Date.now()];
    await history.record(key, someUpdate({ head: someHead({ visitedAt: 1_000 }) }), 0);
    const run = history['run'].bind(history);
    jest.spyOn(history as unknown as { run: typeof run }, 'run').mockImplementation(async (name, args) => {
      if (name === 'remove') await history.record(key, someUpdate({ head: someHead({ visitedAt }) }), 1);
      return run(name, args);
    });
    expect(await history.expire(2_000, 0)).toBe(0);
    expect((await history.find(key)).entry?.head.visitedAt).toBe(visitedAt);
  });

  it('fail with UnavailableError while Redis is away', async () => {
    const away = new RedisConnection({ url: 'redis://127.0.0.1:1' });
    away.client.on('error', () => {}); // reported by the failing command
    const history = new RedisPageHistory(away, prefix, BOUNDS);
    await expect(history.find(someHistoryKey())).rejects.toThrow(UnavailableError);
    await away.close();
  });
});
