import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { UnavailableError } from '../../model/errors.js';
import type { Deadline } from './deadline.js';

interface SlotLimits {
  readonly maxFetches: number;
  readonly maxFetchesPerHost: number;
  readonly maxQueuedFetches: number;
}

/**
 * Limits concurrent requests, in total and per host. A request first takes a slot of its host and then a global one,
 * so that a slow
 * host with a long queue occupies no slot that others could use. Slots and the queue are shared between owners: an
 * owner that
 * uses all it can get does not block the others.
 */
export class FetchSlots {
  private readonly all: FairSemaphore;
  private readonly hosts = new Map<string, FairSemaphore>();
  private readonly queue: FairSemaphore;

  constructor(private readonly limits: SlotLimits) {
    this.all = new FairSemaphore(limits.maxFetches);
    this.queue = new FairSemaphore(limits.maxQueuedFetches);
  }

  /**
   * Waits for a place; `leave` must follow.
   * @throws UnavailableError when too many of the owner's wait
   */
  async enter(host: string, owner: string, deadline: Deadline): Promise<void> {
    const places = this.placesOf(host);
    await this.take(places, owner, deadline);
    try {
      await this.take(this.all, owner, deadline);
    } catch (error) {
      this.release(host, places, owner);
      throw error;
    }
  }

  /** Takes a slot if one is free and no request is queued for it; `leave` must follow if so. */
  tryEnter(host: string, owner: string): boolean {
    const places = this.placesOf(host);
    if (!places.tryTake(owner)) return false;
    if (this.all.tryTake(owner)) return true;
    this.release(host, places, owner);
    return false;
  }

  leave(host: string, owner: string): void {
    this.all.release(owner);
    this.release(host, this.placesOf(host), owner);
  }

  private async take(places: FairSemaphore, owner: string, deadline: Deadline): Promise<void> {
    if (places.tryTake(owner)) return;
    if (!this.queue.tryTake(owner)) throw new UnavailableError('too many fetches are waiting');
    try {
      await deadline.race<void>((resolve) => places.wait(owner, resolve));
    } finally {
      this.queue.release(owner);
    }
  }

  private placesOf(host: string): FairSemaphore {
    let places = this.hosts.get(host);
    if (places === undefined) {
      places = new FairSemaphore(this.limits.maxFetchesPerHost);
      this.hosts.set(host, places);
    }
    return places;
  }

  private release(host: string, places: FairSemaphore, owner: string): void {
    places.release(owner);
    if (places.isIdle) this.hosts.delete(host); // a crawl of many hosts must leave nothing behind
  }
}
