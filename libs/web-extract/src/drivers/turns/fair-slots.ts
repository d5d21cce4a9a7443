import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import type { QueuedJob } from './queued-job.js';

interface Waiting {
  readonly owner: string;
  readonly giveUp: () => void;
  /** Time of the last attempt, as `performance.now()` counts. */
  seenAt: number;
}

interface Called {
  readonly owner: string;
  readonly giveUp: NodeJS.Timeout;
}

/** A job without a slot is retried after this time, here or in another process, unless it is called earlier; */
const REST_MS = 1_000;
/** with many jobs waiting the delay grows by this much each, to limit the load on the server. */
const REST_EACH_MS = 10;
/** A job that misses this many retries is running in another process, or gone. */
const MISSED_RESTS = 4;
/** A called job that does not arrive within this time was taken by another process. */
const CALL_MS = 1_000;

/**
 * Shares the slots of this process between owners. Jobs without a slot return to the queue, where other
 * processes may take them. They keep their position in the queue of this process and are called when it is their turn.
 */
export class FairSlots {
  private readonly places: FairSemaphore;
  private readonly line = new Map<string, Waiting>();
  /** One slot is reserved for each. */
  private readonly called = new Map<string, Called>();

  constructor(slots: number) {
    this.places = new FairSemaphore(slots);
  }

  /** Total number of slots. */
  get all(): number {
    return this.places.all;
  }

  /** Delay before a job without a slot is retried. */
  get restMs(): number {
    return REST_MS + REST_EACH_MS * this.line.size;
  }

  /** @returns false if it is not the job's turn; the job is then queued */
  tryTake(job: QueuedJob): boolean {
    const { id } = job;
    const { owner } = job.data;
    if (this.answered(id)) return true;
    const waiting = this.line.get(id);
    if (waiting) waiting.seenAt = performance.now();
    else if (this.places.tryTake(owner)) return true;
    else
      this.line.set(id, {
        owner,
        seenAt: performance.now(),
        giveUp: this.places.wait(owner, () => this.call(job)),
      });
    return false;
  }

  release(owner: string): void {
    this.places.release(owner);
  }

  /** The queued jobs. */
  waiting(): Waiting[] {
    const oldest = performance.now() - MISSED_RESTS * this.restMs;
    for (const [id, { seenAt, giveUp }] of this.line) {
      if (seenAt >= oldest) continue;
      giveUp();
      this.line.delete(id);
    }
    return [...this.line.values()];
  }

  /** Stops calling jobs. */
  close(): void {
    for (const { giveUp } of this.line.values()) giveUp();
    this.line.clear();
    for (const { giveUp } of this.called.values()) clearTimeout(giveUp);
    this.called.clear();
  }

  private call(job: QueuedJob): void {
    const { id } = job;
    const { owner } = job.data;
    this.line.delete(id);
    this.called.set(id, { owner, giveUp: setTimeout(() => this.miss(id), CALL_MS) });
    job.promote().catch(() => this.miss(id)); // another process has taken it, or the server is unavailable
  }

  /** True if the job was called; its reserved slot now belongs to it. */
  private answered(id: string): boolean {
    clearTimeout(this.called.get(id)?.giveUp);
    return this.called.delete(id);
  }

  private miss(id: string): void {
    const { owner } = this.called.get(id) ?? {};
    if (owner !== undefined && this.answered(id)) this.release(owner);
  }
}
