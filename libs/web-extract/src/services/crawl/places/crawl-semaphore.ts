import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';

/** Holder of places, such as a crawl. */
export interface PlaceTaker {
  readonly owner: string;
}

/**
 * Semaphore for pages in progress in this process. Waiting owners take turns; within an owner, each waiting crawl gets
 * one place at a time, regardless of the number it holds.
 */
export class CrawlSemaphore {
  private readonly places: FairSemaphore;
  /** Waiting takers, each with the function that cancels its wait. */
  private readonly waiting = new Map<PlaceTaker, () => void>();
  /** Takers that were called. A place is reserved for each. */
  private readonly called = new Set<PlaceTaker>();

  constructor(places: number) {
    this.places = new FairSemaphore(places);
  }

  /** True if all places are free and no taker is waiting. */
  get isIdle(): boolean {
    return this.places.isIdle;
  }

  /** Takes a place; release it with `giveBack`. @returns false if `who` has to wait until `call` is invoked */
  take(who: PlaceTaker, call: () => void): boolean {
    if (this.called.delete(who)) return true;
    if (this.waiting.has(who)) return false;
    if (this.places.tryTake(who.owner)) return true;
    const giveUp = this.places.wait(who.owner, () => {
      this.waiting.delete(who);
      this.called.add(who);
      call();
    });
    this.waiting.set(who, giveUp);
    return false;
  }

  giveBack({ owner }: PlaceTaker): void {
    this.places.release(owner);
  }

  /** `who` wants no place any more. */
  leave(who: PlaceTaker): void {
    this.waiting.get(who)?.();
    this.waiting.delete(who);
    if (this.called.delete(who)) this.giveBack(who);
  }
}

/**
 * Semaphores for pages in progress by host, over all jobs of this process. The number of places equals that of the
 * host's gate: a page which the gate would refuse is not leased, and its job is called when a place is free.
 */
export class HostSemaphore {
  private readonly hosts = new Map<string, CrawlSemaphore>();

  /** @param most pages of one host that an owner may process at the same time */
  constructor(private readonly most: number) {}

  /** Hosts that are remembered. */
  get size(): number {
    return this.hosts.size;
  }

  /** Takes a place; release it with `giveBack`. @returns false if `who` has to wait until `call` is invoked */
  take(host: string, who: PlaceTaker, call: () => void): boolean {
    const places = this.hosts.get(host) ?? new CrawlSemaphore(this.most);
    this.hosts.set(host, places);
    return places.take(who, call);
  }

  giveBack(host: string, who: PlaceTaker): void {
    this.change(host, (places) => places.giveBack(who));
  }

  /** Cancels the wait of `who` and releases the place reserved for it. */
  leave(host: string, who: PlaceTaker): void {
    this.change(host, (places) => places.leave(who));
  }

  private change(host: string, work: (places: CrawlSemaphore) => void): void {
    const places = this.hosts.get(host);
    if (!places) return;
    work(places);
    if (places.isIdle) this.hosts.delete(host);
  }
}
