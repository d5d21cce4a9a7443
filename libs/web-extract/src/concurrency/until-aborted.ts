/**
 * Settles as `start` decides, or rejects with the signal's reason as soon as it fires; what `start` returns then undoes what it
 * began. The listener is gone when this settles.
 */
export function untilAborted<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => (() => void) | void,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const settle = <V>(end: (value: V) => void) => {
      return (value: V) => {
        signal?.removeEventListener('abort', onAbort);
        end(value);
      };
    };
    const onAbort = () => {
      undo?.();
      reject(signal!.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const undo = start(settle<T>(resolve), settle<unknown>(reject));
  });
}

/** What the work comes to, or the reason of the signal as soon as it fires: the work goes on then, and nobody waits for it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  work.catch(() => {}); // it may fail when nobody waits any more
  return untilAborted<T>(signal, (resolve, reject) => void work.then(resolve, reject));
}

/** Waits for so many milliseconds. @throws the reason of the signal */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return untilAborted<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });
}
