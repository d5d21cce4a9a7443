import type { Backoff, RetryPolicy } from './backoff.js';

/** What is tried again, and how often. The only place for these numbers. */
export const RETRIES = {
  /** A request that met no server, or one that is busy. */
  fetch: { retries: 2, firstMs: 250, growth: 2, isSpread: true },
  /** A question to a model whose endpoint is busy or out of reach. */
  model: { retries: 2, firstMs: 250, growth: 2, isSpread: true },
  /** A page of a crawl that could not be had, for a reason that may pass. */
  page: { retries: 2, firstMs: 500, growth: 2 },
  /** A page of a crawl that was answered with 429 or 503; what its site asks for counts for more. */
  busyPage: { retries: 2, firstMs: 1_000, growth: 2 },
  /** A webhook message: after 1, 5 and 25 seconds. Then its receiver rests. */
  webhook: { retries: 3, firstMs: 1_000, growth: 5 },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** What is tried again for as long as it takes. */
export const BACKOFFS = {
  /** Writes that a full or broken disk did not take. */
  diskWrite: { firstMs: 500, growth: 2, longestMs: 4_000 },
  redisConnection: { firstMs: 100, growth: 'step', longestMs: 1_000 },
  /** A client that ended its sending side is asked whether it is there; most answers come before. */
  clientProbe: { firstMs: 200, growth: 1.5, longestMs: 4_000 },
} as const satisfies Readonly<Record<string, Backoff>>;

/** How long a receiver of webhook messages takes none, each time that it fails again, in milliseconds. */
export const RECEIVER_RESTS_MS: readonly number[] = [60_000, 300_000, 900_000];

/** What is tried again after the same time, each time, in milliseconds. */
export const PAUSES_MS = {
  /** A store or a queue that is full or out of reach. */
  busyStore: 1_000,
  /** A share of a crawl that broke, by our own fault perhaps: it must not spin. */
  brokenShare: 1_000,
  /** A look for webhook messages where there were none. */
  webhookLook: 1_000,
  /** What Bull does again by itself. */
  bull: 1_000,
  /** A browser that was not there, or did not start. */
  browser: 30_000,
} as const;

/** When refused callers are told to come again, in seconds. */
export const ADVISED_SECONDS = {
  /** A store that cannot be reached, or is taken. */
  store: 5,
  /** A Redis without room for another crawl. */
  fullRedis: 60,
  /** Too many crawls run: one may end at any moment. */
  runningCrawls: 10,
  /** Too many are kept: results expire slowly. */
  keptCrawls: 60,
} as const;
