export { BullMqDriversModule } from '../drivers/bullmq/bullmq-drivers.module.js';
export type {
  BullMqDriversAsyncOptions,
  BullMqDriversOptions,
  BullMqDriversOptionsFactory,
} from '../drivers/bullmq/bullmq-drivers.module.js';
export type { RedisTarget } from '../drivers/redis/connection/redis-connection.js';
