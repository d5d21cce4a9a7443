/** Signals between a reader and its caller that work while the thread computes and processes no messages. */
export interface ReadingSignals {
  /** Publishes the memory usage of the thread. Safe to call often: the implementation limits the rate. */
  report(): void;
  /** True if the caller requests a partial result, because other tasks wait for the thread. */
  readonly isHurried: boolean;
}

export const NO_SIGNALS: ReadingSignals = { report: () => {}, isHurried: false };
