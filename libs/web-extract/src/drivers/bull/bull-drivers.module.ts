import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import type { Queue } from 'bull';
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
import { bullQueueOptions } from './bull-queue-options.js';
import { BullJobQueue } from './bull.job-queue.js';

/**
 * Options for crawls in Redis that are distributed over workers. Every process of one deployment needs the same
 * values.
 */
export type BullDriversOptions = RedisDriversOptions;

/** Makes the options, for `useClass` and `useExisting`. */
export interface BullDriversOptionsFactory {
  createBullDriversOptions(): BullDriversOptions | Promise<BullDriversOptions>;
}

/** Options provided by other providers. Set one of `useFactory`, `useClass` and `useExisting`. */
export type BullDriversAsyncOptions = RedisDriversAsyncOptions<BullDriversOptionsFactory>;

/** Provider name of the queue. Its name in Redis is an option. */
const QUEUE = 'web-extract';

/**
 * Distributes crawls over several processes: state in Redis, scheduling by Bull, one shared request rate per host.
 * For
 * `WebExtractModule.forRoot({ drivers: BullDriversModule.forRoot({ redis: { url } }) })`.
 */
@Module({})
export class BullDriversModule {
  /** @throws InvalidOptionsError listing every invalid option */
  static forRoot(options: BullDriversOptions): DynamicModule {
    return assemble([], staticSettings(options));
  }

  static forRootAsync({ imports = [], ...given }: BullDriversAsyncOptions): DynamicModule {
    const settings = asyncSettings(given, 'BullDriversModule', (by) => by.createBullDriversOptions());
    return assemble(imports, settings);
  }
}

function assemble(imports: ModuleMetadata['imports'], settings: Provider[]): DynamicModule {
  const connections = redisConnections(imports, settings);
  const queue = BullModule.registerQueueAsync({
    name: QUEUE,
    imports: [connections],
    inject: [RedisShards, RedisDriversSettings],
    useFactory: ({ connection, home }: RedisShards, options: RedisDriversSettings) =>
      bullQueueOptions(connection, { ...options, prefix: home.prefix }),
  });
  return {
    module: BullDriversModule,
    imports: [connections, queue],
    providers: [...REDIS_DRIVERS, JOB_QUEUE],
    exports: [...REDIS_PORTS, JobQueue],
  };
}

const JOB_QUEUE: Provider = {
  provide: JobQueue,
  useFactory: (queue: Queue<SlotData>, { connection, home }: RedisShards, store: CrawlStore) =>
    new BullJobQueue(queue, connection, {
      prefix: home.prefix,
      slots: SLOTS,
      describe: (id) => store.find(id),
    }),
  inject: [getQueueToken(QUEUE), RedisShards, CrawlStore],
};
