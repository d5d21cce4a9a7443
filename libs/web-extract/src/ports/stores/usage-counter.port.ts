/** Count in the current time window. */
export interface Usage {
  readonly count: number;
  /** Time until the window ends and the count is reset, in milliseconds. */
  readonly resetsInMs: number;
}

/**
 * Counts by name in time windows that start with the first count. Uses a small amount of memory for each name
 * of an open window.
 *
 * Throws UnavailableError if it is unreachable.
 */
export abstract class UsageCounter {
  /** Adds an amount and returns the new count. */
  abstract add(name: string, amount: number, windowSeconds: number): Promise<Usage>;

  abstract read(name: string, windowSeconds: number): Promise<Usage>;
}
