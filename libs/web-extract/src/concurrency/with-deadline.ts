/** Timers are limited to 32 bits; a longer delay would fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Clock of a task with a deadline. */
export interface WorkClock {
  /** Milliseconds until the deadline. */
  readonly leftMs: number;
  /** Pauses the clock. Idempotent. */
  stop(): void;
  /** Resumes the clock. Idempotent. */
  go(): void;
}

/**
 * Runs `work` with a deadline, which starts now, and the signal of the caller.
 *
 * The signal passed to `work` fires on either; the timer and the listener are removed when the promise settles.
 * @throws the error created by `onTimeout` if the deadline passes first; the reason of the signal if the caller aborts
 */
export async function withDeadline<T>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  onTimeout: () => Error,
  work: (signal: AbortSignal, clock: WorkClock) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let fail: (reason: unknown) => void = () => undefined;
  const stop = (reason: unknown) => {
    controller.abort(reason);
    fail(controller.signal.reason);
  };
  const giveUp = () => stop(caller?.reason);
  const clock = new Countdown(timeoutMs, () => stop(onTimeout()));
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  try {
    return await new Promise<T>((resolve, reject) => {
      fail = reject;
      if (controller.signal.aborted) reject(controller.signal.reason);
      work(controller.signal, clock).then(resolve, reject);
    });
  } catch (error) {
    // the abort reason replaces any error thrown because of the abort
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clock.end();
    caller?.removeEventListener('abort', giveUp);
  }
}

class Countdown implements WorkClock {
  private timer: NodeJS.Timeout | undefined;
  private endsAt = 0;
  /** Null while the clock is running. */
  private restMs: number | null;
  private isOver = false;

  constructor(
    timeoutMs: number,
    private readonly onEnd: () => void,
  ) {
    this.restMs = timeoutMs;
    this.go();
  }

  get leftMs(): number {
    return this.restMs ?? this.endsAt - performance.now();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.restMs = this.leftMs;
  }

  /** Stops the clock for good, even if the work continues in the background. */
  end(): void {
    this.stop();
    this.isOver = true;
  }

  go(): void {
    if (this.restMs === null || this.isOver) return;
    this.endsAt = performance.now() + this.restMs;
    this.timer = setTimeout(this.onEnd, Math.min(this.restMs, LONGEST_TIMER_MS));
    this.restMs = null;
  }
}
