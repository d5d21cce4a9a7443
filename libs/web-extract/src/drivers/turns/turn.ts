import type { WorkerSlot, SlotResult } from '../../ports/job-queue.port.js';
import type { QueuedJob } from './queued-job.js';

/** Minimum time a crawl keeps its slot while others wait. */
export const TURN_MS = 2_000;
/** A crawl keeps its slot for this time to twice as long if no other waits, so that another worker can take over. */
const LONG_TURN_MS = 30_000;
/** Time after the leave signal after which a turn counts as stuck and its slot is given to another crawl. */
const STUCK_MS = 30_000;

/** A crawl that is processed in this process. */
export class Turn {
  /** Resolves if the turn does not end after the leave signal. */
  readonly isStuck: Promise<SlotResult>;
  private readonly abort = new AbortController();
  private readonly startedAt = performance.now();
  private readonly longestMs = LONG_TURN_MS * (1 + Math.random()); // spreads the ends of turns
  private isOver = false;
  private timer: NodeJS.Timeout | undefined;
  private giveUp!: () => void;

  constructor(
    readonly crawlId: string,
    readonly job: QueuedJob,
  ) {
    this.isStuck = new Promise((resolve) => (this.giveUp = () => resolve('requeue')));
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

  async run(handler: (slot: WorkerSlot) => Promise<SlotResult>): Promise<SlotResult> {
    try {
      return await handler({ crawlId: this.crawlId, signal: this.abort.signal });
    } catch {
      return 'requeue'; // the handler reports its own errors
    } finally {
      this.isOver = true;
      clearTimeout(this.timer);
    }
  }

  /** Signals the turn to leave. */
  ask(): void {
    if (this.isOver) return;
    this.timer ??= setTimeout(this.giveUp, STUCK_MS);
    this.abort.abort();
  }
}
