import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';

/** A receiver of webhook messages, as it counts for the crawls of one owner. */
export interface Receiver {
  readonly owner: string;
  readonly receiver: string;
}

/** Failures in a row after which a receiver is left alone. */
const FAILURES = 5;
/** Messages to one receiver under way at once; one is enough to see whether it is back. */
const MOST_AT_ONCE = 4;
/** A receiver that nobody writes to any more is forgotten. */
const FORGET_MS = 3_600_000;

interface Health {
  readonly of: Receiver;
  underway: number;
  failures: number;
  /** As `performance.now()` counts. */
  restsUntilMs: number;
}

/**
 * Which receivers have enough to do, and which are left alone for a while because they keep failing. One that fails is so for
 * the crawls of one owner: nobody can shut it for others.
 */
export class ReceiverRests {
  private readonly known = new Map<string, Health>();

  /** Those that nothing is to be sent to now. */
  busy(nowMs: number): Receiver[] {
    const busy: Receiver[] = [];
    for (const { of, underway, failures, restsUntilMs } of this.known.values()) {
      const most = failures < FAILURES ? MOST_AT_ONCE : 1;
      if (underway >= most || restsUntilMs > nowMs) busy.push(of);
    }
    return busy;
  }

  begin(receiver: Receiver): void {
    this.of(receiver).underway++;
  }

  end(receiver: Receiver, nowMs: number): void {
    this.of(receiver).underway--;
    for (const [name, { underway, failures, restsUntilMs }] of this.known) {
      if (underway === 0 && (failures === 0 || restsUntilMs + FORGET_MS < nowMs)) this.known.delete(name);
    }
  }

  succeeded(receiver: Receiver): void {
    const health = this.of(receiver);
    health.failures = 0;
    health.restsUntilMs = 0;
  }

  failed(receiver: Receiver, nowMs: number): void {
    const health = this.of(receiver);
    const rests = ++health.failures - FAILURES + 1;
    health.restsUntilMs = nowMs + (rests > 0 ? backoffMs(BACKOFFS.receiver, rests) : 0);
  }

  private of({ owner, receiver }: Receiver): Health {
    const name = `${receiver} ${owner}`;
    const known = this.known.get(name);
    if (known) return known;
    const health = { of: { owner, receiver }, underway: 0, failures: 0, restsUntilMs: 0 };
    this.known.set(name, health);
    return health;
  }
}
