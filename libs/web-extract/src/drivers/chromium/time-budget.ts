import { pause } from '../../concurrency/until-aborted.js';

/** The time of one page. */
export class TimeBudget {
  /**
   * The clock starts now.
   * @param signal aborted if the page is no longer needed
   */
  constructor(
    readonly totalMs: number,
    private readonly signal?: AbortSignal,
    private readonly endsAt = performance.now() + totalMs,
  ) {}

  /** Returns the same budget with waits that a second signal aborts, too. */
  with(signal: AbortSignal): TimeBudget {
    const both = this.signal ? AbortSignal.any([this.signal, signal]) : signal;
    return new TimeBudget(this.totalMs, both, this.endsAt);
  }

  get leftMs(): number {
    return Math.max(0, this.endsAt - performance.now());
  }

  get spentMs(): number {
    return Math.round(this.totalMs - (this.endsAt - performance.now()));
  }

  /** `performance.now()` at which only `reserveMs` remain. */
  until(reserveMs: number): number {
    return this.endsAt - reserveMs;
  }

  /**
   * Waits, but no longer than until `reserveMs` are left.
   * @returns whether the time was long enough
   * @throws the reason of the signal
   */
  async wait(ms: number, reserveMs = 0): Promise<boolean> {
    const waitMs = Math.min(ms, Math.max(0, this.leftMs - reserveMs));
    if (waitMs > 0) await pause(waitMs, this.signal);
    return waitMs >= ms;
  }
}
