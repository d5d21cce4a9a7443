import {
  Injectable,
  Logger,
  type Abstract,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { resolveModuleOptions } from '../../model/options/option-table.js';
import { ActivityLog } from '../../ports/stores/activity-log.port.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { HostGate } from '../../ports/host-gate.port.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { MonitorStore } from '../../ports/stores/monitor-store.port.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { SessionStore } from '../../ports/stores/session-store.port.js';
import { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import { countInRedis } from '../rate-limiter/limiter.usage-counter.js';
import { RedisConnection } from './connection/redis-connection.js';
import { RedisMonitorStore } from './monitors/redis.monitor-store.js';
import { RedisActivityLog } from './redis.activity-log.js';
import { RedisCrawlStore } from './redis.crawl-store.js';
import { RedisHandlerStore } from './redis.handler-store.js';
import { RedisKeyStore } from './redis.key-store.js';
import { RedisPageCache } from './redis.page-cache.js';
import { RedisPageHistory } from './redis.page-history.js';
import { RedisHostGate } from './redis.host-gate.js';
import { RedisExtractorStore } from './redis.extractor-store.js';
import { RedisSessionStore } from './redis.session-store.js';
import { RedisShards } from './shards/redis-shards.js';
import { ShardedActivityLog } from './shards/owners/sharded.activity-log.js';
import { ShardedKeyStore } from './shards/owners/sharded.key-store.js';
import { ShardedMonitorStore } from './shards/owners/sharded.monitor-store.js';
import { ShardedPageCache } from './shards/owners/sharded.page-cache.js';
import { ShardedPageHistory } from './shards/owners/sharded.page-history.js';
import { ShardedUsageCounter } from './shards/owners/sharded.usage-counter.js';
import { ShardedCrawlStore } from './shards/sharded.crawl-store.js';
import { REDIS_OPTIONS, RedisDriversSettings, type RedisDriversOptions } from './redis-drivers.options.js';

/** Options provided by other providers. `Factory` makes them, for `useClass` and `useExisting`. */
export interface RedisDriversAsyncOptions<Factory> extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory?: (...args: never[]) => RedisDriversOptions | Promise<RedisDriversOptions>;
  readonly useClass?: Type<Factory>;
  readonly useExisting?: Type<Factory>;
}

/** Default number of crawls processed at once in one process. */
export const SLOTS = 256;

/** Closes the connections after all their users have shut down. */
@Injectable()
class OpenShards extends RedisShards implements OnApplicationShutdown {
  override async onApplicationShutdown(): Promise<void> {
    super.onApplicationShutdown();
    await this.connection.close();
  }
}

/** The ports that Redis stores. A queue of jobs is added by the module that combines both. */
export const REDIS_PORTS: Abstract<unknown>[] = [
  CrawlStore,
  HostGate,
  KeyStore,
  UsageCounter,
  PageHistory,
  PageCache,
  MonitorStore,
  HandlerStore,
  SessionStore,
  ExtractorStore,
  ActivityLog,
];

/** Opens the connections when a provider of them is needed. */
export function redisConnections(
  imports: ModuleMetadata['imports'] = [],
  settings: Provider[],
): DynamicModule {
  return {
    module: class RedisConnectionModule {},
    imports,
    providers: [...settings, ...CONNECTIONS],
    exports: [RedisDriversSettings, RedisShards, RedisConnection],
  };
}

const CONNECTIONS: Provider[] = [
  {
    provide: RedisShards,
    useFactory: ({ redis, prefix }: RedisDriversSettings) =>
      new OpenShards(new RedisConnection(redis), prefix),
    inject: [RedisDriversSettings],
  },
  {
    provide: RedisConnection,
    useFactory: ({ connection }: RedisShards) => connection,
    inject: [RedisShards],
  },
];

/** Drivers of `REDIS_PORTS`. */
export const REDIS_DRIVERS: Provider[] = [
  {
    provide: CrawlStore,
    useFactory: (shards: RedisShards, { prefix, maxMemoryBytes }: RedisDriversSettings) => {
      const bounds = maxMemoryBytes === undefined ? {} : { maxMemoryBytes };
      if (shards.isSharded) return new ShardedCrawlStore(shards, bounds);
      return new RedisCrawlStore(shards.connection, { keyPrefix: `${prefix}:`, ...bounds });
    },
    inject: [RedisShards, RedisDriversSettings],
  },
  {
    provide: HostGate,
    useFactory: (shards: RedisShards) =>
      new RedisHostGate(shards.link, { prefix: (host) => shards.placeOf(host).prefix }),
    inject: [RedisShards],
  },
  {
    provide: KeyStore,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedKeyStore(shards)
        : new RedisKeyStore(shards.connection, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: PageHistory,
    useFactory: (shards: RedisShards, { maxHistoryBytes }: RedisDriversSettings) =>
      shards.isSharded
        ? new ShardedPageHistory(shards, boundsOf(maxHistoryBytes))
        : new RedisPageHistory(shards.connection, `${shards.prefix}:`, boundsOf(maxHistoryBytes)),
    inject: [RedisShards, RedisDriversSettings],
  },
  {
    provide: PageCache,
    useFactory: (shards: RedisShards, { maxCacheBytes }: RedisDriversSettings) =>
      shards.isSharded
        ? new ShardedPageCache(shards, boundsOf(maxCacheBytes))
        : new RedisPageCache(shards.connection, `${shards.prefix}:`, boundsOf(maxCacheBytes)),
    inject: [RedisShards, RedisDriversSettings],
  },
  {
    provide: MonitorStore,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedMonitorStore(shards)
        : new RedisMonitorStore(shards.connection, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: HandlerStore,
    useFactory: ({ connection, home }: RedisShards) => new RedisHandlerStore(connection, `${home.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: SessionStore,
    useFactory: ({ connection, home }: RedisShards) => new RedisSessionStore(connection, `${home.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: ExtractorStore,
    useFactory: ({ connection, home }: RedisShards) => new RedisExtractorStore(connection, `${home.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: ActivityLog,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedActivityLog(shards)
        : new RedisActivityLog(shards.connection, `${shards.prefix}:`),
    inject: [RedisShards],
  },
  {
    provide: UsageCounter,
    useFactory: (shards: RedisShards) =>
      shards.isSharded
        ? new ShardedUsageCounter(shards)
        : countInRedis(shards.connection, `${shards.prefix}:`),
    inject: [RedisShards],
  },
];

const boundsOf = (maxBytes: number) => ({ maxBytes, maxBytesPerOwner: maxBytes / 4 });

/** @throws InvalidOptionsError listing every invalid option */
export function staticSettings(options: RedisDriversOptions): Provider[] {
  return [{ provide: RedisDriversSettings, useValue: settled(options) }];
}

function settled(options: RedisDriversOptions): RedisDriversSettings {
  const log = new Logger('WebExtract');
  return resolveModuleOptions(REDIS_OPTIONS, options, 'drivers', log) as RedisDriversSettings; // `redis` is required, so it is set
}

/**
 * @param module name of the module, for errors
 * @param create calls the method of a factory
 */
export function asyncSettings<Factory>(
  given: Omit<RedisDriversAsyncOptions<Factory>, 'imports'>,
  module: string,
  create: (factory: Factory) => RedisDriversOptions | Promise<RedisDriversOptions>,
): Provider[] {
  const { useFactory, useClass, useExisting, inject = [] } = given;
  const provide = RedisDriversSettings;
  if (useFactory) {
    const resolve = async (...args: never[]) => settled(await useFactory(...args));
    return [{ provide, useFactory: resolve, inject }];
  }
  const factory = useExisting ?? useClass;
  if (!factory) throw new Error(`${module}.forRootAsync needs useFactory, useClass or useExisting`);
  const resolve = async (by: Factory) => settled(await create(by));
  return [{ provide, useFactory: resolve, inject: [factory] }, ...(useClass ? [useClass] : [])];
}
