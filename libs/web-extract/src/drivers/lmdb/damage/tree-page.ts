import { BRANCH, LEAF, OVERFLOW_LINK_BYTES, PAGE_HEADER_BYTES, type PageFile } from './page-file.js';

/** Flags of entries in leaves. */
export const HAS_OVERFLOW = 0x01;
export const HAS_TABLE = 0x02;

/** Words of 16 bits before the key of an entry: two are its length or its page, then come flags and the length of its key. */
const ENTRY_WORDS = 4;
const HEADER_WORDS = PAGE_HEADER_BYTES / 2;

/**
 * Reads pages of a tree into the same memory. `read` verifies that all entries are within the page and fill its end
 * without
 * gaps or overlaps; entries are then available by rank.
 */
export class TreePage {
  count = 0;
  private readonly words: Uint16Array;
  /** By place, in words: where the entry that begins there ends; of pages that were read under `turn`. */
  private readonly ends: Uint32Array;
  private readonly turns: Uint32Array;
  private turn = 0;

  constructor(
    private readonly file: PageFile,
    readonly bytes: Buffer,
  ) {
    const words = bytes.length / 2;
    this.words = new Uint16Array(bytes.buffer, bytes.byteOffset, words);
    this.ends = new Uint32Array(words);
    this.turns = new Uint32Array(words);
  }

  read(number: number, isLeaf: boolean): void {
    const { file, words } = this;
    file.readTreePage(number, this.bytes);
    const [kind = 0, lower = 0, upper = 0] = words.subarray(9, 12);
    if (kind !== (isLeaf ? LEAF : BRANCH)) file.fail(`page ${number} is of another kind`);
    if (lower % 2 !== 0 || lower > upper) file.fail(`page ${number} has no bounds`);
    this.count = lower / 2;
    this.turn++;
    const first = HEADER_WORDS + upper / 2;
    for (let rank = 0; rank < this.count; rank++) this.enter(number, rank, first, isLeaf);
    this.checkFilled(number, first);
  }

  /** Bytes between the table of entries and the entries. */
  get gap(): { readonly from: number; readonly length: number } {
    const [lower = 0, upper = 0] = this.words.subarray(10, 12);
    return { from: PAGE_HEADER_BYTES + lower, length: upper - lower };
  }

  flagsOf = (rank: number): number => this.words[this.placeOf(rank) + 2]!;
  keyAt = (rank: number): number => 2 * (this.placeOf(rank) + ENTRY_WORDS);
  keyEnd = (rank: number): number => this.keyAt(rank) + this.words[this.placeOf(rank) + 3]!;

  /** Length of a value, wherever it lies. */
  valueBytes(rank: number): number {
    const at = this.placeOf(rank);
    return this.words[at]! + this.words[at + 1]! * 2 ** 16;
  }

  /** The page below, in a branch. */
  childOf(rank: number): number {
    return this.valueBytes(rank) + this.flagsOf(rank) * 2 ** 32;
  }

  /** In words. */
  private placeOf(rank: number): number {
    return HEADER_WORDS + this.words[HEADER_WORDS + rank]! / 2;
  }

  private enter(number: number, rank: number, first: number, isLeaf: boolean): void {
    const { file, words, bytes } = this;
    const at = this.placeOf(rank);
    if (!Number.isInteger(at) || at < first || at + ENTRY_WORDS > words.length)
      file.fail(`an entry lies beyond page ${number}`);
    const value = isLeaf ? this.bytesInPage(rank) : 0;
    const end = this.keyEnd(rank) + value;
    if (end > bytes.length) file.fail(`an entry of page ${number} is too long`);
    this.turns[at] = this.turn;
    this.ends[at] = (end + 1) >> 1;
  }

  private bytesInPage(rank: number): number {
    return (this.flagsOf(rank) & HAS_OVERFLOW) === 0 ? this.valueBytes(rank) : OVERFLOW_LINK_BYTES;
  }

  private checkFilled(number: number, first: number): void {
    let found = 0;
    let at = first;
    for (; at < this.words.length && this.turns[at] === this.turn; found++) at = this.ends[at]!;
    if (at !== this.words.length || found !== this.count)
      this.file.fail(`entries of page ${number} lie on one another`);
  }
}
