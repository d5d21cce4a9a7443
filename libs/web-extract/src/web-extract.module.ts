import { Logger, Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';
import { ApiKeyGuard } from './api/api-key.guard.js';
import { Mount, MountedRoutes } from './api/mount.js';
import { mountControllers } from './api/mounted-controllers.js';
import { UndiciFetcher } from './drivers/http/undici.fetcher.js';
import { OptionsKeyRing } from './drivers/in-process/options.key-ring.js';
import { WorkerConverter } from './drivers/worker-threads/worker.converter.js';
import { PageReader } from './engine/page-reader.js';
import { parseAllowList } from './engine/url/allow-list.js';
import { RobotsGate } from './engine/robots/robots-gate.js';
import {
  resolveOptions,
  ResolvedOptions,
  type WebExtractOptions,
  type WebExtractStaticOptions,
} from './model/options.js';
import { validateOptions, validateStaticOptions } from './model/validate-options.js';
import { Converter } from './ports/converter.port.js';
import { Fetcher } from './ports/fetcher.port.js';
import { KeyRing } from './ports/key-ring.port.js';
import { ScrapeService } from './services/scrape.service.js';
import {
  ASYNC_OPTIONS_TYPE,
  ConfigurableModuleClass,
  MODULE_OPTIONS_TOKEN,
  OPTIONS_TYPE,
} from './web-extract.module-definition.js';

const SERVICES = [ScrapeService];

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

/** The only place that knows every layer: which driver stands behind which port. */
const PROVIDERS: Provider[] = [
  {
    provide: ResolvedOptions,
    useFactory: (given: WebExtractOptions) => {
      const options = withoutStatic(given);
      validateOptions(options);
      return resolveOptions(options);
    },
    inject: [MODULE_OPTIONS_TOKEN],
  },
  {
    provide: Fetcher,
    useFactory: (options: ResolvedOptions) => new UndiciFetcher({ ...options, ...options.limits }),
    inject: [ResolvedOptions],
  },
  {
    provide: Converter,
    useFactory: ({ limits }: ResolvedOptions) => new WorkerConverter(limits),
    inject: [ResolvedOptions],
  },
  {
    provide: PageReader,
    useFactory: (fetcher: Fetcher, converter: Converter, options: ResolvedOptions) => {
      const { limits, contentRules, respectRobotsOnScrape, robotsToken } = options;
      const robots = new RobotsGate(fetcher, { agent: robotsToken });
      return new PageReader(fetcher, converter, {
        timeoutMs: limits.timeoutMs,
        contentRules,
        allowed: parseAllowList(options.allowPrivate),
        hasProxies: options.proxies.length > 0,
        ...(respectRobotsOnScrape ? { admitHop: (url: string) => robots.check(url) } : {}),
      });
    },
    inject: [Fetcher, Converter, ResolvedOptions],
  },
  ...SERVICES,
];

function assemble(definition: DynamicModule, options: WebExtractStaticOptions): DynamicModule {
  validateStaticOptions(options);
  const versions = options.controllers === false ? [] : (options.controllers ?? ['v0', 'v1']);
  const { controllers, marks } = mountControllers(versions, options.prefix ?? '');
  const http: Provider[] = [
    { provide: KeyRing, useClass: OptionsKeyRing },
    { provide: MountedRoutes, useValue: { marks } },
    ApiKeyGuard,
    Mount,
  ];
  return {
    ...definition,
    controllers: [...controllers],
    providers: [...(definition.providers ?? []), ...PROVIDERS, ...(controllers.length > 0 ? http : [])],
  };
}

function staticOf({ controllers, prefix, isGlobal }: WebExtractStaticOptions): WebExtractStaticOptions {
  return { controllers, prefix, isGlobal };
}

/** The options of both kinds come in one object; each kind is checked by its own rules. */
function withoutStatic(options: WebExtractOptions & WebExtractStaticOptions): WebExtractOptions {
  if (typeof options !== 'object' || options === null) return options; // refused by the validation
  const { controllers: _controllers, prefix: _prefix, isGlobal: _isGlobal, ...own } = options;
  return own;
}
