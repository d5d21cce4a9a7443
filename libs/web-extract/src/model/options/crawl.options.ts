import { isArchive, type Archive } from '../crawl/archive.js';
import { boolean, httpUrl, integerFrom, isIntegerFrom, must, text } from './kinds.js';
import { option } from './option.js';

/** Crawls, batches and maps: storage, robots.txt and webhooks. */
export const CRAWL_OPTIONS = {
  /**
   * Directory of the crawl store: crawls survive crashes and restarts. Only one process at a time may use it,
   * and only its user can read it. The application fails to start with a DataDirError if the directory is
   * unusable. Large uploads are written there too; with `drivers` it holds nothing else.
   * @default a private temporary directory, removed at shutdown
   */
  dataDir: text,

  /**
   * Archive for the results of crawls, outside of the crawl store: `fsArchive` or `s3Archive` of
   * `nestjs-web-extract/archive`. Results are stored as before and moved to the archive later, see
   * `limits.sealAfterMs`. Each deployment needs an archive of its own; all of its processes need this option.
   * @default none: results stay in the crawl store
   */
  archive: option<Archive>(must(isArchive, 'must be made by fsArchive or s3Archive')),

  /**
   * Product token that is matched against the groups of robots.txt.
   * @default 'NestWebExtract'
   */
  robotsUserAgent: text.or('NestWebExtract').deprecatedName('robotsToken'),

  /**
   * Allows requests to ignore robots.txt for their crawl (`ignoreRobotsTxt`).
   * @default false
   */
  allowIgnoreRobots: boolean.or(false),

  /**
   * Key of the HMAC-SHA256 signature of webhook messages, sent in `X-Web-Extract-Signature`.
   * @default not signed
   */
  webhookSecret: text,

  /**
   * Webhook URL for v0 crawls whose request names no webhook. A private address must be listed in
   * `allowPrivate`.
   * @default none
   */
  webhookUrl: httpUrl,
};

export const CRAWL_LIMITS = {
  /**
   * Upper bound of a crawl's `limit`; a higher `limit` is reduced to it with a warning. At least 1.
   * @default 100_000
   */
  maxCrawlPages: integerFrom(1).or(100_000),

  /**
   * Upper bound, and default, of a crawl's `maxPagesPerHost`, at least 1.
   * @default no limit
   */
  maxPagesPerHost: integerFrom(1),

  /**
   * Maximum number of pages of one crawl rendered in a browser, at least 0. Further pages are used without
   * rendering, with a warning.
   * @default 1_000
   */
  maxRenderedPages: integerFrom(0).or(1_000),

  /**
   * Maximum number of pages of one crawl in progress at once in this process, at least 1. `auto`: up to 16,
   * reduced down to one while the event loop, the processors or the memory of the host are under load.
   * @default 16
   */
  crawlConcurrency: option<number | 'auto'>(
    must(
      (value) => value === 'auto' || isIntegerFrom(1, value),
      "must be 'auto' or an integer of at least 1",
    ),
  ).or(16),

  /**
   * Maximum number of crawls of one owner that fetch pages at once in this process, at least 1; other owners
   * have up to a quarter more. Their pages share the fetch slots fairly; further crawls take turns.
   * @default 256
   */
  crawlSlotsPerProcess: integerFrom(1).or(256).deprecatedName('maxActiveCrawls'),

  /**
   * Maximum number of running crawls of one owner (key, or principal), at least 1. Further crawls are
   * rejected with RATE_LIMITED.
   * @default 200
   */
  maxRunningCrawlsPerOwner: integerFrom(1).or(200).deprecatedName('maxRunningCrawls'),

  /**
   * Maximum number of finished crawls of one owner whose results have not expired, at least 1. Further crawls
   * are rejected with RATE_LIMITED.
   * @default 2_000
   */
  maxKeptCrawls: integerFrom(1).or(2_000),

  /**
   * Maximum duration of a crawl in milliseconds, starting at its submission, at least 1_000. A longer crawl
   * fails; its results stay available.
   * @default 604_800_000
   */
  crawlTimeoutMs: integerFrom(1_000).or(604_800_000),

  /**
   * Longest `Crawl-delay` of a robots.txt that is obeyed, in milliseconds, at least 1_000. Pages of sites that ask for a longer
   * one fail with CRAWL_DELAY_TOO_LONG, and so does a crawl that starts there.
   * @default 3_600_000
   */
  maxCrawlDelayMs: integerFrom(1_000).or(3_600_000),

  /**
   * Retention of the results of a crawl after its end, in milliseconds, at least 1_000.
   * @default 86_400_000
   */
  retentionMs: integerFrom(1_000).or(86_400_000),

  /**
   * Retention of the results of a job with `zeroDataRetention` after its end, in milliseconds, at least
   * 1_000, at most `retentionMs`.
   * @default 3_600_000
   */
  zeroRetentionMs: integerFrom(1_000).or(3_600_000),

  /**
   * Time that results stay in the crawl store before they are moved to the `archive`, in milliseconds, at
   * least 100. Large amounts are moved earlier.
   * @default 60_000
   */
  sealAfterMs: integerFrom(100).or(60_000),

  /**
   * Lease timeout: the pages of a worker that has sent no heartbeat for this time are given to another
   * worker, in milliseconds, at least 1_000.
   * @default 30_000
   */
  leaseMs: integerFrom(1_000).or(30_000),
};
