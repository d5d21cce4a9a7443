import { requireCrawlee } from './require-crawlee.js';

/**
 * Loads Crawlee and restores the signal handlers of the process.
 *
 * One of its packages removes lock files when the process ends, and listens to every signal for it. We create no lock
 * files, but
 * these listeners kill a process whose host handles a signal with `once` before that handler has finished.
 */
export function loadCrawlee(): void {
  const before = new Set(signalListeners().map(({ listener }) => listener));
  requireCrawlee();
  for (const { signal, listener } of signalListeners())
    if (!before.has(listener)) process.removeListener(signal, listener);
}

function signalListeners(): { readonly signal: NodeJS.Signals; readonly listener: () => void }[] {
  const signals = process.eventNames().filter((name) => String(name).startsWith('SIG')) as NodeJS.Signals[];
  return signals.flatMap((signal) =>
    process.rawListeners(signal).map((listener) => ({ signal, listener: listener as () => void })),
  );
}
