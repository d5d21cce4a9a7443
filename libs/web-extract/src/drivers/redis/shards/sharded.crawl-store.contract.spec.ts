import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { ClusterDeployment } from '../../../../../../test/support/redis-deployments.js';
import { crawlStoreContract } from '../../../testing/contracts/crawl-store.contract.js';
import { hostGateContract } from '../../../testing/contracts/host-gate.contract.js';
import { RedisHostGate } from '../redis.host-gate.js';
import { ShardedCrawlStore } from './sharded.crawl-store.js';

jest.setTimeout(120_000);

describeWithRedis('On a Cluster of three', () => {
  let deployment: ClusterDeployment;
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    deployment = await ClusterDeployment.start();
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

  describe('RedisHostGate keeps the contract', () => {
    const gates: RedisHostGate[] = [];
    afterEach(async () => {
      for (const gate of gates.splice(0)) await gate.beforeApplicationShutdown();
      await deployment.close();
    });
    hostGateContract(async () => {
      const shards = await deployment.open();
      const gate = new RedisHostGate(shards.link, { prefix: (host) => shards.placeOf(host).prefix });
      gates.push(gate);
      return gate;
    });
  });
});
