import type { HostClient } from '../../ports/host-gate.port.js';

/** Delay before a caller retries a full host; later callers in the queue wait a little longer each. */
const ASK_AGAIN_MS = 50;
const LATER_MS = 2;
const LATEST_MS = 500;
/** Maximum delay of a retry before the caller loses its turn. */
const PATIENCE_MS = 150;

interface Waiting {
  /** Each owner has one turn per round, used by any of its callers. */
  readonly round: number;
  /** By when he asks again, or is forgotten. */
  latestMs: number;
}

/** Queue for the slots of a host: owners take turns, the callers of each in order. */
export class HostQueue {
  /** In order of the first refusal. */
  private readonly waiting = new Map<string, Waiting>();
  /** The round that is being served. */
  private round = 0;
  /** The last round in which each owner has a turn. */
  private readonly lastRounds = new Map<string, number>();

  /**
   * Requests a free slot. @returns 0 if it is the caller's turn, otherwise the delay before the next request in
   * milliseconds
   */
  ask(caller: HostClient, places: number, nowMs: number): number {
    if (this.waiting.size === 0 && places > 0) return 0;
    this.forget(nowMs);
    const known = this.waiting.get(caller.id);
    const round = known?.round ?? this.nextRoundOf(caller.owner);
    const ahead = this.aheadOf(caller.id, round);
    if (ahead < places) {
      this.serve(caller, round);
      return 0;
    }
    const waitMs = Math.min(ASK_AGAIN_MS + LATER_MS * ahead, LATEST_MS);
    const latestMs = nowMs + waitMs + PATIENCE_MS;
    this.lastRounds.set(caller.owner, Math.max(round, this.lastRounds.get(caller.owner) ?? 0));
    if (known) known.latestMs = latestMs;
    else this.waiting.set(caller.id, { round, latestMs });
    return waitMs;
  }

  private serve({ id, owner }: HostClient, round: number): void {
    this.waiting.delete(id);
    this.round = Math.max(this.round, round);
    this.lastRounds.set(owner, Math.max(round, this.lastRounds.get(owner) ?? 0));
    if (this.waiting.size === 0) this.lastRounds.clear();
  }

  private nextRoundOf(owner: string): number {
    return Math.max(this.round, (this.lastRounds.get(owner) ?? -1) + 1);
  }

  /** Number of callers in an earlier round, or ahead in the same one. */
  private aheadOf(id: string, round: number): number {
    let ahead = 0;
    let isBefore = true;
    for (const [other, waiting] of this.waiting) {
      if (other === id) isBefore = false;
      else if (waiting.round < round || (waiting.round === round && isBefore)) ahead++;
    }
    return ahead;
  }

  private forget(nowMs: number): void {
    for (const [id, { latestMs }] of this.waiting) if (latestMs < nowMs) this.waiting.delete(id);
  }
}
