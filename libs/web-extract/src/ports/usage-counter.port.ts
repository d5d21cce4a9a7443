/** What was counted in the window of time that is open. */
export interface Usage {
  readonly count: number;
  /** Until the window closes and counting begins anew, in milliseconds. */
  readonly resetsInMs: number;
}

/**
 * Counts by name, in windows of time that open with the first count. In memory it needs a little for each name of an open window.
 *
 * Throws UnavailableError when it is out of reach.
 */
export abstract class UsageCounter {
  /** Adds, and gives what there is then. */
  abstract add(name: string, amount: number, windowSeconds: number): Promise<Usage>;

  abstract read(name: string, windowSeconds: number): Promise<Usage>;
}
