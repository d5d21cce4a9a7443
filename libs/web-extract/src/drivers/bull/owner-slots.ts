import type { Job } from 'bull';
import { OwnerPlaces } from '../../concurrency/owner-places.js';
import type { SlotData } from './bull.job-queue.js';

interface Waiting {
  readonly owner: string;
  readonly giveUp: () => void;
  /** When it came last, as `performance.now()` counts. */
  seenAt: number;
}

interface Called {
  readonly owner: string;
  readonly giveUp: NodeJS.Timeout;
}

/** A job that found no slot comes back after this time, here or in another process, unless it is called before; */
const REST_MS = 1_000;
/** with many in line later, so that they do not keep Redis busy. */
const REST_EACH_MS = 10;
/** One that did not come back for so many rests is at work elsewhere, or gone. */
const MISSED_RESTS = 4;
/** A called job that did not come by then went elsewhere. */
const CALL_MS = 1_000;

/**
 * The slots of this process, shared by owner. Jobs that find none go back into Redis, where other processes may take them, and
 * keep their place in the line of this one: they are called when it is their turn.
 */
export class OwnerSlots {
  private readonly places: OwnerPlaces;
  private readonly line = new Map<string, Waiting>();
  /** A slot is kept for each. */
  private readonly called = new Map<string, Called>();

  constructor(slots: number) {
    this.places = new OwnerPlaces(slots);
  }

  /** Slots of all owners together. */
  get all(): number {
    return this.places.all;
  }

  /** How long a job that found no slot is to rest. */
  get restMs(): number {
    return REST_MS + REST_EACH_MS * this.line.size;
  }

  /** @returns false when it is not the job's turn: it has a place in the line now */
  tryTake(job: Job<SlotData>): boolean {
    const id = String(job.id);
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

  /** Who is in line. */
  waiting(): Waiting[] {
    const oldest = performance.now() - MISSED_RESTS * this.restMs;
    for (const [id, { seenAt, giveUp }] of this.line) {
      if (seenAt >= oldest) continue;
      giveUp();
      this.line.delete(id);
    }
    return [...this.line.values()];
  }

  /** Calls nobody any more. */
  close(): void {
    for (const { giveUp } of this.line.values()) giveUp();
    this.line.clear();
    for (const { giveUp } of this.called.values()) clearTimeout(giveUp);
    this.called.clear();
  }

  private call(job: Job<SlotData>): void {
    const id = String(job.id);
    const { owner } = job.data;
    this.line.delete(id);
    this.called.set(id, { owner, giveUp: setTimeout(() => this.miss(id), CALL_MS) });
    job.promote().catch(() => this.miss(id)); // another process has it, or Redis is away
  }

  /** Whether the job was called, and its slot is its own now. */
  private answered(id: string): boolean {
    clearTimeout(this.called.get(id)?.giveUp);
    return this.called.delete(id);
  }

  private miss(id: string): void {
    const { owner } = this.called.get(id) ?? {};
    if (owner !== undefined && this.answered(id)) this.release(owner);
  }
}
