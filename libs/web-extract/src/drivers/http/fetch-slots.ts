import { UnavailableError } from '../../model/errors.js';
import type { Deadline } from './deadline.js';
import { Semaphore } from './semaphore.js';

export interface SlotLimits {
  readonly maxFetches: number;
  readonly maxFetchesPerHost: number;
  readonly maxQueuedFetches: number;
}

/**
 * Bounds the requests on their way: in all, and for each host. A request first takes a place at its host and then one
 * of all, so that a slow host with a long queue holds no place that others could use.
 */
export class FetchSlots {
  private readonly all: Semaphore;
  private readonly hosts = new Map<string, Semaphore>();
  private waiting = 0;

  constructor(private readonly limits: SlotLimits) {
    this.all = new Semaphore(limits.maxFetches);
  }

  /**
   * Waits for a place; `leave` must follow.
   * @throws UnavailableError when too many wait
   */
  async enter(host: string, deadline: Deadline): Promise<void> {
    const places = this.placesOf(host);
    await this.take(places, deadline);
    try {
      await this.take(this.all, deadline);
    } catch (error) {
      this.release(host, places);
      throw error;
    }
  }

  /** Takes a place if one is free and nobody waits for it; `leave` must follow if so. */
  tryEnter(host: string): boolean {
    const places = this.placesOf(host);
    if (!places.tryTake()) return false;
    if (this.all.tryTake()) return true;
    this.release(host, places);
    return false;
  }

  leave(host: string): void {
    this.all.release();
    this.release(host, this.placesOf(host));
  }

  private async take(places: Semaphore, deadline: Deadline): Promise<void> {
    if (places.tryTake()) return;
    if (this.waiting >= this.limits.maxQueuedFetches)
      throw new UnavailableError('too many fetches are waiting');
    this.waiting++;
    try {
      await deadline.race<void>((resolve) => places.wait(resolve));
    } finally {
      this.waiting--;
    }
  }

  private placesOf(host: string): Semaphore {
    let places = this.hosts.get(host);
    if (places === undefined) {
      places = new Semaphore(this.limits.maxFetchesPerHost);
      this.hosts.set(host, places);
    }
    return places;
  }

  private release(host: string, places: Semaphore): void {
    places.release();
    if (places.isIdle) this.hosts.delete(host); // a crawl of many hosts must leave nothing behind
  }
}
