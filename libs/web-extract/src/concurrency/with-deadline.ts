/** Timers count in 32 bits; a longer time would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time of some work. */
export interface WorkClock {
  /** Milliseconds until the deadline. */
  readonly leftMs: number;
  /** The time that passes from now on does not count. Idempotent. */
  stop(): void;
  /** Time counts again. Idempotent. */
  go(): void;
}

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
  work: (signal: AbortSignal, clock: WorkClock) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const giveUp = () => controller.abort(caller?.reason);
  const clock = new Countdown(timeoutMs, () => controller.abort(onTimeout()));
  caller?.addEventListener('abort', giveUp, { once: true });
  if (caller?.aborted) giveUp();
  try {
    return await Promise.race([work(controller.signal, clock), stopped]);
  } catch (error) {
    // whatever a stage made of the abort, the reason for it is the answer
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clock.end();
    caller?.removeEventListener('abort', giveUp);
  }
}

class Countdown implements WorkClock {
  private timer: NodeJS.Timeout | undefined;
  private endsAt = 0;
  /** Null while time counts. */
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

  /** Time counts no more, whatever the work does that nobody waits for. */
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
