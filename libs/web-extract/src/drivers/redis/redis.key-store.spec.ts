import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { UnavailableError } from '../../model/errors.js';
import type { Reservation } from '../../model/keys/api-key.js';
import { keyStoreContract, limitsOfDay } from '../../testing/contracts/key-store.contract.js';
import { usageCounterContract } from '../../testing/contracts/usage-counter.contract.js';
import { countInRedis } from '../rate-limiter/limiter.usage-counter.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisKeyStore } from './redis.key-store.js';

describeWithRedis('keys in Redis', () => {
  const opened: RedisConnection[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((connection) => connection.close())));

  function connect(url = redisUrl): RedisConnection {
    const connection = new RedisConnection({ url });
    connection.client.on('error', () => {}); // reported by the failing command
    opened.push(connection);
    return connection;
  }

  let prefix: string;
  beforeEach(() => {
    prefix = `test-${randomUUID()}:`;
  });
  /** Opens a store for which every reservation has expired. */
  const afterKill = () => new RedisKeyStore(connect(), prefix, 0);

  describe('keep the contract', () =>
    keyStoreContract(() => new RedisKeyStore(connect(), prefix), afterKill));

  it('count work that takes longer than anything may be set aside', async () => {
    const store = new RedisKeyStore(connect(), prefix);
    const [most, cost] = [
      { pages: 2, credits: 4 },
      { pages: 1, credits: 3 },
    ];
    await store.grant('anna', 10);
    const reservation = (await store.reserve('anna', most, limitsOfDay({ pages: 9 }))) as Reservation;
    expect(await afterKill().ledger('anna')).toEqual({ granted: 10, used: 0 });
    await store.settle('anna', reservation, most, cost);
    expect(await store.ledger('anna')).toEqual({ granted: 10, used: 3 });
    expect(await store.usageOfDay('anna')).toMatchObject({ pages: 1 });
  });

  describe('are counted by the contract', () =>
    usageCounterContract(() => countInRedis(connect(), `test-${randomUUID()}:`)));

  it('are counted for all processes', async () => {
    const [one, other] = [countInRedis(connect(), prefix), countInRedis(connect(), prefix)];
    await one.add('a', 1, 60);
    expect(await other.add('a', 1, 60)).toMatchObject({ count: 2 });
  });

  it('are out of reach with it', async () => {
    const away = connect('redis://127.0.0.1:1');
    await expect(new RedisKeyStore(away, 'a:').find('hash')).rejects.toBeInstanceOf(UnavailableError);
    await expect(countInRedis(away, 'a:').add('a', 1, 60)).rejects.toBeInstanceOf(UnavailableError);
  });
});
