export { BullDriversModule } from '../drivers/bull/bull-drivers.module.js';
export type {
  BullDriversAsyncOptions,
  BullDriversOptions,
  BullDriversOptionsFactory,
} from '../drivers/bull/bull-drivers.module.js';
export type { RedisTarget } from '../drivers/redis/connection/redis-connection.js';
