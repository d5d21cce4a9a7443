import type { Backoff, RetryPolicy } from './backoff.js';

/** Retry policies. The only place for these numbers. */
export const RETRIES = {
  /** A request without a response, or with a status that may pass (408, 425, 429, 500, 502, 503, 504). */
  fetch: { retries: 2, firstMs: 250, growth: 2, isSpread: true },
  /** A model request to a busy or unreachable endpoint. */
  model: { retries: 2, firstMs: 250, growth: 2, isSpread: true },
  /** A page of a crawl that failed with a retryable error. */
  page: { retries: 2, firstMs: 500, growth: 2 },
  /** A page of a crawl with the status 429 or 503; a longer `Retry-After` takes precedence. */
  busyPage: { retries: 2, firstMs: 1_000, growth: 2 },
  /** A page of a crawl with another status that may pass, such as 500 or 502. */
  failedPage: { retries: 2, firstMs: 500, growth: 2 },
  /** A call of a handler; the number of attempts is an option of the handler. */
  handler: { retries: 4, firstMs: 1_000, growth: 2, longestMs: 60_000 },
  /** A webhook message: after 1, 5 and 25 seconds. After that the receiver is paused. */
  webhook: { retries: 3, firstMs: 1_000, growth: 5 },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** Backoffs without a limit of retries. */
export const BACKOFFS = {
  /** Writes that failed because the disk is full or broken. */
  diskWrite: { firstMs: 500, growth: 2, longestMs: 4_000 },
  /** Writes to an archive of results that failed. */
  archiveWrite: { firstMs: 1_000, growth: 2, longestMs: 30_000 },
  /** Reads of waiting URLs from an archive that failed. */
  archiveRead: { firstMs: 500, growth: 2, longestMs: 10_000 },
  redisConnection: { firstMs: 100, growth: 'step', longestMs: 1_000 },
  postgresConnection: { firstMs: 100, growth: 'step', longestMs: 2_000 },
  /**
   * Checks whether a client that half-closed its connection is still connected; most responses are sent
   * earlier.
   */
  clientProbe: { firstMs: 200, growth: 1.5, longestMs: 4_000 },
} as const satisfies Readonly<Record<string, Backoff>>;

/** Pauses of a webhook receiver after repeated failures, in milliseconds. */
export const RECEIVER_RESTS_MS: readonly number[] = [60_000, 300_000, 900_000];

/** Constant retry delays, in milliseconds. */
export const PAUSES_MS = {
  /** A full or unreachable store or queue. */
  busyStore: 1_000,
  /** A crawl worker that failed, possibly because of a bug: prevents a busy loop. */
  brokenShare: 1_000,
  /** Polling for webhook messages. */
  webhookLook: 1_000,
  /** A job of a queue in Redis that failed, and the interval at which the queue retries after errors. */
  queuedJob: 1_000,
  /** A browser that was not found, or failed to start. */
  browser: 30_000,
} as const;

/** `Retry-After` of rejected requests, in seconds. */
export const ADVISED_SECONDS = {
  /** A store that is unreachable, or locked by another process. */
  store: 5,
  /** An archive of results that is unreachable. */
  archive: 5,
  /** A Redis without memory for another crawl. */
  fullRedis: 60,
  /** Too many running crawls: one may end at any time. */
  runningCrawls: 10,
  /** Too many kept crawls: results expire slowly. */
  keptCrawls: 60,
} as const;
