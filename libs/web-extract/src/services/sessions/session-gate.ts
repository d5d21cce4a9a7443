import { untilAborted } from '../../concurrency/until-aborted.js';

/** Limits the readings of a session in this process: a number of them, or one that is alone. */
export class SessionGate {
  private running = 0;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();

  /** @param limit readings at the same time */
  async enter(limit: number, signal: AbortSignal | undefined): Promise<void> {
    while (this.isClosed || this.running >= limit) await this.change(signal);
    this.running++;
  }

  leave(): void {
    this.running--;
    this.notify();
  }

  /** Waits until no other reading is in progress and keeps new ones waiting; `leaveAlone` must follow. */
  async enterAlone(signal: AbortSignal | undefined): Promise<void> {
    while (this.isClosed) await this.change(signal);
    this.isClosed = true;
    try {
      while (this.running > 0) await this.change(signal);
      this.running++;
    } catch (error) {
      this.open();
      throw error;
    }
  }

  leaveAlone(): void {
    this.running--;
    this.open();
  }

  private open(): void {
    this.isClosed = false;
    this.notify();
  }

  private notify(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  private async change(signal: AbortSignal | undefined): Promise<void> {
    await untilAborted<void>(signal, (resolve) => {
      const wake = () => resolve();
      this.waiting.add(wake);
      return () => void this.waiting.delete(wake);
    });
  }
}
