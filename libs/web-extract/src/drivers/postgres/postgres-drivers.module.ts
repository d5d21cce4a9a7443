import {
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Provider,
  type Type,
} from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { resolveModuleOptions } from '../../model/options/option-table.js';
import { HostGate } from '../../ports/host-gate.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { PageSearch } from '../../ports/page-search.port.js';
import { ActivityLog } from '../../ports/stores/activity-log.port.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { KeyStore } from '../../ports/stores/key-store.port.js';
import { MonitorStore } from '../../ports/stores/monitor-store.port.js';
import { PageCache } from '../../ports/stores/page-cache.port.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { SessionStore } from '../../ports/stores/session-store.port.js';
import { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import { PostgresActivityLog } from './activity/postgres.activity-log.js';
import { PostgresConnection } from './connection/postgres-connection.js';
import { PostgresCrawlStore } from './crawl/postgres.crawl-store.js';
import { DueWork } from './due/due-work.js';
import { PostgresExtractorStore } from './extractors/postgres.extractor-store.js';
import { PostgresHandlerStore } from './handlers/postgres.handler-store.js';
import { PostgresHostGate } from './hosts/postgres.host-gate.js';
import { PostgresKeyStore } from './keys/postgres.key-store.js';
import { PostgresUsageCounter } from './keys/postgres.usage-counter.js';
import { PostgresMonitorStore } from './monitors/postgres.monitor-store.js';
import { PostgresPageCache } from './pages/postgres.page-cache.js';
import { PostgresPageHistory } from './pages/postgres.page-history.js';
import { PostgresJobQueue } from './queue/postgres.job-queue.js';
import { POSTGRES_OPTIONS, PostgresDriversSettings, type PostgresDriversOptions } from './postgres-drivers.options.js'; // prettier-ignore
import { PostgresSchema } from './schema/postgres-schema.js';
import { PostgresPageSearch } from './search/postgres.page-search.js';
import { PostgresSessionStore } from './sessions/postgres.session-store.js';

/** Makes the options, for `useClass` and `useExisting`. */
export interface PostgresDriversOptionsFactory {
  createPostgresDriversOptions(): PostgresDriversOptions | Promise<PostgresDriversOptions>;
}

/** Options provided by other providers. Set one of `useFactory`, `useClass` and `useExisting`. */
export interface PostgresDriversAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: FactoryProvider['inject'];
  readonly useFactory?: (...args: never[]) => PostgresDriversOptions | Promise<PostgresDriversOptions>;
  readonly useClass?: Type<PostgresDriversOptionsFactory>;
  readonly useExisting?: Type<PostgresDriversOptionsFactory>;
}

/**
 * Stores everything in PostgreSQL and distributes crawls over any number of processes. For
 * `WebExtractModule.forRoot({ drivers: PostgresDriversModule.forRoot({ connection: process.env.DATABASE_URL }) })`.
 */
@Module({})
export class PostgresDriversModule {
  /** @throws InvalidOptionsError listing every invalid option */
  static forRoot(options: PostgresDriversOptions): DynamicModule {
    return assemble([], [{ provide: PostgresDriversSettings, useValue: settled(options) }]);
  }

  static forRootAsync({ imports = [], ...given }: PostgresDriversAsyncOptions): DynamicModule {
    return assemble(imports, asyncSettings(given));
  }
}

/** Prepares the tables at the start, and closes the connections after all their users have shut down. */
@Injectable()
class OpenPostgres extends PostgresConnection implements OnModuleInit, OnApplicationShutdown {
  constructor({ connection, schema, maxConnections, notifyConnection, migrate }: PostgresDriversSettings) {
    const notify = notifyConnection === undefined ? {} : { notifyTarget: notifyConnection };
    super({ target: connection, schema, maxConnections, ...notify });
    const tables = new PostgresSchema(this, schema);
    this.use(async () => void (await (migrate ? tables.migrate() : tables.require())));
  }

