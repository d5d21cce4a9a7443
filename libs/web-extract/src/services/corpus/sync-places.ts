import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import type { FeedName } from '../../model/change-log.js';
import { RateLimitedError } from '../../model/errors.js';
import { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import { alreadySynced } from './held-ledger.js';

/** Syncs that run in this process at once. */
const MAX_RUNNING = 32;
/** Syncs that an owner may start in a minute, in all processes. */
const MAX_PER_MINUTE = 60;
const MINUTE_SECONDS = 60;

/** Limits the syncs of each owner. */
export class SyncPlaces {
  private readonly slots = new FairSemaphore(MAX_RUNNING);
  /** Sinks that are being filled by this process. */
  private readonly sinks = new Set<string>();

  constructor(private readonly counter: UsageCounter) {}

  /** @returns a function that ends the sync, to be called once. @throws ConflictError, RateLimitedError */
  async take({ owner, tag }: FeedName, sink: string): Promise<() => void> {
    const name = JSON.stringify([owner, tag, sink]);
    if (this.sinks.has(name)) throw alreadySynced();
    if (!this.slots.tryTake(owner))
      throw new RateLimitedError(`at most ${MAX_RUNNING} syncs may run at once`, 1);
    this.sinks.add(name);
    const leave = () => {
      this.sinks.delete(name);
      this.slots.release(owner);
    };
    try {
      await this.count(owner);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async count(owner: string): Promise<void> {
    const { count, resetsInMs } = await this.counter.add(`sync:${owner}`, 1, MINUTE_SECONDS);
    if (count <= MAX_PER_MINUTE) return;
    throw new RateLimitedError(
      `at most ${MAX_PER_MINUTE} syncs may be started in a minute`,
      Math.ceil(resetsInMs / 1_000),
    );
  }
}
