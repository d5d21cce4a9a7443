/** Timers count in 32 bits; a longer time would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Single timer for the earliest of several times. */
export class Wake {
  private timer: NodeJS.Timeout | undefined;
  private dueMs = Infinity;

  constructor(private readonly onTime: () => void) {}

  /** Schedules the callback at this time (epoch), unless an earlier one is scheduled. */
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
