export { BullMqDriversModule } from '../drivers/bullmq/bullmq-drivers.module.js';
export type {
  BullMqDriversAsyncOptions,
  BullMqDriversOptions,
  BullMqDriversOptionsFactory,
} from '../drivers/bullmq/bullmq-drivers.module.js';
export type { RedisTarget } from '../drivers/redis/connection/redis-connection.js';
export { ShardAdmin } from '../drivers/redis/shards/move/shard-admin.js';
export type { ShardAdminOptions } from '../drivers/redis/shards/move/shard-admin.js';
export type { MovedShard, MoveStep, PlannedMove } from '../drivers/redis/shards/move/shard-mover.js';
