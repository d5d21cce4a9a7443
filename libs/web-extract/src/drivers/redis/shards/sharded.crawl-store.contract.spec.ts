import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { startCluster, type RedisDeployment } from '../../../../../../test/support/redis-deployments.js';
import { crawlStoreContract } from '../../../testing/contracts/crawl-store.contract.js';
import { hostGateContract } from '../../../testing/contracts/host-gate.contract.js';
import { ShardedCrawlStore } from './sharded.crawl-store.js';
import { ShardedHostGate } from './sharded.host-gate.js';

jest.setTimeout(120_000);

describeWithRedis('On a Cluster of three', () => {
  let deployment: RedisDeployment;
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    deployment = await startCluster();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await deployment.remove();
  });

  describe('ShardedCrawlStore keeps the contract', () => {
    crawlStoreContract(async () => {
      const store = new ShardedCrawlStore(await deployment.open());
      return {
        store,
        close: async () => {
          store.close();
          await deployment.close();
        },
      };
    });
  });

  describe('ShardedHostGate keeps the contract', () => {
    const gates: ShardedHostGate[] = [];
    afterEach(async () => {
      for (const gate of gates.splice(0)) await gate.beforeApplicationShutdown();
      await deployment.close();
    });
    hostGateContract(async () => {
      const gate = new ShardedHostGate(await deployment.open());
      gates.push(gate);
      return gate;
    });
  });
});
