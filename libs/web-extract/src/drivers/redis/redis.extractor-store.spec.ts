import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
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
});
