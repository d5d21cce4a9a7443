/** Additional slots for other owners, as a share of the limit per owner. */
const FOR_OTHERS = 1 / 4;

type Resume = () => void;

interface Waiter {
  readonly resume: Resume;
  readonly count: number;
}

/**
 * Fair semaphore that shares a limited number of slots between owners.
 *
 * A single owner may hold up to `most` slots. All owners together may hold as many plus a quarter. A slot beyond `most`
 * is granted only to an owner that holds fewer slots than remain free, so that the next owner finds a free slot as
 * well. A released slot goes to the waiting owner that holds the fewest slots, round robin between equal owners;
 * requests of one owner are served in FIFO order.
 *
 * The slots can also be bytes: then `count` of them are acquired at once. A waiting request for many slots is not
 * bypassed by waiting requests for fewer slots.
 */
export class FairSemaphore {
  /** Maximum number of slots of all owners together. */
  readonly all: number;
  private taken = 0;
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Set<Waiter>>();

  constructor(private readonly most: number) {
    this.all = most + Math.ceil(most * FOR_OTHERS);
  }

  get isIdle(): boolean {
    return this.taken === 0 && this.waiting.size === 0;
  }

  /** True if no owner can acquire a slot now, not even one without slots. */
  get isFull(): boolean {
    return !this.mayHold(0, 1);
  }

  /** Owners that hold slots and cannot acquire another one now. */
  get sated(): string[] {
    return [...this.held].filter(([, held]) => !this.mayHold(held, 1)).map(([owner]) => owner);
  }

  /** Number of slots held by an owner. */
  heldBy(owner: string): number {
    return this.held.get(owner) ?? 0;
  }

  /** True if the owner can acquire this number of additional slots now. */
  mayTake(owner: string, count = 1): boolean {
    return this.mayHold(this.heldBy(owner), count);
  }

  /** Acquires slots if available. @returns true if acquired; `release` must follow */
  tryTake(owner: string, count = 1): boolean {
    if (!this.mayTake(owner, count)) return false;
    this.take(owner, count);
    return true;
  }

  /** Records slots that are already in use, regardless of the limits; `release` must follow. */
  take(owner: string, count: number): void {
    this.held.set(owner, this.heldBy(owner) + count);
    this.taken += count;
  }

  /**
   * Calls `resume` after acquiring slots for the owner, immediately if available. @returns a function that cancels the
   * wait
   */
  wait(owner: string, resume: Resume, count = 1): () => void {
    const waiter = { resume, count };
    const line = this.waiting.get(owner) ?? new Set();
    this.waiting.set(owner, line.add(waiter));
    this.letIn();
    return () => {
      line.delete(waiter);
      if (line.size === 0 && this.waiting.get(owner) === line) this.waiting.delete(owner);
      this.letIn(); // later requests may have been blocked by this one only
    };
  }

  release(owner: string, count = 1): void {
    const held = this.heldBy(owner) - count;
    if (held > 0) this.held.set(owner, held);
    else this.held.delete(owner);
    this.taken -= count;
    this.letIn();
  }

  private mayHold(held: number, further: number): boolean {
    if (held + further > this.most) return false;
    // same condition as if the slots were acquired one by one: as many must remain free as this owner then holds
    return this.taken + further <= this.most || held + 2 * further - 1 <= this.all - this.taken;
  }

  private letIn(): void {
    for (let owner = this.next(); owner !== null; owner = this.next()) {
      const line = this.waiting.get(owner)!;
      const [first] = line;
      line.delete(first!);
      this.waiting.delete(owner);
      if (line.size > 0) this.waiting.set(owner, line); // moves the owner to the end
      this.take(owner, first!.count);
      first!.resume();
    }
  }

  /** Waiting owner with the fewest slots that is below its limit; null if it cannot acquire slots now. */
  private next(): string | null {
    let next: string | null = null;
    let fewest = Infinity;
    for (const [owner, [first]] of this.waiting) {
      const held = this.heldBy(owner);
      if (held >= fewest || held + first!.count > this.most) continue;
      next = owner;
      fewest = held;
    }
    if (next === null) return null;
    const [first] = this.waiting.get(next)!;
    return this.mayHold(fewest, first!.count) ? next : null;
  }
}
