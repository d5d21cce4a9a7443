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
import { HandlerStore } from '../../ports/handler-store.port.js';
import { HostGate } from '../../ports/host-gate.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { KeyStore } from '../../ports/key-store.port.js';
import { MonitorStore } from '../../ports/monitor-store.port.js';
import { PageCache } from '../../ports/page-cache.port.js';
import { PageHistory } from '../../ports/page-history.port.js';
import { UsageCounter } from '../../ports/usage-counter.port.js';
import { countInRedis } from '../rate-limiter/limiter.usage-counter.js';
import { RedisConnection, type RedisTarget } from '../redis/connection/redis-connection.js';
import { isClusterTarget, type ClusterTarget } from '../redis/connection/redis-cluster.js';
import { RedisMonitorStore } from '../redis/monitors/redis.monitor-store.js';
import { RedisActivityLog } from '../redis/redis.activity-log.js';
import { RedisCrawlStore } from '../redis/redis.crawl-store.js';
import { RedisHandlerStore } from '../redis/redis.handler-store.js';
import { RedisKeyStore } from '../redis/redis.key-store.js';
import { RedisPageCache } from '../redis/redis.page-cache.js';
import { RedisPageHistory } from '../redis/redis.page-history.js';
import { RedisHostGate } from '../redis/redis.host-gate.js';
import { RedisShards } from '../redis/shards/redis-shards.js';
import { ShardedActivityLog } from '../redis/shards/owners/sharded.activity-log.js';
import { ShardedKeyStore } from '../redis/shards/owners/sharded.key-store.js';
import { ShardedMonitorStore } from '../redis/shards/owners/sharded.monitor-store.js';
import { ShardedPageCache } from '../redis/shards/owners/sharded.page-cache.js';
import { ShardedPageHistory } from '../redis/shards/owners/sharded.page-history.js';
import { ShardedUsageCounter } from '../redis/shards/owners/sharded.usage-counter.js';
import { ShardedCrawlStore } from '../redis/shards/sharded.crawl-store.js';
import { ShardedHostGate } from '../redis/shards/sharded.host-gate.js';
import {
  BULL_OPTIONS,
  BullDriversSettings,
  type BullDriversOptions,
  type RedisTargets,
} from './bull-drivers.options.js';
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

/** Closes the connections after all their users have shut down. */
@Injectable()
class OpenShards extends RedisShards implements OnApplicationShutdown {
  override async onApplicationShutdown(): Promise<void> {
    super.onApplicationShutdown();
    await Promise.all(this.connections.map((connection) => connection.close()));
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
    providers: [...settings, ...CONNECTIONS],
    exports: [BullDriversSettings, RedisShards, RedisConnection],
  };
  const queue = BullModule.registerQueueAsync({
    name: QUEUE,
    imports: [connection],
    inject: [RedisShards, BullDriversSettings],
    useFactory: ({ first, home }: RedisShards, settings: BullDriversSettings) =>
      bullQueueOptions(first, { ...settings, prefix: home.prefix }),
  });
  return {
    module: BullDriversModule,
    imports: [connection, queue],
    providers: DRIVERS,
    exports: [
      CrawlStore,
      JobQueue,
      HostGate,
      KeyStore,
      UsageCounter,
      PageHistory,
      PageCache,
      MonitorStore,
      HandlerStore,
      ActivityLog,
    ],
  };
}

const CONNECTIONS: Provider[] = [
  {
    provide: RedisShards,
    useFactory: ({ redis, prefix }: BullDriversSettings) =>
      new OpenShards(
        targetsOf(redis).map((target) => new RedisConnection(target)),
        prefix,
        kindOf(redis),
      ),
    inject: [BullDriversSettings],
  },
  { provide: RedisConnection, useFactory: (shards: RedisShards) => shards.first, inject: [RedisShards] },
];

function targetsOf(redis: RedisTargets): readonly (RedisTarget | ClusterTarget)[] {
  return Array.isArray(redis) ? (redis as readonly RedisTarget[]) : [redis as RedisTarget | ClusterTarget];
}

function kindOf(redis: RedisTargets): RedisShards['kind'] {
  if (Array.isArray(redis)) return 'list';
  return isClusterTarget(redis) ? 'cluster' : 'single';
}

const DRIVERS: Provider[] = [
  {
    provide: CrawlStore,
    useFactory: (shards: RedisShards, { prefix, maxMemoryBytes }: BullDriversSettings) => {
      const bounds = maxMemoryBytes === undefined ? {} : { maxMemoryBytes };
      if (shards.isSharded) return new ShardedCrawlStore(shards, bounds);
      return new RedisCrawlStore(shards.first, { keyPrefix: `${prefix}:`, ...bounds });
    },
    inject: [RedisShards, BullDriversSettings],
  },
  {
    provide: HostGate,
    useFactory: (shards: RedisShards, settings: BullDriversSettings) =>
      shards.isSharded ? new ShardedHostGate(shards) : new RedisHostGate(shards.first, settings),
    inject: [RedisShards, BullDriversSettings],
  },
  {
    provide: KeyStore,
    useFactory: (shards: RedisShards) =>
      shards.isSharded ? new ShardedKeyStore(shards) : new RedisKeyStore(shards.first, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: PageHistory,
    useFactory: (shards: RedisShards, { maxHistoryBytes }: BullDriversSettings) =>
      shards.isSharded
        ? new ShardedPageHistory(shards, boundsOf(maxHistoryBytes))
        : new RedisPageHistory(shards.first, `${shards.prefix}:`, boundsOf(maxHistoryBytes)),
    inject: [RedisShards, BullDriversSettings],
  },
  {
    provide: PageCache,
    useFactory: (shards: RedisShards, { maxCacheBytes }: BullDriversSettings) =>
      shards.isSharded
        ? new ShardedPageCache(shards, boundsOf(maxCacheBytes))
        : new RedisPageCache(shards.first, `${shards.prefix}:`, boundsOf(maxCacheBytes)),
    inject: [RedisShards, BullDriversSettings],
  },
  {
    provide: MonitorStore,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedMonitorStore(shards)
        : new RedisMonitorStore(shards.first, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: HandlerStore,
    useFactory: ({ first, home }: RedisShards) => new RedisHandlerStore(first, `${home.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: ActivityLog,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedActivityLog(shards)
        : new RedisActivityLog(shards.first, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: UsageCounter,
    useFactory: (shards: RedisShards) =>
      shards.isSharded ? new ShardedUsageCounter(shards) : countInRedis(shards.first, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: JobQueue,
    useFactory: (queue: Queue<SlotData>, { first, home }: RedisShards, store: CrawlStore) =>
      new BullJobQueue(queue, first, { prefix: home.prefix, slots: SLOTS, describe: (id) => store.find(id) }),
    inject: [getQueueToken(QUEUE), RedisShards, CrawlStore],
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
