import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { handlerStoreContract } from '../../testing/contracts/handler-store.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisHandlerStore } from './redis.handler-store.js';

describeWithRedis('RedisHandlerStore', () => {
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

  handlerStoreContract(() => new RedisHandlerStore(connection, `${prefix}${++stores}:`));
});
