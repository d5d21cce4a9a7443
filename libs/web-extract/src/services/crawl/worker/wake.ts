/** Timers count in 32 bits; a longer time would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One timer for the earliest of many times. */
export class Wake {
  private timer: NodeJS.Timeout | undefined;
  private dueMs = Infinity;

  constructor(private readonly onTime: () => void) {}

  /** Calls back at this time (epoch), or earlier when an earlier one was asked for. */
  at(timeMs: number): void {
    if (timeMs >= this.dueMs) return;
    clearTimeout(this.timer);
    this.dueMs = timeMs;
    const waitMs = Math.min(LONGEST_TIMER_MS, Math.max(0, timeMs - Date.now()));
    this.timer = setTimeout(() => this.ring(), waitMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.dueMs = -Infinity;
  }

  private ring(): void {
    this.dueMs = Infinity;
    this.onTime();
  }
}
