import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../../../../../../../test/setup/redis.js';
import { ClusterDeployment } from '../../../../../../../test/support/redis-deployments.js';
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
import { packBytes } from '../../../page-store/pack-row.js';
import type { RedisShards } from '../redis-shards.js';
import { ShardedActivityLog } from './sharded.activity-log.js';
import { ShardedKeyStore } from './sharded.key-store.js';
import { ShardedMonitorStore } from './sharded.monitor-store.js';
import { ShardedPageCache } from './sharded.page-cache.js';
import { ShardedPageHistory } from './sharded.page-history.js';
import { ShardedUsageCounter } from './sharded.usage-counter.js';

describeWithRedis('The stores of owners on a Cluster of three keep the contract of', () => {
  let deployment: ClusterDeployment;
  let shards: RedisShards;
  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    deployment = await ClusterDeployment.start();
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
  describe('histories with an archive', () => historyBodiesContract(openHistory, packBytes));
  describe('caches with an archive', () => cacheBodiesContract(openCache, packBytes));
});
