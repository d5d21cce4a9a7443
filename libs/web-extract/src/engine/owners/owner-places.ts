/** Of the places of one owner: so many more are for others, when that owner holds all of its own. */
const FOR_OTHERS = 1 / 4;

type Resume = () => void;

/**
 * Places that owners take, hold and give back, of something there is not enough of.
 *
 * One owner may hold `most`. All owners together hold as many, and up to a quarter more: those further ones go only to an
 * owner that holds fewer than are left, so that whoever comes next finds one too. What is given back goes to the owner in
 * line that holds the fewest, in turns where several do; the waiting of one owner are served in the order of asking.
 */
export class OwnerPlaces {
  /** Places of all owners together. */
  readonly all: number;
  private taken = 0;
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<string, Set<{ readonly resume: Resume }>>();

  constructor(private readonly most: number) {
    this.all = most + Math.ceil(most * FOR_OTHERS);
  }

  get isIdle(): boolean {
    return this.taken === 0 && this.waiting.size === 0;
  }

  /** Whether nobody may have a place now, not even an owner that has none. */
  get isFull(): boolean {
    return !this.mayHoldOneMore(0);
  }

  /** Owners that hold places, and may have no further one now. */
  get sated(): string[] {
    return [...this.held].filter(([, held]) => !this.mayHoldOneMore(held)).map(([owner]) => owner);
  }

  /** Takes a place, if the owner may have one now; `release` must follow if so. */
  tryTake(owner: string): boolean {
    const held = this.heldBy(owner);
    if (!this.mayHoldOneMore(held)) return false;
    this.held.set(owner, held + 1);
    this.taken++;
    return true;
  }

  /** Calls `resume` when a place has been taken for the owner. The returned function gives up the waiting. */
  wait(owner: string, resume: Resume): () => void {
    const waiter = { resume };
    const line = this.waiting.get(owner) ?? new Set();
    this.waiting.set(owner, line.add(waiter));
    return () => {
      line.delete(waiter);
      if (line.size === 0 && this.waiting.get(owner) === line) this.waiting.delete(owner);
    };
  }

  release(owner: string): void {
    const held = this.heldBy(owner) - 1;
    if (held > 0) this.held.set(owner, held);
    else this.held.delete(owner);
    this.taken--;
    this.letIn();
  }

  private heldBy(owner: string): number {
    return this.held.get(owner) ?? 0;
  }

  private mayHoldOneMore(held: number): boolean {
    return held < this.most && (this.taken < this.most || held < this.all - this.taken);
  }

  private letIn(): void {
    for (let owner = this.next(); owner !== null; owner = this.next()) {
      const line = this.waiting.get(owner)!;
      const [first] = line;
      line.delete(first!);
      this.waiting.delete(owner);
      if (line.size > 0) this.waiting.set(owner, line); // the last in turn now
      this.tryTake(owner);
      first!.resume();
    }
  }

  /** Who waits and may have a place: the one that holds the fewest. */
  private next(): string | null {
    let next: string | null = null;
    let fewest = Infinity;
    for (const owner of this.waiting.keys()) {
      const held = this.heldBy(owner);
      if (held >= fewest || !this.mayHoldOneMore(held)) continue;
      next = owner;
      fewest = held;
    }
    return next;
  }
}
