import { integerFrom } from './kinds.js';

/** Shutdown of the application. */
export const OPERATION_LIMITS = {
  /**
   * Grace period for running scrapes and maps when the application closes, in milliseconds, at least 0. After
   * it they fail with SERVICE_UNAVAILABLE. Crawl pages have three fifths of it; interrupted ones are fetched
   * again later.
   * @default 5_000
   */
  shutdownMs: integerFrom(0).or(5_000),
};
