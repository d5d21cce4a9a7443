/** What `signal-exit` writes into each of its listeners, and nobody else. */
const MARK = 'emitter.count';

type Listener = ReturnType<typeof process.rawListeners>[number];

/**
 * Loads Crawlee and takes back what that does to the signals of the process.
 *
 * One of its packages removes lock files when the process ends, and listens to every signal for it. We make no lock files; but
 * these listeners kill the process when a host handles a signal with `once`, before the host has done what it wanted.
 */
export async function leaveSignalsAlone<T>(load: () => Promise<T>): Promise<T> {
  const before = new Set(listeners().map(({ listener }) => listener));
  const loaded = await load();
  for (const { event, listener } of listeners()) {
    if (!before.has(listener) && String(listener).includes(MARK))
      process.removeListener(event, listener as () => void);
  }
  return loaded;
}

function listeners(): { readonly event: string; readonly listener: Listener }[] {
  const signals = process
    .eventNames()
    .map(String)
    .filter((name) => name.startsWith('SIG'));
  return signals.flatMap((event) => process.rawListeners(event).map((listener) => ({ event, listener })));
}
