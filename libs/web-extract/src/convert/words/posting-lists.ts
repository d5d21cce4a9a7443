/** Slots of a slice: the address of the next slice, then postings. */
const SLICE_SLOTS = 8;
const SLICE_BYTES = 4 * SLICE_SLOTS;
/** Slots of a block of memory, a power of two. */
const BLOCK_BITS = 14;
const BLOCK_SLOTS = 1 << BLOCK_BITS;

/**
 * Start of a list of postings: a single posting as a negative number, otherwise the address of its first
 * slice. Most words occur on only one page.
 */
export type PostingList = number;

/**
 * Lists of numbers from 1 to 2^30 - 1 in memory outside of the heap: linked slices of 32 bytes, reused when they are empty.
 * A list with one number needs none.
 */
export class PostingLists {
  private readonly blocks: Uint32Array[] = [];
  private slices = 0;
  /** Address behind the last slice that was ever used; 0 is no address. */
  private end = SLICE_SLOTS;
  /** First of the slices that are empty, linked like those of a list. */
  private empty = 0;

  /** Memory of the lists. */
  get bytes(): number {
    return this.slices * SLICE_BYTES;
  }

  /** @returns a list with one number */
  of(posting: number): PostingList {
    return -posting;
  }

  /** @returns the list with one more number; the former value is no longer valid */
  add(list: PostingList, posting: number): PostingList {
    if (list < 0) return this.add(this.link(0, -list), posting);
    for (let at = list + 1; at < list + SLICE_SLOTS; at++) {
      if (this.read(at) !== 0) continue;
      this.write(at, posting);
      return list;
    }
    return this.link(list, posting);
  }

  each(list: PostingList, visit: (posting: number) => void): void {
    if (list < 0) return visit(-list);
    for (let slice = list; slice !== 0; slice = this.read(slice)) {
      for (let at = slice + 1; at < slice + SLICE_SLOTS; at++) {
        const posting = this.read(at);
        if (posting === 0) break;
        visit(posting);
      }
    }
  }

  /** Drops the numbers that `isKept` does not hold for. @returns the list that remains; null when it is empty */
  filter(list: PostingList, isKept: (posting: number) => boolean): PostingList | null {
    const kept: number[] = [];
    let isWhole = true;
    this.each(list, (posting) => {
      if (isKept(posting)) kept.push(posting);
      else isWhole = false;
    });
    if (isWhole) return list;
    this.release(list);
    const [first, ...others] = kept;
    if (first === undefined) return null;
    return others.reduce((rest, posting) => this.add(rest, posting), this.of(first));
  }

  private release(list: PostingList): void {
    for (let slice = list; slice > 0;) {
      const next = this.read(slice);
      this.write(slice, this.empty);
      this.empty = slice;
      this.slices--;
      slice = next;
    }
  }

  /** Puts a new slice in front of others. */
  private link(next: number, posting: number): number {
    const slice = this.take();
    this.write(slice, next);
    this.write(slice + 1, posting);
    for (let at = slice + 2; at < slice + SLICE_SLOTS; at++) this.write(at, 0);
    return slice;
  }

  private take(): number {
    this.slices++;
    if (this.empty !== 0) {
      const slice = this.empty;
      this.empty = this.read(slice);
      return slice;
    }
    const slice = this.end;
    this.end += SLICE_SLOTS;
    while (this.blocks.length * BLOCK_SLOTS < this.end) this.blocks.push(new Uint32Array(BLOCK_SLOTS));
    return slice;
  }

  private read(at: number): number {
    return this.blocks[at >>> BLOCK_BITS]![at & (BLOCK_SLOTS - 1)]!;
  }

  private write(at: number, value: number): void {
    this.blocks[at >>> BLOCK_BITS]![at & (BLOCK_SLOTS - 1)] = value;
  }
}
