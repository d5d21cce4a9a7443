import { backoffMs } from '../../../model/retry/backoff.js';
import { RECEIVER_RESTS_MS, RETRIES } from '../../../model/retry/policies.js';

/** A receiver of webhook messages, as it counts for the jobs of one owner. */
export interface Receiver {
  readonly owner: string;
  readonly receiver: string;
}

/** Concurrent messages to one receiver. While it fails, one at a time probes it. */
const MOST_AT_ONCE = 4;
/** State of a receiver that no message was sent to for so long is dropped. */
const FORGET_MS = 3_600_000;
/** Maximum number of receivers with state. Above it, the oldest state is discarded. */
export const MAX_RECEIVERS = 2_000;

interface Health {
  readonly of: Receiver;
  running: number;
  /** Rests since the last success; one more than there are when the receiver was given up. */
  rests: number;
  /** As `performance.now()` counts. */
  restsUntilMs: number;
}

/**
 * Decides when failed messages are tried again. The first retries, after seconds, belong to each message; the later ones, after minutes,
 * to its receiver, which takes no message of the owner meanwhile. Once these are used up, each message is tried once, until one is taken.
 */
export class ReceiverBackoff {
  private readonly known = new Map<string, Health>();

  /** Receivers that take no further message now. */
  busy(nowMs: number): Receiver[] {
    const busy: Receiver[] = [];
    for (const { of, running, rests, restsUntilMs } of this.known.values()) {
      const most = rests === 0 ? MOST_AT_ONCE : 1;
      if (running >= most || restsUntilMs > nowMs) busy.push(of);
    }
    return busy;
  }

  begin(receiver: Receiver): void {
    this.of(receiver).running++;
  }

  end(receiver: Receiver, nowMs: number): void {
    this.of(receiver).running--;
    for (const [name, { running, rests, restsUntilMs }] of this.known) {
      if (running === 0 && (rests === 0 || restsUntilMs + FORGET_MS < nowMs)) this.known.delete(name);
    }
  }

  succeeded(receiver: Receiver): void {
    const health = this.of(receiver);
    health.rests = 0;
    health.restsUntilMs = 0;
  }

  /**
   * A message was not taken.
   * @param tries failed ones before, also of other processes
   * @returns milliseconds until its next try; null when it is given up
   */
  failed(receiver: Receiver, tries: number, nowMs: number): number | null {
    const health = this.of(receiver);
    const { retries } = RETRIES.webhook;
    if (health.restsUntilMs > nowMs) return health.restsUntilMs - nowMs; // sent before another one failed
    if (health.rests === 0 && tries < retries) return backoffMs(RETRIES.webhook, tries + 1);
    health.rests = Math.max(health.rests, tries - retries) + 1;
    const restMs = RECEIVER_RESTS_MS[health.rests - 1];
    if (restMs === undefined) return this.giveUp(health, nowMs);
    health.restsUntilMs = nowMs + restMs;
    return restMs;
  }

  private giveUp(health: Health, nowMs: number): null {
    health.rests = RECEIVER_RESTS_MS.length + 1;
    health.restsUntilMs = nowMs;
    return null;
  }

  private of({ owner, receiver }: Receiver): Health {
    const name = `${receiver} ${owner}`;
    const known = this.known.get(name);
    if (known) return known;
    const health = { of: { owner, receiver }, running: 0, rests: 0, restsUntilMs: 0 };
    if (this.known.size >= MAX_RECEIVERS) this.dropOldest();
    this.known.set(name, health);
    return health;
  }

  /** Receivers with a message in progress are kept; their number is bounded by the lanes. */
  private dropOldest(): void {
    for (const [name, { running }] of this.known) {
      if (running === 0) return void this.known.delete(name);
    }
  }
}
