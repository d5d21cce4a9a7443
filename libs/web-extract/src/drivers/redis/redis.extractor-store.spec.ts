import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../test/support/redis-server.js';
import { UnavailableError } from '../../model/errors.js';
import { NO_BUSY_RECEIVERS } from '../../ports/stores/webhook-outbox.port.js';
import { extractorStoreContract } from '../../testing/contracts/extractor-store.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisExtractorStore } from './redis.extractor-store.js';

describeWithRedis('RedisExtractorStore', () => {
  const prefix = `test-${randomUUID()}:`;
  let stores = 0;
  let connection: RedisConnection;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterAll(async () => {
    const keys = await connection.client.keys(`${prefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  extractorStoreContract(() => new RedisExtractorStore(connection, `${prefix}${++stores}:`));

  it('marks extractors by the clock of Redis, whatever the clock of the process says', async () => {
    const store = new RedisExtractorStore(connection, `${prefix}${++stores}:`);
    const mark = async (aheadMs: number, waitMs: number) => {
      const id = randomUUID();
      const bounds = { maxPerOwner: 10, maxBytesPerOwner: 1e6, maxBytes: 1e9 };
      await store.create('anna', { id, name: null, revision: 1, createdAt: 1, state: '{}' }, bounds);
      const now = Date.now() + aheadMs;
      const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
      await store.setWaiting('anna', id, { receiver: 'hook.test', dueAt: now + waitMs });
      clock.mockRestore();
      return id;
    };
    const ahead = await mark(1_800_000, 0);
    await mark(-1_800_000, 600_000);
    expect((await store.takeWaiting(60_000, NO_BUSY_RECEIVERS))?.id).toBe(ahead);
    expect(await store.takeWaiting(60_000, NO_BUSY_RECEIVERS)).toBeNull();
  });

  it('answers whether Redis has refused counts, and fails if they may have been added', async () => {
    const server = await RedisServer.start();
    const own = new RedisConnection({ url: server.url });
    jest.spyOn(Logger.prototype, 'error').mockImplementation();
    try {
      const store = new RedisExtractorStore(own, prefix);
      const counts = { pages: 1, modelPages: 0, tokens: 0, tokensSaved: 900 };
      await own.client.config('SET', 'maxmemory', '1');
      expect(await store.addCounts('job', counts)).toBe(false);
      await own.client.config('SET', 'maxmemory', '0');
      expect(await store.counts('job')).toBeNull();
      expect(await store.addCounts('job', counts)).toBe(true);
      own.client.disconnect();
      await expect(store.addCounts('job', counts)).rejects.toThrow(UnavailableError);
    } finally {
      await own.close();
      await server.remove();
    }
  });
});
