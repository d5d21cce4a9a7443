import { BullModule, getQueueToken } from '@nestjs/bull';
import {
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import type { Queue } from 'bull';
import { resolveModuleOptions } from '../../model/options/option-table.js';
import { ActivityLog } from '../../ports/activity-log.port.js';
import { CrawlStore } from '../../ports/crawl-store.port.js';
import { HostGate } from '../../ports/host-gate.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { KeyStore } from '../../ports/key-store.port.js';
import { PageCache } from '../../ports/page-cache.port.js';
import { PageHistory } from '../../ports/page-history.port.js';
import { UsageCounter } from '../../ports/usage-counter.port.js';
import { countInRedis } from '../rate-limiter/limiter.usage-counter.js';
import { RedisConnection } from '../redis/connection/redis-connection.js';
import { RedisActivityLog } from '../redis/redis.activity-log.js';
import { RedisCrawlStore } from '../redis/redis.crawl-store.js';
import { RedisKeyStore } from '../redis/redis.key-store.js';
import { RedisPageCache } from '../redis/redis.page-cache.js';
import { RedisPageHistory } from '../redis/redis.page-history.js';
import { RedisHostGate } from '../redis/redis.host-gate.js';
import { BULL_OPTIONS, BullDriversSettings, type BullDriversOptions } from './bull-drivers.options.js';
import { bullQueueOptions } from './bull-queue-options.js';
import { BullJobQueue, type SlotData } from './bull.job-queue.js';

/** Makes the options, for `useClass` and `useExisting`. */
export interface BullDriversOptionsFactory {
  createBullDriversOptions(): BullDriversOptions | Promise<BullDriversOptions>;
}

/** Options provided by other providers. Set one of the three properties. */
export interface BullDriversAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory?: (...args: never[]) => BullDriversOptions | Promise<BullDriversOptions>;
  readonly useClass?: Type<BullDriversOptionsFactory>;
  readonly useExisting?: Type<BullDriversOptionsFactory>;
}

/** Provider name of the queue. Its name in Redis is an option. */
const QUEUE = 'web-extract';
/** Default number of crawls processed at once in one process. */
const SLOTS = 256;

/** Closes the connection after all its users have shut down. */
@Injectable()
class OpenConnection extends RedisConnection implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/**
 * Distributes crawls over several processes: state in Redis, scheduling by Bull, one shared request rate per host.
 * For
 * `WebExtractModule.forRoot({ drivers: BullDriversModule.forRoot({ redis: { url } }) })`.
 */
@Module({})
export class BullDriversModule {
  /** @throws InvalidOptionsError listing every invalid option */
  static forRoot(options: BullDriversOptions): DynamicModule {
    const settings = settled(options);
    return assemble([], [{ provide: BullDriversSettings, useValue: settings }]);
  }

  static forRootAsync({ imports = [], ...given }: BullDriversAsyncOptions): DynamicModule {
    return assemble(imports, asyncSettings(given));
  }
}

function assemble(imports: ModuleMetadata['imports'] = [], settings: Provider[]): DynamicModule {
  const connection = {
    module: class RedisConnectionModule {},
    imports,
    providers: [...settings, { provide: RedisConnection, ...CONNECTION }],
    exports: [BullDriversSettings, RedisConnection],
  };
  const queue = BullModule.registerQueueAsync({
    name: QUEUE,
    imports: [connection],
    inject: [RedisConnection, BullDriversSettings],
    useFactory: bullQueueOptions,
  });
  return {
    module: BullDriversModule,
    imports: [connection, queue],
    providers: DRIVERS,
    exports: [CrawlStore, JobQueue, HostGate, KeyStore, UsageCounter, PageHistory, PageCache, ActivityLog],
  };
}

const CONNECTION = {
  useFactory: ({ redis }: BullDriversSettings) => new OpenConnection(redis),
  inject: [BullDriversSettings],
};

const DRIVERS: Provider[] = [
  {
    provide: CrawlStore,
    useFactory: (connection: RedisConnection, { prefix, maxMemoryBytes }: BullDriversSettings) =>
      new RedisCrawlStore(connection, {
        keyPrefix: `${prefix}:`,
        ...(maxMemoryBytes === undefined ? {} : { maxMemoryBytes }),
      }),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: HostGate,
    useFactory: (connection: RedisConnection, settings: BullDriversSettings) =>
      new RedisHostGate(connection, settings),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: KeyStore,
    useFactory: (connection: RedisConnection, { prefix }: BullDriversSettings) =>
      new RedisKeyStore(connection, `${prefix}:`),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: PageHistory,
    useFactory: (connection: RedisConnection, { prefix, maxHistoryBytes }: BullDriversSettings) =>
      new RedisPageHistory(connection, `${prefix}:`, boundsOf(maxHistoryBytes)),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: PageCache,
    useFactory: (connection: RedisConnection, { prefix, maxCacheBytes }: BullDriversSettings) =>
      new RedisPageCache(connection, `${prefix}:`, boundsOf(maxCacheBytes)),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: ActivityLog,
    useFactory: (connection: RedisConnection, { prefix }: BullDriversSettings) =>
      new RedisActivityLog(connection, `${prefix}:`),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: UsageCounter,
    useFactory: (connection: RedisConnection, { prefix }: BullDriversSettings) =>
      countInRedis(connection, `${prefix}:`),
    inject: [RedisConnection, BullDriversSettings],
  },
  {
    provide: JobQueue,
    useFactory: (
      queue: Queue<SlotData>,
      connection: RedisConnection,
      store: CrawlStore,
      { prefix }: BullDriversSettings,
    ) => new BullJobQueue(queue, connection, { prefix, slots: SLOTS, describe: (id) => store.find(id) }),
    inject: [getQueueToken(QUEUE), RedisConnection, CrawlStore, BullDriversSettings],
  },
];

const boundsOf = (maxBytes: number) => ({ maxBytes, maxBytesPerOwner: maxBytes / 4 });

/** @throws InvalidOptionsError listing every invalid option */
function settled(options: BullDriversOptions): BullDriversSettings {
  const log = new Logger('WebExtract');
  return resolveModuleOptions(BULL_OPTIONS, options, 'drivers', log) as BullDriversSettings; // `redis` is required, so it is set
}

function asyncSettings(given: Omit<BullDriversAsyncOptions, 'imports'>): Provider[] {
  const { useFactory, useClass, useExisting, inject = [] } = given;
  const provide = BullDriversSettings;
  if (useFactory) {
    const resolve = async (...args: never[]) => settled(await useFactory(...args));
    return [{ provide, useFactory: resolve, inject }];
  }
  const factory = useExisting ?? useClass;
  if (!factory) throw new Error('BullDriversModule.forRootAsync needs useFactory, useClass or useExisting');
  const resolve = async (by: BullDriversOptionsFactory) => settled(await by.createBullDriversOptions());
  return [{ provide, useFactory: resolve, inject: [factory] }, ...(useClass ? [useClass] : [])];
}
