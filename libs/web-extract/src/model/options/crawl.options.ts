import { boolean, httpUrl, integerFrom, isIntegerFrom, must, text } from './kinds.js';
import { option } from './option.js';

/** Crawls, batches and maps: where they are kept, what they heed, and whom they tell. */
export const CRAWL_OPTIONS = {
  /**
   * Directory of the crawl store: crawls survive a crash and a restart. One process at a time may own it, and only its user can
   * read it. One that cannot be used ends the start with a DataDirError. Large uploads are written there too; with `drivers` nothing else.
   * @default a private temporary directory, removed at the end
   */
  dataDir: text,

  /**
   * Product token that robots.txt groups are matched with.
   * @default 'NestWebExtract'
   */
  robotsToken: text.or('NestWebExtract'),

  /**
   * Requests may turn off robots.txt for their crawl (`ignoreRobotsTxt`).
   * @default false
   */
  allowIgnoreRobots: boolean.or(false),

  /**
   * Key of the HMAC-SHA256 signature that webhook messages carry in `X-Web-Extract-Signature`.
   * @default not signed
   */
  webhookSecret: text,

  /**
   * Where the end of a v0 crawl is told whose request names no webhook. In `allowPrivate`, unless it is public.
   * @default none
   */
  webhookUrl: httpUrl,
};

export const CRAWL_LIMITS = {
  /**
   * Ceiling of a crawl's `limit`; higher ones are lowered with a warning. At least 1.
   * @default 100_000
   */
  maxCrawlPages: integerFrom(1).or(100_000),

  /**
   * Pages of one crawl that a browser finishes, at least 0; further ones are taken as they were sent, with a warning.
   * @default 1_000
   */
  maxRenderedPages: integerFrom(0).or(1_000),

  /**
   * Pages of one crawl under way at once in this process, at least 1. `auto`: up to 16, and fewer, down to one, while the event loop, the
   * processors or the memory of the host are under load.
   * @default 16
   */
  crawlConcurrency: option<number | 'auto'>(
    must(
      (value) => value === 'auto' || isIntegerFrom(1, value),
      "must be 'auto' or an integer of at least 1",
    ),
  ).or(16),

  /**
   * Crawls of one owner at work at once in this process, at least 1; for other owners there are up to a quarter more. Their
   * pages share the fetches fairly; more crawls take turns.
   * @default 256
   */
  maxActiveCrawls: integerFrom(1).or(256),

  /**
   * Crawls of one owner (key, or principal) that may run at once, at least 1; one more is refused with RATE_LIMITED.
   * @default 200
   */
  maxRunningCrawls: integerFrom(1).or(200),

  /**
   * Crawls of one owner that are over and kept until their results expire, at least 1; while there are so many, further ones are
   * refused with RATE_LIMITED.
   * @default 2_000
   */
  maxKeptCrawls: integerFrom(1).or(2_000),

  /**
   * Longest life of a crawl in milliseconds, from its submission on, at least 1_000. One that lasts longer fails; its
   * results stay readable.
   * @default 604_800_000
   */
  crawlTimeoutMs: integerFrom(1_000).or(604_800_000),

  /**
   * How long the results of a crawl are kept after its end, in milliseconds, at least 1_000.
   * @default 86_400_000
   */
  retentionMs: integerFrom(1_000).or(86_400_000),

  /**
   * How long the results of a job with `zeroDataRetention` are kept after its end, in milliseconds, at least 1_000, and no longer than
   * `retentionMs`.
   * @default 3_600_000
   */
  zeroRetentionMs: integerFrom(1_000).or(3_600_000),

  /**
   * How long a worker may be silent before its pages are given to another, in milliseconds, at least 1_000.
   * @default 30_000
   */
  leaseMs: integerFrom(1_000).or(30_000),
};
