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
    this.timer = setTimeout(() => this.ring(), Math.max(0, timeMs - Date.now()));
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
