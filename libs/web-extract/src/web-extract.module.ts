import { Logger, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { coreFeature } from './features/core.feature.js';
import { crawlsFeature } from './features/crawls.feature.js';
import { EXTRACTION_FEATURE } from './features/extraction.feature.js';
import { EXTRACTORS_FEATURE } from './features/extractors.feature.js';
import { joined } from './features/feature.js';
import { handlersFeature } from './features/handlers.feature.js';
import { driverModules, givenPorts } from './features/given-ports.js';
import { httpApiFeature } from './features/http-api.feature.js';
import { HISTORY_FEATURE } from './features/history.feature.js';
import { KEYS_FEATURE } from './features/keys.feature.js';
import { monitorsFeature } from './features/monitors.feature.js';
import { PAGES_FEATURE } from './features/pages.feature.js';
import { SEARCH_FEATURE } from './features/search.feature.js';
import { logWarnings } from './features/resolve-registration.js';
import { ResolvedOptions, validateStaticOptions, type WebExtractStaticOptions } from './model/options.js';
import { InvalidOptionsError } from './model/options/invalid-options.error.js';
import { CrawlStore } from './ports/stores/crawl-store.port.js';
import { JobQueue } from './ports/job-queue.port.js';
import {
  ASYNC_OPTIONS_TYPE,
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN,
  OPTIONS_TYPE,
} from './web-extract.module-definition.js';

/** The features of a registration. */
const featuresOf = (options: WebExtractStaticOptions) => [
  coreFeature(options, MODULE_OPTIONS_TOKEN),
  KEYS_FEATURE,
  PAGES_FEATURE,
  HISTORY_FEATURE,
  EXTRACTION_FEATURE,
  EXTRACTORS_FEATURE,
  SEARCH_FEATURE,
  crawlsFeature(options),
  monitorsFeature(options),
  handlersFeature(options),
  httpApiFeature(options),
];

/** Extracts web content: import it with `forRoot` or `forRootAsync` and inject its services, or use its HTTP API. */
@Module({})
export class WebExtractModule extends ConfigurableModuleClass implements OnModuleInit {
  constructor(private readonly options: ResolvedOptions) {
    super();
  }

  /** @throws InvalidOptionsError naming every invalid option */
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
  logWarnings(validateStaticOptions(options));
  const { role = 'all' } = options;
  const given = givenPorts(options);
  if (role !== 'all' && !(given.has(CrawlStore) && given.has(JobQueue))) {
    throw new InvalidOptionsError([`role ${role} needs drivers: an embedded store belongs to one process`]);
  }
  const { controllers, providers = [], exports } = joined(featuresOf(options));
  return {
    ...definition,
    imports: [...(definition.imports ?? []), ...driverModules(options)],
    controllers,
    providers: [...(definition.providers ?? []), ...providers],
    exports,
  };
}

function staticOf(options: WebExtractStaticOptions): WebExtractStaticOptions {
  const { controllers, reader, prefix, drivers, role, isGlobal } = options;
  return { controllers, reader, prefix, drivers, role, isGlobal };
}
