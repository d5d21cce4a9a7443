import { REMEDIES, type Remedy } from '../errors/remedy.js';
import { boolean, httpUrl, integerFrom, isObject, must, oneOf } from './kinds.js';
import { option } from './option.js';

/** Sentences of `errorHints`, by the option that would help. */
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
   * Errors say in a field `hint` which option would help, and for an extraction without a model in a field `found` what the page itself
   * states. An object replaces sentences by your own. They are for those who run the host.
   * @default false
   */
  errorHints: errorHints.or(false),

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
