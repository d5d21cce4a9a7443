/**
 * Creates a promise that is settled by `start` or rejects with the reason of the signal. `start` may return a cleanup
 * function for the abort case. The listener is removed when the promise settles.
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

/** Resolves with the work, or rejects with the reason of the signal; the work then continues in the background. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  work.catch(() => {}); // the work may fail after the abort
  return untilAborted<T>(signal, (resolve, reject) => void work.then(resolve, reject));
}

/** Waits for a time in milliseconds. @throws the reason of the signal */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return untilAborted<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });
}
