/** Signals between a thread and its host that work while the thread computes and processes no messages. */
export interface ThreadSignals {
  /** Publishes the memory usage of the thread. Safe to call often: the implementation limits the rate. */
  report(): void;
  /** True if the host requests a partial result, because other tasks wait for the thread. */
  readonly isHurried: boolean;
}

const NONE: ThreadSignals = { report: () => {}, isHurried: false };

let signals = NONE;

/** Signals of this thread; no-ops on a thread without a host. */
export function threadSignals(): ThreadSignals {
  return signals;
}

/** Sets the signals of this thread. Call it once, before the first task. */
export function setThreadSignals(given: ThreadSignals): void {
  signals = given;
}
