import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { activityLogContract } from '../../testing/contracts/activity-log.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisActivityLog } from './redis.activity-log.js';

describeWithRedis('RedisActivityLog', () => {
  let connection: RedisConnection;
  const prefix = `test-${randomUUID()}:`;
  let logs = 0;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterAll(async () => {
    const keys = await connection.client.keys(`${prefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  describe('keeps the contract', () =>
    activityLogContract(() => new RedisActivityLog(connection, `${prefix}${++logs}:`)));
});
