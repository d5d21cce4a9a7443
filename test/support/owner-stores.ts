import { Logger } from '@nestjs/common';
import { describeWithRedis } from '../setup/redis.js';
import type { RedisDeployment } from './redis-deployments.js';
import { activityLogContract } from '../../libs/web-extract/src/testing/contracts/activity-log.contract.js';
import { changeLogContract } from '../../libs/web-extract/src/testing/contracts/change-log.contract.js';
import { keyStoreContract } from '../../libs/web-extract/src/testing/contracts/key-store.contract.js';
import { monitorStoreContract } from '../../libs/web-extract/src/testing/contracts/monitor-store.contract.js';
import {
  cacheBodiesContract,
  historyBodiesContract,
} from '../../libs/web-extract/src/testing/contracts/body-packs.contract.js';
import { pageCacheContract } from '../../libs/web-extract/src/testing/contracts/page-cache.contract.js';
import { pageHistoryContract } from '../../libs/web-extract/src/testing/contracts/page-history.contract.js';
import { usageCounterContract } from '../../libs/web-extract/src/testing/contracts/usage-counter.contract.js';
import { packBytes } from '../../libs/web-extract/src/drivers/page-store/pack-row.js';
import type { RedisShards } from '../../libs/web-extract/src/drivers/redis/shards/redis-shards.js';
import { ShardedActivityLog } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.activity-log.js';
import { ShardedKeyStore } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.key-store.js';
import { ShardedMonitorStore } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.monitor-store.js';
import { ShardedPageCache } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.page-cache.js';
import { ShardedPageHistory } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.page-history.js';
import { ShardedUsageCounter } from '../../libs/web-extract/src/drivers/redis/shards/owners/sharded.usage-counter.js';

/** The contracts of the stores of owners on several Redis. Each deployment has a spec of its own, so that they run in parallel. */
export function ownerStoresOn(name: string, start: () => Promise<RedisDeployment>): void {
  describeWithRedis(`The stores of owners on ${name} keep the contract of`, () => {
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
    describe('histories with an archive', () => historyBodiesContract(openHistory, packBytes));
    describe('caches with an archive', () => cacheBodiesContract(openCache, packBytes));
  });
}
