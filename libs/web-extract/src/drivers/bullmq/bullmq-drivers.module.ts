import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Queue } from 'bullmq';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import {
  asyncSettings,
  REDIS_DRIVERS,
  REDIS_PORTS,
  redisConnections,
  SLOTS,
  staticSettings,
  type RedisDriversAsyncOptions,
} from '../redis/redis-drivers.js';
import { RedisDriversSettings, type RedisDriversOptions } from '../redis/redis-drivers.options.js';
import { RedisShards } from '../redis/shards/redis-shards.js';
import type { SlotData } from '../turns/queued-job.js';
import { BullMqJobQueue } from './bullmq.job-queue.js';
import { queueOptions } from './bullmq-queue-options.js';

/**
 * Options for crawls in Redis that are distributed over workers. Every process of one deployment needs the same
 * values.
 */
export type BullMqDriversOptions = RedisDriversOptions;

/** Makes the options, for `useClass` and `useExisting`. */
export interface BullMqDriversOptionsFactory {
  createBullMqDriversOptions(): BullMqDriversOptions | Promise<BullMqDriversOptions>;
}

/** Options provided by other providers. Set one of `useFactory`, `useClass` and `useExisting`. */
export type BullMqDriversAsyncOptions = RedisDriversAsyncOptions<BullMqDriversOptionsFactory>;

/**
 * Distributes crawls over several processes like `BullDriversModule`, with BullMQ instead of Bull. Hosts find the queue
 * with `app.get(Queue, { strict: false })`.
 */
@Module({})
export class BullMqDriversModule {
  /** @throws InvalidOptionsError listing every invalid option */
  static forRoot(options: BullMqDriversOptions): DynamicModule {
    return assemble([], staticSettings(options));
  }

  static forRootAsync({ imports = [], ...given }: BullMqDriversAsyncOptions): DynamicModule {
    const settings = asyncSettings(given, 'BullMqDriversModule', (by) => by.createBullMqDriversOptions());
    return assemble(imports, settings);
  }
}

function assemble(imports: ModuleMetadata['imports'], settings: Provider[]): DynamicModule {
  return {
    module: BullMqDriversModule,
    imports: [redisConnections(imports, settings)],
    providers: [...REDIS_DRIVERS, QUEUE, JOB_QUEUE],
    exports: [...REDIS_PORTS, JobQueue],
  };
}

const QUEUE: Provider = {
  provide: Queue,
  useFactory: ({ connection, home }: RedisShards, { queueName }: RedisDriversSettings) =>
    new Queue(queueName, queueOptions(connection, home.prefix)),
  inject: [RedisShards, RedisDriversSettings],
};

const JOB_QUEUE: Provider = {
  provide: JobQueue,
  useFactory: (
    queue: Queue<SlotData>,
    { connection, home }: RedisShards,
    { lockMs }: RedisDriversSettings,
    store: CrawlStore,
  ) => {
    const describe = (id: string) => store.find(id);
    return new BullMqJobQueue(queue, connection, { prefix: home.prefix, slots: SLOTS, lockMs, describe });
  },
  inject: [Queue, RedisShards, RedisDriversSettings, CrawlStore],
};
