import { group, type OptionsOf } from './option-table.js';
import { boolean, integerFrom, oneOf, queuedOr, text, texts } from './kinds.js';

const TLS = {
  /**
   * Allows requests to accept invalid certificates with `skipTlsVerification`. If false, that field is
   * ignored with a warning.
   * @default true
   */
  allowSkip: boolean.or(true),
};

export interface TlsOptions extends OptionsOf<typeof TLS> {}

/** Fetching: network access, headers, certificates and proxies. */
export const FETCHING_OPTIONS = {
  /**
   * Private targets that may be fetched: `127.0.0.0/8`, `10.1.2.3`, `intranet`, `localhost:8080`,
   * `[::1]:8080`. Logged at startup.
   * @default []
   */
  allowPrivate: texts.or([]),

  /**
   * Your own sites that receive the headers of a request after any redirect, and for every page of a crawl or
   * search result: `*.example.com`, `example.com:8443`, `10.0.0.0/8`. Other origins than the requested one
   * receive only `Accept`, `Accept-Language` and `User-Agent`. The headers are never sent over http if the
   * request began with https.
   * @default []
   */
  trustedHeaderOrigins: texts.or([]).deprecatedName('headersTo'),

  /**
   * The `User-Agent` header of fetches and of the browser, for all header profiles and for mobile requests.
   * @default that of the header profile, for `bot` Mozilla/5.0 (compatible; NestWebExtract/0; +https://www.npmjs.com/package/nestjs-web-extract)
   */
  userAgent: text,

  /**
   * Additional request headers: `bot` sends few and honest ones, `browser` those of a browser.
   * @default 'bot'
   */
  headerProfile: oneOf('bot', 'browser').or('bot'),

  /** TLS certificates of sites. */
  tls: group(TLS).as<TlsOptions>(),

  /**
   * Proxies that fetches use in rotation, `http://user:password@host:port`.
   * @default []
   */
  proxies: texts.or([]),
};

export const FETCHING_LIMITS = {
  /**
   * Maximum size of a response body in bytes after decompression, at least 1. Larger pages fail with
   * SCRAPE_BODY_TOO_LARGE.
   * @default 10_485_760
   */
  maxBodyBytes: integerFrom(1).or(10_485_760),

  /**
   * Maximum number of redirects before a page fails, at least 0.
   * @default 10
   */
  maxRedirects: integerFrom(0).or(10),

  /**
   * Maximum number of concurrent fetches of one owner in this process, at least 1; other owners have up to a
   * quarter more. Pages of crawls use at most seven eighths.
   * @default 64
   */
  maxFetches: integerFrom(1).or(64),

  /**
   * Maximum number of concurrent fetches to one host, at least 1.
   * @default 16
   */
  maxFetchesPerHost: integerFrom(1).or(16),

  /**
   * Maximum number of queued fetches, conversions and extractions each, and of scrapes that wait for the browser, at
   * least 0. Further ones are rejected with SERVICE_UNAVAILABLE. The scrapes are those of one owner, a quarter more
   * with those of other owners.
   * @default 1_000 fetches, 500 conversions, 500 extractions, 100 scrapes
   */
  maxQueued: integerFrom(0),

  /**
   * Queued fetches.
   * @deprecated use `maxQueued`
   */
  maxQueuedFetches: integerFrom(0).defaultFrom(queuedOr(1_000)).deprecated('set limits.maxQueued'),
};
