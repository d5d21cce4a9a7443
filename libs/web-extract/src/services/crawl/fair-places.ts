/**
 * Places for pages under way in this process. When there are not enough, those who want one get the next in turns, one
 * each, whoever holds how many already.
 */
export class FairPlaces {
  private free: number;
  /** Who waits, first come first, and how to tell. */
  private readonly waiting = new Map<object, () => void>();
  /** Whose turn it is: a place is kept for each. */
  private readonly called = new Set<object>();

  constructor(places: number) {
    this.free = places;
  }

  /** Takes a place; `giveBack` must follow. @returns false when it is not `who`'s turn: `call` tells when it is */
  take(who: object, call: () => void): boolean {
    if (this.called.delete(who)) return true;
    if (this.free > 0) {
      this.free--;
      return true;
    }
    if (!this.waiting.has(who)) this.waiting.set(who, call);
    return false;
  }

  giveBack(): void {
    for (const [who, call] of this.waiting) {
      this.waiting.delete(who);
      this.called.add(who);
      return call();
    }
    this.free++;
  }

  /** `who` wants no place any more. */
  leave(who: object): void {
    this.waiting.delete(who);
    if (this.called.delete(who)) this.giveBack();
  }
}
