import { OwnerPlaces } from '../../../concurrency/owner-places.js';

/** Who wants places, such as a crawl. */
export interface PlaceTaker {
  readonly owner: string;
}

/**
 * Places for pages under way in this process. When there are not enough, owners get the next in turns, and of one owner
 * those who want one, one each, whoever holds how many already.
 */
export class FairPlaces {
  private readonly places: OwnerPlaces;
  /** Who waits, and how to end that. */
  private readonly waiting = new Map<PlaceTaker, () => void>();
  /** Whose turn it is: a place is kept for each. */
  private readonly called = new Set<PlaceTaker>();

  constructor(places: number) {
    this.places = new OwnerPlaces(places);
  }

  /** Whether nobody holds or wants a place. */
  get isIdle(): boolean {
    return this.places.isIdle;
  }

  /** Takes a place; `giveBack` must follow. @returns false when it is not `who`'s turn: `call` tells when it is */
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
 * Places for pages under way at each host, over all jobs of this process. As many as the host's gate has: a page that would be turned
 * away there is not even taken, and its job is called when it is its turn.
 */
export class HostPlaces {
  private readonly hosts = new Map<string, FairPlaces>();

  /** @param most pages of one host that an owner may have under way at once */
  constructor(private readonly most: number) {}

  /** Hosts that are remembered. */
  get size(): number {
    return this.hosts.size;
  }

  /** Takes a place; `giveBack` must follow. @returns false when it is not `who`'s turn: `call` tells when it is */
  take(host: string, who: PlaceTaker, call: () => void): boolean {
    const places = this.hosts.get(host) ?? new FairPlaces(this.most);
    this.hosts.set(host, places);
    return places.take(who, call);
  }

  giveBack(host: string, who: PlaceTaker): void {
    this.change(host, (places) => places.giveBack(who));
  }

  /** `who` waits no more, and does not want what was kept for it. */
  leave(host: string, who: PlaceTaker): void {
    this.change(host, (places) => places.leave(who));
  }

  private change(host: string, work: (places: FairPlaces) => void): void {
    const places = this.hosts.get(host);
    if (!places) return;
    work(places);
    if (places.isIdle) this.hosts.delete(host);
  }
}
