/** What a thread and its host tell each other while the thread computes and reads no messages. */
export interface ThreadSignals {
  /** Publishes how much memory the thread has. Called often: it decides itself how often that is worth its cost. */
  report(): void;
  /** Whether the host asks for what is there by now, since others wait for the thread. */
  readonly isHurried: boolean;
}

const NONE: ThreadSignals = { report: () => {}, isHurried: false };

let signals = NONE;

/** The signals of this thread; none where the work runs on a thread that has no host. */
export function threadSignals(): ThreadSignals {
  return signals;
}

/** Sets the signals of this thread, once, before its first work. */
export function setThreadSignals(given: ThreadSignals): void {
  signals = given;
}
