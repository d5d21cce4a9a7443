/** A binary heap: the entry with the lowest rank is removed first. */
export class MinHeap<T> {
  private readonly entries: T[] = [];

  constructor(private readonly rank: (entry: T) => number) {}

  get size(): number {
    return this.entries.length;
  }

  peek(): T | undefined {
    return this.entries[0];
  }

  push(entry: T): void {
    const { entries, rank } = this;
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (rank(entries[parent]!) <= rank(entry)) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  pop(): T | undefined {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (entries.length > 0 && last !== undefined) this.sink(last);
    return first;
  }

  /** Puts `entry` where the root was, then lets it sink to its place. */
  private sink(entry: T): void {
    const { entries, rank } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && rank(entries[child + 1]!) < rank(entries[child]!)) child++;
      if (rank(entry) <= rank(entries[child]!)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = entry;
  }
}
