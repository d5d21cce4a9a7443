import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../../test/setup/redis.js';
import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisMonitorStore } from './redis.monitor-store.js';

describeWithRedis('RedisMonitorStore', () => {
  const prefixes: string[] = [];
  let connection: RedisConnection;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterAll(async () => {
    for (const prefix of prefixes) {
      const keys = await connection.client.keys(`${prefix}*`);
      if (keys.length > 0) await connection.client.unlink(...keys);
    }
    await connection.close();
  });

  monitorStoreContract(() => {
    const prefix = `test-${randomUUID()}:`;
    prefixes.push(prefix);
    return new RedisMonitorStore(connection, prefix);
  });
});
