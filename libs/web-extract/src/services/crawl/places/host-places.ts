import { FairPlaces, type PlaceTaker } from './fair-places.js';

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
