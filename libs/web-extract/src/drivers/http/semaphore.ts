/** Counts free places and hands them out in the order of asking. */
export class Semaphore {
  private taken = 0;
  private readonly waiters = new Set<{ readonly resume: () => void }>();

  constructor(private readonly places: number) {}

  get isIdle(): boolean {
    return this.taken === 0 && this.waiters.size === 0;
  }

  tryTake(): boolean {
    if (this.taken >= this.places) return false;
    this.taken++;
    return true;
  }

  /** Calls `resume` when a place has been taken for the caller. The returned function gives up the waiting. */
  wait(resume: () => void): () => void {
    const waiter = { resume };
    this.waiters.add(waiter);
    return () => void this.waiters.delete(waiter);
  }

  release(): void {
    for (const next of this.waiters) {
      this.waiters.delete(next);
      next.resume(); // the place passes on, `taken` stays
      return;
    }
    this.taken--;
  }
}
