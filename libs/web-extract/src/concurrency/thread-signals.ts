import { NO_SIGNALS, type ReadingSignals } from '@web-extract/documents/reading-signals.js';

/** Signals between a thread and its host, which conversions pass on to the readers of documents. */
export type ThreadSignals = ReadingSignals;

let signals: ThreadSignals = NO_SIGNALS;

/** Signals of this thread; no-ops on a thread without a host. */
export function threadSignals(): ThreadSignals {
  return signals;
}

/** Sets the signals of this thread. Call it once, before the first task. */
export function setThreadSignals(given: ThreadSignals): void {
  signals = given;
}
