import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { sessionStoreContract } from '../../testing/contracts/session-store.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisSessionStore } from './redis.session-store.js';

describeWithRedis('RedisSessionStore', () => {
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

  sessionStoreContract(() => new RedisSessionStore(connection, `${prefix}${++stores}:`));
});
