import { integerFrom } from './kinds.js';

/** The end of the application. */
export const OPERATION_LIMITS = {
  /**
   * How long scrapes and maps under way may go on when the application closes, in milliseconds, at least 0. Then they
   * fail with SERVICE_UNAVAILABLE. Pages of crawls have three fifths of it; what is cut off is fetched again later.
   * @default 5_000
   */
  shutdownMs: integerFrom(0).or(5_000),
};
