import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { UnavailableError } from '../../../model/errors.js';
import {
  completePage,
  LONG_MS,
  startCrawl,
  takeOne,
} from '../../../testing/contracts/crawl-store/samples.contract.js';
import { RedisConnection } from './redis-connection.js';
import { redisError, ThrottledErrorLog } from './redis-error.js';
import { RedisCrawlStore } from '../redis.crawl-store.js';

const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

const REFUSALS = [
  'OOM command not allowed when used memory > maxmemory',
  'LOADING Redis is loading the dataset in memory',
  "NOPERM this user has no permissions to access the 'web-extract:{1}' key",
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  "READONLY You can't write against a read only replica.",
  'MOVED 3999 10.1.2.3:6381',
  'NOAUTH Authentication required.',
  'ERR max number of clients reached',
  'ERR Error running script (call to f_1): @user_script:9: -OOM command not allowed',
  'a word that nobody has heard of',
];

describe('redisError', () => {
  it.each(REFUSALS)('tells callers no more than that Redis cannot serve: %s', (message) => {
    const error = redisError(replyError(message)) as UnavailableError;
    expect(error).toEqual(new UnavailableError('Redis cannot serve now', 5));
    expect([error.retryAfterSeconds, (error.cause as Error).message]).toEqual([5, message]);
  });

  it.each(['Connection is closed.', 'Command timed out', 'connect ECONNREFUSED 10.1.2.3:6379'])(
    'says that Redis is out of reach: %s',
    (message) =>
      expect(redisError(new Error(message))).toEqual(new UnavailableError('Redis is out of reach', 5)),
  );

  it('leaves faults of ours, and what is explained already, as they are', () => {
    for (const error of [new TypeError('x is not a function'), new UnavailableError('x')])
      expect(redisError(error)).toBe(error);
  });
});

describe('ThrottledErrorLog', () => {
  it('tells each kind once', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const log = new ThrottledErrorLog();
    for (const message of [...REFUSALS, ...REFUSALS]) log.tell(replyError(message));
    log.tell(new Error('Connection is closed.'));
    const kinds = error.mock.calls.map(([text]) => String(text).slice(0, 44));
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds).toHaveLength(9);
    error.mockRestore();
  });
});

describeWithRedis('RedisCrawlStore with a Redis that refuses', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let store: RedisCrawlStore;
  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
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

  async function expectPlainRefusal(calls: readonly Promise<unknown>[]): Promise<void> {
    for (const result of await Promise.allSettled(calls)) {
      const { reason } = result as PromiseRejectedResult;
      expect([result.status, reason]).toEqual([
        'rejected',
        new UnavailableError('Redis cannot serve now', 5),
      ]);
    }
  }

  it('answers so when the user lacks a right', async () => {
    const id = await startCrawl(store);
    const task = await takeOne(store, id);
    await connection.client.call('ACL', 'SETUSER', 'poor', 'on', '>pass', '~other:*', '+@all');
    await connection.client.call('AUTH', 'poor', 'pass');
    const ofAll = [store.find(id), store.running('anna'), store.running(null), store.checkReady()];
    await expectPlainRefusal([
      startCrawl(store),
      completePage(store, task),
      store.expire(Date.now()),
      ...ofAll,
    ]);
  });

  it('answers so when something else has the name of a key', async () => {
    const id = await startCrawl(store);
    await connection.client.set('web-extract:owner:anna', 'something else');
    await connection.client.set(`web-extract:{${id}}:leases`, 'something else');
    await expectPlainRefusal([
      startCrawl(store),
      store.ofOwner('anna'),
      store.find(id),
      store.frontier.take(id, 'w', LONG_MS),
    ]);
  });
});
