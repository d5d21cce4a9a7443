import { REMEDIES, type Remedy } from '../errors/remedy.js';
import { boolean, httpUrl, integerFrom, isObject, must, oneOf } from './kinds.js';
import { option } from './option.js';

/** Messages of `errorHints`, by the option that would fix the failure. */
export type ErrorHints = Readonly<Partial<Record<Remedy, string>>>;

const errorHints = option<boolean | ErrorHints>(
  must(
    (value) => typeof value === 'boolean' || (isObject(value) && Object.entries(value).every(isHint)),
    `must be true, false or an object of sentences by ${Object.keys(REMEDIES).join(', ')}`,
  ),
);

function isHint([name, sentence]: readonly [string, unknown]): boolean {
  return Object.hasOwn(REMEDIES, name) && typeof sentence === 'string' && sentence.trim() !== '';
}

/** The HTTP API: routes and response format. */
export const HTTP_API_OPTIONS = {
  /**
   * Base URL of links in responses (`url`, `next`), for hosts behind a proxy.
   * @default the URL of the request
   */
  publicUrl: httpUrl,

  /**
   * All routes below the mounted paths belong to this module: unknown paths there return its JSON 404.
   * @default false
   */
  handleUnknownRoutes: boolean.or(false).deprecatedName('ownsMount'),

  /**
   * Send `success: true` in crawl status and map responses, as published clients expect.
   * @default true
   */
  successFlags: boolean.or(true),

  /**
   * Include the mounted routes in OpenAPI documents that the host creates with `@nestjs/swagger`.
   * @default true
   */
  openApi: boolean.or(true),

  /**
   * Mount `POST /v1/search`. The search routes of v0 and v2 are always mounted.
   * @default true
   */
  v1Search: boolean.or(true),

  /**
   * Handling of unknown fields in v2 bodies: ignored with a warning, because newer clients send additional
   * fields, or rejected with 400. v1 rejects them, v0 ignores them.
   * @default 'ignore'
   */
  unknownKeys: oneOf('ignore', 'reject').or('ignore'),

  /**
   * Add a field `hint` to errors that names the option which would help and, for extractions without a model,
   * a field `found` with the values that the page itself states. An object replaces messages. Intended for
   * the operators of the host.
   * @default false
   */
  errorHints: errorHints.or(false),

  /**
   * Allow clients to watch jobs over a WebSocket at the job's URL, as `crawlUrlAndWatch` of published clients
   * does. Guards of the host do not run for upgrade requests: only the key protects a watch.
   * @default true, except with `auth: false`
   */
  webSocket: boolean.defaultFrom((beside) => (beside as { auth?: unknown }).auth !== false),
};

export const HTTP_API_LIMITS = {
  /**
   * Maximum number of WebSocket clients of one owner in this process, at least 1; other owners have up to a
   * quarter more. Further clients receive an error message and are disconnected.
   * @default 500
   */
  maxWatchers: integerFrom(1).or(500),
};
