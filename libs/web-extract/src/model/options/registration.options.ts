import { boolean, isObject, must, oneOf, textLike } from './kinds.js';
import { option } from './option.js';
import type { OptionsOf } from './option-table.js';

/** The part of the work that a process does. */
export type Role = 'all' | 'api' | 'worker';

/** A version of the HTTP API. */
export type ApiVersion = 'v0' | 'v1' | 'v2';

/** A dynamic Nest module that provides and exports drivers by the classes of their ports. */
export interface DriverModule {
  readonly module: abstract new (...args: never[]) => unknown;
}

const isDriverModule = (value: unknown): boolean =>
  isObject(value) && typeof (value as Partial<DriverModule>).module === 'function';

const VERSIONS: readonly ApiVersion[] = ['v0', 'v1', 'v2'];

/** Options that are required before async factories run. Passed to both `forRoot` and `forRootAsync`. */
export const REGISTRATION_OPTIONS = {
  /**
   * Versions of the HTTP API to mount; `false` mounts none and provides only the services.
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
   * Mount `GET /r/<address>` next to the versions: it answers the markdown of a page as text.
   * @default true, unless `controllers` is set
   */
  reader: boolean,

  /**
   * Path prefix before the version, `/`-separated, below the global prefix of the host.
   * @default ''
   */
  prefix: textLike(/^[A-Za-z0-9._~/-]*$/, 'must be a path of letters, digits and . _ ~ - /').or(''),

  /**
   * Modules whose drivers replace the built-in ones, by port. `BullDriversModule.forRoot({ redis: { url } })`
   * of `nestjs-web-extract/bull` stores crawls in Redis and distributes them over several processes.
   * @default an embedded store, this process, and the drivers of the package
   */
  drivers: option<DriverModule | readonly DriverModule[]>(
    must(
      (value) => [value].flat().every(isDriverModule),
      'must be a module made by forRoot or forRootAsync, such as BullDriversModule.forRoot({ ... })',
    ),
  ),

  /**
   * The part of the work that this process does. `api` runs no crawls and serves requests about all crawls;
   * `worker` runs crawls and mounts no HTTP API. Requires `drivers` of `CrawlStore` and `JobQueue` that
   * several processes share.
   * @default 'all'
   */
  role: oneOf('all', 'api', 'worker').or('all'),

  /**
   * Make the services available to all modules without importing this one again.
   * @default false
   */
  isGlobal: boolean.or(false),
};

/** Options that are required before async factories run. Passed to both `forRoot` and `forRootAsync`. */
export interface WebExtractStaticOptions extends OptionsOf<typeof REGISTRATION_OPTIONS> {}
