export { BullDriversModule } from '../drivers/bull/bull-drivers.module.js';
export type {
  BullDriversAsyncOptions,
  BullDriversOptions,
  BullDriversOptionsFactory,
} from '../drivers/bull/bull-drivers.module.js';
export type { RedisTarget } from '../drivers/redis/connection/redis-connection.js';
export { ShardAdmin } from '../drivers/redis/shards/move/shard-admin.js';
export type { ShardAdminOptions } from '../drivers/redis/shards/move/shard-admin.js';
export type { MovedShard, MoveStep, PlannedMove } from '../drivers/redis/shards/move/shard-mover.js';
