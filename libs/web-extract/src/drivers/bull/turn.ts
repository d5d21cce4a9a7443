import type { Job } from 'bull';
import type { WorkerSlot, SlotResult } from '../../ports/job-queue.port.js';
import type { SlotData } from './bull.job-queue.js';

/** A crawl keeps its slot for at least this long when others wait. */
export const TURN_MS = 2_000;
/** Without others it keeps it for this long, and up to as much again: then another worker may have it. */
const LONG_TURN_MS = 30_000;
/** A turn that does not end this long after it was asked to is stuck: its slot is given away. */
const STUCK_MS = 30_000;

/** A crawl at work in this process. */
export class Turn {
  /** Resolves when the turn does not end although it was asked to. */
  readonly isStuck: Promise<SlotResult>;
  private readonly abort = new AbortController();
  private readonly startedAt = performance.now();
  private readonly longestMs = LONG_TURN_MS * (1 + Math.random()); // not all turns at once
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;
  private giveUp!: () => void;

  constructor(
    readonly crawlId: string,
    readonly job: Job<SlotData>,
  ) {
    this.isStuck = new Promise((resolve) => (this.giveUp = () => resolve('again')));
  }

  get owner(): string {
    return this.job.data.owner;
  }

  get ageMs(): number {
    return performance.now() - this.startedAt;
  }

  get wasLong(): boolean {
    return this.ageMs >= TURN_MS;
  }

  get wasAsked(): boolean {
    return this.abort.signal.aborted;
  }

  get wasVeryLong(): boolean {
    return this.ageMs >= this.longestMs;
  }

  async run(handler: (share: WorkerSlot) => Promise<SlotResult>): Promise<SlotResult> {
    try {
      return await handler({ crawlId: this.crawlId, signal: this.abort.signal });
    } catch {
      return 'again'; // whoever works reports its faults
    } finally {
      this.isOver = true;
      clearTimeout(this.timer);
    }
  }

  /** Asks it to leave. */
  ask(): void {
    if (this.isOver) return;
    this.timer ??= setTimeout(this.giveUp, STUCK_MS);
    this.abort.abort();
  }
}
