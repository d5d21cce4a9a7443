import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { crawlStoreContract } from '../../../testing/contracts/crawl-store.contract.js';
import { RedisConnection } from '../connection/redis-connection.js';
import { RedisShards } from './redis-shards.js';
import { ShardedCrawlStore } from './sharded.crawl-store.js';

jest.setTimeout(120_000);

const NOT_DURABLE = { appendonly: 'no' };

describeWithRedis('ShardedCrawlStore on three Redis', () => {
  let servers: RedisServer[];
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    servers = await Promise.all([
      RedisServer.start(NOT_DURABLE),
      RedisServer.start(NOT_DURABLE),
      RedisServer.start(NOT_DURABLE),
    ]);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await Promise.all(servers.map((server) => server.remove()));
  });

  describe('keeps the contract', () => {
    crawlStoreContract(async () => {
      const connections = servers.map(({ url }) => new RedisConnection({ url }));
      const shards = new RedisShards(connections, `test-${randomUUID()}`, 'list');
      await shards.onModuleInit();
      const store = new ShardedCrawlStore(shards);
      return {
        store,
        close: async () => {
          store.close();
          shards.onApplicationShutdown();
          await Promise.all(connections.map((connection) => connection.close()));
        },
      };
    });
  });
});
