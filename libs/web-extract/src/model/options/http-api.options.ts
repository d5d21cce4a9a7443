import { boolean, httpUrl, integerFrom, oneOf } from './kinds.js';

/** The HTTP API: what it answers, and where. */
export const HTTP_API_OPTIONS = {
  /**
   * Base of the addresses in answers (`url`, `next`), for hosts behind a proxy.
   * @default as the request was made
   */
  publicUrl: httpUrl,

  /**
   * Everything below the mounted paths belongs to this module: unknown paths there get its JSON 404.
   * @default false
   */
  ownsMount: boolean.or(false),

  /**
   * Send `success: true` in crawl status and map answers, as published clients expect.
   * @default true
   */
  successFlags: boolean.or(true),

  /**
   * Offer `POST /v1/search`; without it the route is not there. Those of v0 and v2 always are.
   * @default true
   */
  v1Search: boolean.or(true),

  /**
   * What becomes of fields in bodies of v2 that nobody knows: passed over with a warning, for later clients send some of their own, or
   * refused with 400. v1 refuses them, v0 passes over them.
   * @default 'ignore'
   */
  unknownKeys: oneOf('ignore', 'reject').or('ignore'),

  /**
   * Jobs can be watched over a WebSocket where they are read, as `crawlUrlAndWatch` of published clients does. Guards of the host do not
   * see upgrades: only the key protects a watch.
   * @default true, but for `auth: false`
   */
  webSocket: boolean.orBy((beside) => (beside as { auth?: unknown }).auth !== false),
};

export const HTTP_API_LIMITS = {
  /**
   * Clients of one owner that may watch jobs over a WebSocket at once in this process, at least 1; for other owners there are up to a
   * quarter more. One more is told so, and left.
   * @default 500
   */
  maxWatchers: integerFrom(1).or(500),
};