  /** A server that is away is waited for; tables of another version end the start. @throws PostgresSchemaError */
  async onModuleInit(): Promise<void> {
    try {
      await this.run('SELECT 1');
    } catch (error) {
      if (error instanceof UnavailableError) return; // logged; the first statement that succeeds comes after the migration
      await this.close();
      throw error;
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

const byConnection = <T>(type: new (connection: PostgresConnection) => T) => ({
  useFactory: (connection: PostgresConnection) => new type(connection),
  inject: [PostgresConnection],
});

const byWork = <T>(type: new (connection: PostgresConnection, work: DueWork) => T) => ({
  useFactory: (connection: PostgresConnection, work: DueWork) => new type(connection, work),
  inject: [PostgresConnection, DueWork],
});

const DRIVERS: Provider[] = [
  { provide: DueWork, ...byConnection(DueWork) },
  { provide: CrawlStore, ...byWork(PostgresCrawlStore) },
  { provide: PageSearch, ...byConnection(PostgresPageSearch) },
  { provide: HostGate, ...byConnection(PostgresHostGate) },
  { provide: KeyStore, ...byConnection(PostgresKeyStore) },
  { provide: UsageCounter, ...byConnection(PostgresUsageCounter) },
  { provide: HandlerStore, ...byConnection(PostgresHandlerStore) },
  { provide: SessionStore, ...byConnection(PostgresSessionStore) },
  { provide: ActivityLog, ...byConnection(PostgresActivityLog) },
  { provide: MonitorStore, ...byWork(PostgresMonitorStore) },
  { provide: ExtractorStore, ...byWork(PostgresExtractorStore) },
  {
    provide: JobQueue,
    useFactory: (connection: PostgresConnection, { lockMs }: PostgresDriversSettings) =>
      new PostgresJobQueue(connection, { slots: SLOTS, lockMs }),
    inject: [PostgresConnection, PostgresDriversSettings],
  },
  {
    provide: PageHistory,
    useFactory: (connection: PostgresConnection, { maxHistoryBytes }: PostgresDriversSettings) =>
      new PostgresPageHistory(connection, boundsOf(maxHistoryBytes)),
    inject: [PostgresConnection, PostgresDriversSettings],
  },
  {
    provide: PageCache,
    useFactory: (connection: PostgresConnection, { maxCacheBytes }: PostgresDriversSettings) =>
      new PostgresPageCache(connection, boundsOf(maxCacheBytes)),
    inject: [PostgresConnection, PostgresDriversSettings],
  },
];

/** Default number of crawls processed at once in one process. */
const SLOTS = 256;

const boundsOf = (maxBytes: number) => ({ maxBytes, maxBytesPerOwner: maxBytes / 4 });

const PORTS = [
  CrawlStore,
  JobQueue,
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
  PageSearch,
];

function assemble(imports: ModuleMetadata['imports'] = [], settings: Provider[]): DynamicModule {
  const open = { provide: PostgresConnection, useFactory: (settled: PostgresDriversSettings) => new OpenPostgres(settled), inject: [PostgresDriversSettings] }; // prettier-ignore
  return {
    module: PostgresDriversModule,
    imports,
    providers: [...settings, open, ...DRIVERS],
    exports: PORTS,
  };
}

function settled(options: PostgresDriversOptions): PostgresDriversSettings {
  const log = new Logger('WebExtract');
  return resolveModuleOptions(POSTGRES_OPTIONS, options, 'drivers', log) as PostgresDriversSettings; // `connection` is required, so it is set
}

function asyncSettings(given: Omit<PostgresDriversAsyncOptions, 'imports'>): Provider[] {
  const { useFactory, useClass, useExisting, inject = [] } = given;
  const provide = PostgresDriversSettings;
  if (useFactory) {
    const resolve = async (...args: never[]) => settled(await useFactory(...args));
    return [{ provide, useFactory: resolve, inject }];
  }
  const factory = useExisting ?? useClass;
  if (!factory)
    throw new Error('PostgresDriversModule.forRootAsync needs useFactory, useClass or useExisting');
  const resolve = async (by: PostgresDriversOptionsFactory) =>
    settled(await by.createPostgresDriversOptions());
  return [{ provide, useFactory: resolve, inject: [factory] }, ...(useClass ? [useClass] : [])];
}
