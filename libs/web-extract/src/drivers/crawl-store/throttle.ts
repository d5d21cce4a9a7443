/**
 * Lets each key pass at once and then at most once in `pauseMs`; calls in between pass together at the end of the
 * pause.
 */
export class Throttle {
  /** Key → what waits for the end of the pause. */
  private readonly pauses = new Map<string, { timer: NodeJS.Timeout; next: (() => void) | null }>();

  constructor(private readonly pauseMs: number) {}

  run(key: string, action: () => void): void {
    const pause = this.pauses.get(key);
    if (pause) {
      pause.next = action;
      return;
    }
    const timer = setTimeout(() => this.resume(key), this.pauseMs);
    timer.unref();
    this.pauses.set(key, { timer, next: null });
    action();
  }

  /** Discards pending calls. */
  close(): void {
    for (const { timer } of this.pauses.values()) clearTimeout(timer);
    this.pauses.clear();
  }

  private resume(key: string): void {
    const next = this.pauses.get(key)?.next;
    this.pauses.delete(key);
    if (next) this.run(key, next);
  }
}
