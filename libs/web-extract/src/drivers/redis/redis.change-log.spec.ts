import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../test/setup/redis.js';
import { changeLogContract } from '../../testing/contracts/change-log.contract.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisPageHistory } from './redis.page-history.js';

describeWithRedis('Change feeds in Redis', () => {
  const prefix = `test-${randomUUID()}:`;
  let histories = 0;
  let connection: RedisConnection;
  beforeAll(() => {
    connection = new RedisConnection({ url: redisUrl });
  });
  afterAll(async () => {
    const keys = await connection.client.keys(`${prefix}*`);
    if (keys.length > 0) await connection.client.unlink(...keys);
    await connection.close();
  });

  changeLogContract((bounds) => new RedisPageHistory(connection, `${prefix}${++histories}:`, bounds));
});
