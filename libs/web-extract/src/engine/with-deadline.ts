/** Timers count in 32 bits; a longer time would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` under one deadline that starts now, and under the caller's signal.
 *
 * The signal handed to `work` fires when either does; the timer and the listener are gone when this settles.
 * @throws what `onTimeout` makes, when the deadline passed first; the signal's reason when the caller gave up
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  onTimeout: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const giveUp = () => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(onTimeout()), Math.min(timeoutMs, LONGEST_TIMER_MS));
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } catch (error) {
    // whatever a stage made of the abort, the reason for it is the answer
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  }
}
