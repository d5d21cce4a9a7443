import { integerFrom } from './kinds.js';

/** Shutdown of the application, and handlers. */
export const OPERATION_LIMITS = {
  /**
   * Grace period for running scrapes and maps when the application closes, in milliseconds, at least 0. After
   * it they fail with SERVICE_UNAVAILABLE. Crawl pages have three fifths of it; interrupted ones are fetched
   * again later.
   * @default 5_000
   */
  shutdownMs: integerFrom(0).or(5_000),

  /**
   * Timeout of one call of a handler (`OnPage`, `OnChange`, `OnCrawlEnd`) in milliseconds, at least 100. A call that takes
   * longer counts as a failed attempt; its signal is aborted.
   * @default 300_000
   */
  handlerTimeoutMs: integerFrom(100).or(300_000),

  /**
   * Maximum number of failures kept of each handler, at least 1. The oldest are dropped.
   * @default 1_000
   */
  maxHandlerFailures: integerFrom(1).or(1_000),
};
