import { group, type OptionsOf } from './option-table.js';
import { boolean, integerFrom, oneOf, text, texts } from './kinds.js';

const TLS = {
  /**
   * Requests may accept invalid certificates with `skipTlsVerification`; else it is passed over, with a warning.
   * @default true
   */
  allowSkip: boolean.or(true),
};

export interface TlsOptions extends OptionsOf<typeof TLS> {}

/** How pages are fetched, and from where. */
export const FETCHING_OPTIONS = {
  /**
   * Non-public targets that may be fetched: `127.0.0.0/8`, `10.1.2.3`, `intranet`, `localhost:8080`, `[::1]:8080`.
   * Logged at start.
   * @default []
   */
  allowPrivate: texts.or([]),

  /**
   * Sites of your own that get the headers of a request from wherever it was redirected, and whatever page of a crawl or hit of a
   * search they are: `*.example.com`, `example.com:8443`, `10.0.0.0/8`. To other origins than the one asked for go only `Accept`,
   * `Accept-Language` and `User-Agent`. Never over http what began with https.
   * @default []
   */
  headersTo: texts.or([]),

  /**
   * The `User-Agent` header of fetches and of the browser, whatever the header profile and for mobile requests too.
   * @default that of the header profile, for `bot` Mozilla/5.0 (compatible; NestWebExtract/0; +https://www.npmjs.com/package/nestjs-web-extract)
   */
  userAgent: text,

  /**
   * Headers sent besides: few and honest, or those a browser would send.
   * @default 'bot'
   */
  headerProfile: oneOf('bot', 'browser').or('bot'),

  /** Certificates of sites. */
  tls: group(TLS).as<TlsOptions>(),

  /**
   * Proxies that fetches go through in turn, `http://user:password@host:port`.
   * @default []
   */
  proxies: texts.or([]),
};

export const FETCHING_LIMITS = {
  /**
   * Largest response body read, in bytes after decompression, at least 1. Larger pages fail with SCRAPE_BODY_TOO_LARGE.
   * @default 10_485_760
   */
  maxBodyBytes: integerFrom(1).or(10_485_760),

  /**
   * Redirects followed before a page fails, at least 0.
   * @default 10
   */
  maxRedirects: integerFrom(0).or(10),

  /**
   * Fetches of one owner under way at once in this process, at least 1; for other owners there are up to a quarter more. Pages
   * of crawls take up seven of eight at most.
   * @default 64
   */
  maxFetches: integerFrom(1).or(64),

  /**
   * Fetches under way at once to one host, at least 1.
   * @default 16
   */
  maxFetchesPerHost: integerFrom(1).or(16),

  /**
   * Fetches that may wait for a place; one more is refused with SERVICE_UNAVAILABLE. At least 0.
   * @default 1_000
   */
  maxQueuedFetches: integerFrom(0).or(1_000),
};
