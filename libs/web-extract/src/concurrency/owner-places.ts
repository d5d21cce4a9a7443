/** Of the places of one owner: so many more are for others, when that owner holds all of its own. */
const FOR_OTHERS = 1 / 4;

type Resume = () => void;

interface Waiter {
  readonly resume: Resume;
  readonly count: number;
}

/**
 * Places that owners take, hold and give back, of something there is not enough of.
 *
 * One owner may hold `most`. All owners together hold as many, and up to a quarter more: those further ones go only to an
 * owner that holds fewer than are left, so that whoever comes next finds one too. What is given back goes to the owner in
 * line that holds the fewest, in turns where several do; the waiting of one owner are served in the order of asking.
 *
 * Bytes are places, too: many are taken at once then, by `count`. Whoever waits for many is not passed by others that wait for few.
 */
export class OwnerPlaces {
  /** Places of all owners together. */
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

  /** Whether nobody may have a place now, not even an owner that has none. */
  get isFull(): boolean {
    return !this.mayHold(0, 1);
  }

  /** Owners that hold places, and may have no further one now. */
  get sated(): string[] {
    return [...this.held].filter(([, held]) => !this.mayHold(held, 1)).map(([owner]) => owner);
  }

  /** Places that an owner holds. */
  heldBy(owner: string): number {
    return this.held.get(owner) ?? 0;
  }

  /** Whether the owner may have so many further places now. */
  mayTake(owner: string, count = 1): boolean {
    return this.mayHold(this.heldBy(owner), count);
  }

  /** Takes places, if the owner may have them now; `release` must follow if so. */
  tryTake(owner: string, count = 1): boolean {
    if (!this.mayTake(owner, count)) return false;
    this.take(owner, count);
    return true;
  }

  /** Takes places that are used already, however many there are; `release` must follow. */
  take(owner: string, count: number): void {
    this.held.set(owner, this.heldBy(owner) + count);
    this.taken += count;
  }

  /** Calls `resume` when places have been taken for the owner, at once if there are any. The returned function gives up the waiting. */
  wait(owner: string, resume: Resume, count = 1): () => void {
    const waiter = { resume, count };
    const line = this.waiting.get(owner) ?? new Set();
    this.waiting.set(owner, line.add(waiter));
    this.letIn();
    return () => {
      line.delete(waiter);
      if (line.size === 0 && this.waiting.get(owner) === line) this.waiting.delete(owner);
      this.letIn(); // those behind it may have waited for it alone
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
    // as if they were taken one by one: whoever comes next finds as many as this owner holds then
    return this.taken + further <= this.most || held + 2 * further - 1 <= this.all - this.taken;
  }

  private letIn(): void {
    for (let owner = this.next(); owner !== null; owner = this.next()) {
      const line = this.waiting.get(owner)!;
      const [first] = line;
      line.delete(first!);
      this.waiting.delete(owner);
      if (line.size > 0) this.waiting.set(owner, line); // the last in turn now
      this.take(owner, first!.count);
      first!.resume();
    }
  }

  /** The owner in line that holds the fewest and has not all of its own; null when it may have no place now. */
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
