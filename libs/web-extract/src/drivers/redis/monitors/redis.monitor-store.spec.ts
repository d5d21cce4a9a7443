import { randomUUID } from 'node:crypto';
import { describeWithRedis, redisUrl } from '../../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { monitorStoreContract } from '../../../testing/contracts/monitor-store.contract.js';
import { partBytesContract } from '../../../testing/contracts/monitor-store/part-bytes.contract.js';
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

  const makeStore = () => {
    const prefix = `test-${randomUUID()}:`;
    prefixes.push(prefix);
    return new RedisMonitorStore(connection, prefix);
  };

  monitorStoreContract(makeStore);

  describe('on a Redis of its own', () => {
    let server: RedisServer;
    let own: RedisConnection;
    beforeAll(async () => {
      server = await RedisServer.start();
      own = new RedisConnection({ url: server.url });
    });
    afterAll(async () => {
      await own.close();
      await server.remove();
    });

    partBytesContract(() => ({
      store: new RedisMonitorStore(own, ''),
      bytes: async () => Number(/total_net_input_bytes:(\d+)/.exec(await own.client.info('stats'))![1]),
    }));
  });
});
