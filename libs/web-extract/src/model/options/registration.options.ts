import { boolean, isObject, must, oneOf, textLike } from './kinds.js';
import { option } from './option.js';
import type { OptionsOf } from './option-table.js';

/** Which part of the work a process does. */
export type Role = 'all' | 'api' | 'worker';

/** A version of the HTTP API. */
export type ApiVersion = 'v0' | 'v1' | 'v2';

/** A dynamic module of Nest that provides and exports drivers by the classes of their ports. */
export interface DriverModule {
  readonly module: abstract new (...args: never[]) => unknown;
}

const isDriverModule = (value: unknown): boolean =>
  isObject(value) && typeof (value as Partial<DriverModule>).module === 'function';

const VERSIONS: readonly ApiVersion[] = ['v0', 'v1', 'v2'];

/** Options that must be known before any async factory runs. Given to `forRoot` and `forRootAsync` alike. */
export const REGISTRATION_OPTIONS = {
  /**
   * Which ready-made HTTP APIs are mounted; `false` mounts none and leaves the services.
   * @default ['v0', 'v1', 'v2']
   */
  controllers: option<false | readonly ApiVersion[]>(
    must(
      (value) =>
        value === false ||
        (Array.isArray(value) && value.every((version) => VERSIONS.includes(version as ApiVersion))),
      "must be false or a list of 'v0', 'v1' and 'v2'",
    ),
  ).or(['v0', 'v1', 'v2']),

  /**
   * Mount `GET /r/<address>` beside the versions, which answers the markdown of a page as text.
   * @default true, unless `controllers` is set
   */
  reader: boolean,

  /**
   * Path put before the version, `/`-separated, below the host's own global prefix.
   * @default ''
   */
  prefix: textLike(/^[A-Za-z0-9._~/-]*$/, 'must be a path of letters, digits and . _ ~ - /').or(''),

  /**
   * Modules whose drivers stand in place of ours, port by port. `BullDriversModule.forRoot({ redis: { url } })` of
   * `nestjs-web-extract/bull` keeps crawls in Redis and spreads them over many processes.
   * @default an embedded store, this process, and the drivers of the package
   */
  drivers: option<DriverModule | readonly DriverModule[]>(
    must(
      (value) => [value].flat().every(isDriverModule),
      'must be a module made by forRoot or forRootAsync, such as BullDriversModule.forRoot({ ... })',
    ),
  ),

  /**
   * Which part of the work this process does. `api` crawls nothing and answers for every crawl; `worker` crawls and mounts no
   * HTTP API. Needs `drivers` of `CrawlStore` and `JobQueue` that several processes share.
   * @default 'all'
   */
  role: oneOf('all', 'api', 'worker').or('all'),

  /**
   * Make the services available to every module without importing this one again.
   * @default false
   */
  isGlobal: boolean.or(false),
};

/** Options that must be known before any async factory runs. Given to `forRoot` and `forRootAsync` alike. */
export interface WebExtractStaticOptions extends OptionsOf<typeof REGISTRATION_OPTIONS> {}
