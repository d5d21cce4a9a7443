/** A full host is asked again after this time, and by those further behind a little later each. */
const ASK_AGAIN_MS = 50;
const LATER_MS = 2;
const LATEST_MS = 500;
/** Who asks this much later than he was told has lost his turn. */
const PATIENCE_MS = 150;

/** Who waits for a place at a host, in order. */
export class HostTurns {
  /** By when each asks again, or is forgotten; the one who was refused first stands first. */
  private readonly waiting = new Map<string, number>();

  /** Asks for one of the free places. @returns 0 when it is the caller's turn; else he waits, and asks again in so many milliseconds */
  ask(caller: string, places: number, nowMs: number): number {
    if (this.waiting.size === 0 && places > 0) return 0;
    this.forget(nowMs);
    const ahead = this.aheadOf(caller);
    if (ahead < places) {
      this.waiting.delete(caller);
      return 0;
    }
    const waitMs = Math.min(ASK_AGAIN_MS + LATER_MS * ahead, LATEST_MS);
    this.waiting.set(caller, nowMs + waitMs + PATIENCE_MS);
    return waitMs;
  }

  private aheadOf(caller: string): number {
    let ahead = 0;
    for (const other of this.waiting.keys()) {
      if (other === caller) break;
      ahead++;
    }
    return ahead;
  }

  private forget(nowMs: number): void {
    for (const [caller, latestMs] of this.waiting) if (latestMs < nowMs) this.waiting.delete(caller);
  }
}
