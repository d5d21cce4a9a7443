import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../../test/setup/redis.js';
import {
  startCluster,
  startList,
  type RedisDeployment,
} from '../../../../../../../test/support/redis-deployments.js';
import { activityLogContract } from '../../../../testing/contracts/activity-log.contract.js';
import { changeLogContract } from '../../../../testing/contracts/change-log.contract.js';
import { keyStoreContract } from '../../../../testing/contracts/key-store.contract.js';
import { monitorStoreContract } from '../../../../testing/contracts/monitor-store.contract.js';
import {
  cacheBodiesContract,
  historyBodiesContract,
} from '../../../../testing/contracts/body-packs.contract.js';
import { pageCacheContract } from '../../../../testing/contracts/page-cache.contract.js';
import { pageHistoryContract } from '../../../../testing/contracts/page-history.contract.js';
import { usageCounterContract } from '../../../../testing/contracts/usage-counter.contract.js';
import type { RedisShards } from '../redis-shards.js';
import { ShardedActivityLog } from './sharded.activity-log.js';
import { ShardedKeyStore } from './sharded.key-store.js';
import { ShardedMonitorStore } from './sharded.monitor-store.js';
import { ShardedPageCache } from './sharded.page-cache.js';
import { ShardedPageHistory } from './sharded.page-history.js';
import { ShardedUsageCounter } from './sharded.usage-counter.js';

jest.setTimeout(60_000);

const DEPLOYMENTS: Readonly<Record<string, () => Promise<RedisDeployment>>> = {
  'three Redis': () => startList(3),
  'a Cluster of three': startCluster,
};

describeWithRedis.each(Object.entries(DEPLOYMENTS))(
  'The stores of owners on %s keep the contract of',
  (_, start) => {
    let deployment: RedisDeployment;
    let shards: RedisShards;
    beforeAll(async () => {
      jest.spyOn(Logger.prototype, 'warn').mockImplementation();
      deployment = await start();
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await deployment.remove();
    });
    beforeEach(async () => {
      shards = await deployment.open();
    });
    afterEach(() => deployment.close());

    describe('keys', () => {
      keyStoreContract(
        () => new ShardedKeyStore(shards),
        () => new ShardedKeyStore(shards, 0),
      );
    });
    describe('counters', () => usageCounterContract(() => new ShardedUsageCounter(shards)));
    describe('requests', () => activityLogContract(() => new ShardedActivityLog(shards)));
    describe('monitors', () => monitorStoreContract(() => new ShardedMonitorStore(shards)));
    const openHistory = async (bounds: { maxBytes: number; maxBytesPerOwner: number }) =>
      new ShardedPageHistory(await deployment.open(), bounds, 0);
    describe('histories', () => pageHistoryContract(openHistory));
    describe('change feeds', () => changeLogContract(openHistory));
    const openCache = async (bounds: { maxBytes: number; maxBytesPerOwner: number }) =>
      new ShardedPageCache(await deployment.open(), bounds, 0);
    describe('caches', () => pageCacheContract(openCache));
    describe('histories with an archive', () => historyBodiesContract(openHistory));
    describe('caches with an archive', () => cacheBodiesContract(openCache));
  },
);
