import { Logger, Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';
import { AccountAnswers } from './api/account-answers.js';
import { ApiKeyGuard } from './api/api-key.guard.js';
import { Mount, MountSettings } from './api/mount.js';
import { mountControllers } from './api/mounted-controllers.js';
import { OwnRoutes } from './api/own-routes.js';
import { CrawlAnswersV1 } from './api/v1/crawl-answers.v1.js';
import { CrawlAnswersV2 } from './api/v2/crawl-answers.v2.js';
import { WatchServer } from './api/watch/watch-server.js';
import { ResolvedOptions, type ApiVersion, type WebExtractStaticOptions } from './model/options.js';
import { validateStaticOptions } from './model/validate-options.js';
import { BatchService } from './services/crawl/batch.service.js';
import { CrawlService } from './services/crawl/crawl.service.js';
import { JobEvents } from './services/crawl/job-events.js';
import { WatchPlaces } from './services/crawl/watch-places.js';
import { DocumentService } from './services/document.service.js';
import { ExtractService } from './services/extract/extract.service.js';
import { KeyService } from './services/keys/key.service.js';
import { RecentScrapes } from './services/recent-scrapes.js';
import { RunningWork } from './services/running-work.js';
import { MapService } from './services/map/map.service.js';
import { ScrapeService } from './services/scrape.service.js';
import { SearchService } from './services/search/search.service.js';
import {
  ASYNC_OPTIONS_TYPE,
  ConfigurableModuleClass,
  OPTIONS_TYPE,
} from './web-extract.module-definition.js';
import { CRAWL_DRIVERS, CRAWLERS, DRIVERS, engine, KEYS } from './web-extract.module-providers.js';
import { SEARCH } from './web-extract.module-search.js';

const SERVICES = [
  ScrapeService,
  DocumentService,
  CrawlService,
  BatchService,
  MapService,
  ExtractService,
  SearchService,
  KeyService,
];

/** Extracts web content: import it with `forRoot` or `forRootAsync` and inject its services, or use its HTTP API. */
@Module({ exports: SERVICES })
export class WebExtractModule extends ConfigurableModuleClass implements OnModuleInit {
  constructor(private readonly options: ResolvedOptions) {
    super();
  }

  /** @throws InvalidOptionsError naming every option that cannot be used */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    return assemble(super.forRoot(options), staticOf(options));
  }

  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return assemble(super.forRootAsync(options), staticOf(options));
  }

  onModuleInit(): void {
    const { allowPrivate } = this.options;
    if (allowPrivate.length > 0) {
      new Logger('WebExtract').warn(`These non-public targets may be fetched: ${allowPrivate.join(', ')}`);
    }
  }
}

function assemble(definition: DynamicModule, options: WebExtractStaticOptions): DynamicModule {
  validateStaticOptions(options);
  const { drivers, role = 'all' } = options;
  const { controllers, marks } = mountControllers(versionsOf(options), options.prefix ?? '');
  const http: Provider[] = [
    { provide: OwnRoutes, useFactory: () => new OwnRoutes(marks) },
    ApiKeyGuard,
    AccountAnswers,
    CrawlAnswersV1,
    CrawlAnswersV2,
    { provide: MountSettings, useFactory: mountSettings, inject: [ResolvedOptions] },
    Mount,
    WatchPlaces,
    WatchServer,
  ];
  return {
    ...definition,
    imports: [...(definition.imports ?? []), ...(drivers ? [drivers as DynamicModule] : [])],
    controllers: [...controllers],
    providers: [
      ...(definition.providers ?? []),
      ...engine(options),
      ...DRIVERS,
      ...(drivers ? [] : CRAWL_DRIVERS),
      ...SEARCH,
      ...(role === 'api' ? [] : CRAWLERS),
      RunningWork,
      RecentScrapes,
      JobEvents,
      ...KEYS,
      ...SERVICES,
      ...(controllers.length > 0 ? http : []),
    ],
  };
}

function mountSettings({ ownsMount, documents }: ResolvedOptions): MountSettings {
  return { ownsMount, hasHealth: true, maxBodyBytes: documents.maxBytes };
}

function versionsOf({
  controllers = ['v0', 'v1', 'v2'],
  role,
}: WebExtractStaticOptions): readonly ApiVersion[] {
  return controllers === false || role === 'worker' ? [] : controllers;
}

function staticOf(options: WebExtractStaticOptions): WebExtractStaticOptions {
  const { controllers, prefix, drivers, role, isGlobal } = options;
  return { controllers, prefix, drivers, role, isGlobal };
}
