/** Bounds of a cache, in bytes. */
export interface CacheBounds {
  /** Total for all owners. */
  readonly maxBytes: number;
  readonly maxOwnerBytes: number;
  /** A larger value is not kept: it would take the place of everything else. */
  readonly maxValueBytes: number;
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/** The entries of one owner, the least recently used first. */
interface Shelf<V> {
  readonly entries: Map<string, Entry<V>>;
  bytes: number;
}

/** Keeps values in memory, bounded per owner and in all. The oldest values of the owner that keeps most are dropped first. */
export class OwnerCache<V> {
  private readonly shelves = new Map<string, Shelf<V>>();
  private sum = 0;

  /** @param onDrop called with each value that has to make room for others */
  constructor(
    private readonly bounds: CacheBounds,
    private readonly onDrop: (value: V) => void = () => {},
  ) {}

  /** Bytes of all entries. */
  get bytes(): number {
    return this.sum;
  }

  /** Makes the entry the most recently used one. */
  get(owner: string, key: string): V | undefined {
    const entries = this.shelves.get(owner)?.entries;
    const entry = entries?.get(key);
    if (!entry) return undefined;
    entries!.delete(key);
    entries!.set(key, entry);
    return entry.value;
  }

  /** Sets the value of a key. @returns false if the value is too large to be kept */
  put(owner: string, key: string, value: V, bytes: number): boolean {
    this.delete(owner, key);
    const { maxBytes, maxOwnerBytes, maxValueBytes } = this.bounds;
    if (bytes > maxValueBytes) return false;
    const shelf = this.shelves.get(owner) ?? { entries: new Map<string, Entry<V>>(), bytes: 0 };
    this.shelves.set(owner, shelf);
    shelf.entries.set(key, { value, bytes });
    this.count(shelf, bytes);
    while (shelf.bytes > maxOwnerBytes) this.dropOldest(owner, shelf);
    while (this.sum > maxBytes) this.dropOldest(...this.largestShelf());
    return true;
  }

  delete(owner: string, key: string): void {
    const shelf = this.shelves.get(owner);
    const entry = shelf?.entries.get(key);
    if (!shelf || !entry) return;
    shelf.entries.delete(key);
    this.count(shelf, -entry.bytes);
    if (shelf.entries.size === 0) this.shelves.delete(owner);
  }

  /** Removes entries of each owner from the oldest on, up to the first one for which `isOver` returns false. */
  deleteOldestWhile(isOver: (value: V) => boolean): void {
    for (const [owner, { entries }] of this.shelves) {
      for (const [key, { value }] of entries) {
        if (!isOver(value)) break;
        this.delete(owner, key);
      }
    }
  }

  /** Removes the entries of an owner whose keys begin with `prefix`. */
  deleteAll(owner: string, prefix: string): void {
    for (const key of this.shelves.get(owner)?.entries.keys() ?? []) {
      if (key.startsWith(prefix)) this.delete(owner, key);
    }
  }

  private dropOldest(owner: string, { entries }: Shelf<V>): void {
    const [[key, { value }]] = entries as unknown as [[string, Entry<V>]];
    this.delete(owner, key);
    this.onDrop(value);
  }

  private largestShelf(): [string, Shelf<V>] {
    const [first, ...others] = this.shelves;
    return others.reduce((most, other) => (other[1].bytes > most[1].bytes ? other : most), first!);
  }

  private count(shelf: Shelf<V>, bytes: number): void {
    shelf.bytes += bytes;
    this.sum += bytes;
  }
}
