import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { until } from '../../../../../test/support/crawls.js';
import type { Reservation } from '../../model/keys/api-key.js';
import { NO_USAGE } from '../../model/keys/usage.js';
import { UnavailableError } from '../../model/errors.js';
import { someKey, limitsOfDay } from '../../testing/contracts/key-store.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisKeyStore } from './redis.key-store.js';

describeWithRedis('RedisKeyStore in a full or slow Redis', () => {
  let server: RedisServer;
  let connection: RedisConnection;
  let store: RedisKeyStore;

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    server = await RedisServer.start({ appendonly: 'no' });
    connection = new RedisConnection({ url: server.url });
    store = new RedisKeyStore(connection, 'keys:');
  });
  afterEach(async () => {
    await connection.close();
    await server.remove();
    jest.restoreAllMocks();
  });

  const fill = () => connection.client.config('SET', 'maxmemory', 1);

  it('refuses keys and credits whole, and knows none of them', async () => {
    const key = someKey();
    await fill();
    await expect(store.add(key)).rejects.toBeInstanceOf(UnavailableError);
    await expect(store.grant('anna', 5)).rejects.toBeInstanceOf(UnavailableError);
    expect(await store.find(key.hash)).toBeNull();
    expect(await store.ofOwner('anna')).toEqual([]);
    expect(await store.ledger('anna')).toBeNull();
  });

  it('revokes keys, and counts what work came to that had begun before', async () => {
    const key = someKey();
    await store.add(key);
    await store.grant('anna', 5);
    const most = { pages: 1, credits: 3 };
    const reserved = (await store.reserve('anna', most, limitsOfDay({ pages: 10 }))) as Reservation;
    await fill();
    await expect(store.reserve('anna', most, limitsOfDay({ pages: 10 }))).rejects.toBeInstanceOf(
      UnavailableError,
    );
    await store.settle('anna', reserved, most, { pages: 1, credits: 2 });
    expect(await store.ledger('anna')).toEqual({ granted: 5, used: 2 });
    expect(await store.remove(key.id, 'anna')).toBe('anna');
    expect(await store.find(key.hash)).toBeNull();
  });

  it('adds a batch of usage once that is sent again because the answer was lost', async () => {
    const batch = { process: 'one', number: 1 };
    const amounts = { ...NO_USAGE, bytes: 10, tokens: 1 };
    await store.use('anna', amounts);
    server.freeze();
    await expect(store.use('anna', amounts, batch)).rejects.toBeInstanceOf(UnavailableError);
    server.thaw();
    await until(async () => (await store.usageOfDay('anna').catch(() => null))?.tokens === 2);
    expect(await store.use('anna', amounts, batch)).toMatchObject({ bytes: 20, tokens: 2 });
    expect(await store.use('anna', amounts, { ...batch, number: 2 })).toMatchObject({ bytes: 30 });
    expect(await store.use('anna', amounts, { ...batch, process: 'other' })).toMatchObject({ bytes: 40 });
  }, 30_000);
});
