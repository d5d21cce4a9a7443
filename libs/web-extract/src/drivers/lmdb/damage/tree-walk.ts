import { TimeSlice } from '../../../concurrency/time-slice.js';
import type { TreeRecord } from './meta-pages.js';
import { OVERFLOW, PAGE_HEADER_BYTES, readLong, type PageFile } from './page-file.js';
import { HAS_OVERFLOW, HAS_TABLE, TreePage } from './tree-page.js';

/** An entry found by a walk. */
interface Entry {
  readonly isTable: boolean;
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Bytes of a page that belong to no entry. */
interface Gap {
  readonly page: number;
  /** Within the page. */
  readonly from: number;
  readonly length: number;
}

export interface WalkOptions {
  /** Keys are numbers of 64 bits. */
  readonly hasNumberKeys?: boolean;
  /** Only pages of later transactions are read. A change copies a page with all those above it, so none of them is missed. @default all */
  readonly since?: number;
  /** Optional callback for each entry. */
  readonly onEntry?: (entry: Entry) => void;
  /** Optional callback for the unused bytes of each page. */
  readonly onGap?: (gap: Gap) => void;
}

interface Found {
  branchPages: number;
  leafPages: number;
  overflowPages: number;
  entries: number;
}

/** Reads trees page by page, in the order of their keys, and checks that they are as their records say. */
export class TreeWalk {
  private readonly page: TreePage;
  private readonly head = Buffer.alloc(PAGE_HEADER_BYTES);

  /** @param transaction the last one: no page can be younger */
  constructor(
    private readonly file: PageFile,
    private readonly transaction: number,
  ) {
    this.page = new TreePage(file, Buffer.alloc(file.pageBytes));
  }

  /** @throws DamagedFileError */
  async check(tree: TreeRecord, options: WalkOptions = {}): Promise<void> {
    const found = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
    const open = tree.root === null ? [] : [{ number: tree.root, depth: tree.depth }];
    let lastKey: Buffer | null = null;
    const slice = new TimeSlice();
    const { since = -1 } = options;
    for (let next = open.pop(); next; next = open.pop()) {
      const isLeaf = next.depth === 1;
      this.read(next.number, isLeaf);
      if (readLong(this.page.bytes, 8) <= since) continue;
      options.onGap?.({ page: next.number, ...this.page.gap });
      if (isLeaf) lastKey = this.checkLeaf(found, lastKey, options);
      else {
        const depth = next.depth - 1;
        open.push(...this.children(found).map((number) => ({ number, depth })));
      }
      if (slice.isOver) await slice.pass(); // others want to work too
    }
    if (since >= 0) return;
    const isWhole = (Object.keys(found) as (keyof Found)[]).every((name) => found[name] === tree[name]);
    if (!isWhole) this.file.fail('a table has not as many rows as it should');
  }

  private read(number: number, isLeaf: boolean): void {
    const { file, page, transaction } = this;
    page.read(number, isLeaf);
    if (readLong(page.bytes, 8) > transaction) file.fail(`page ${number} is younger than its database`);
    if (page.count < (isLeaf ? 1 : 2)) file.fail(`page ${number} is empty`);
  }

  /** The last one first. */
  private children(found: Found): number[] {
    found.branchPages++;
    return Array.from({ length: this.page.count }, (_, rank) => this.page.childOf(rank)).reverse();
  }

  /** @returns the last key */
  private checkLeaf(found: Found, before: Buffer | null, options: WalkOptions): Buffer {
    const { page } = this;
    found.leafPages++;
    found.entries += page.count;
    for (let rank = 0; rank < page.count; rank++) {
      const flags = page.flagsOf(rank);
      if ((flags & ~(HAS_OVERFLOW | HAS_TABLE)) !== 0) this.file.fail('an entry is of no known kind');
      if (!this.isInOrder(rank, before, options.hasNumberKeys)) this.file.fail('entries are not in order');
      if ((flags & HAS_OVERFLOW) !== 0) found.overflowPages += this.checkOverflow(rank, options);
      if (options.onEntry)
        options.onEntry({ isTable: (flags & HAS_TABLE) !== 0, key: this.keyOf(rank), value: this.valueOf(rank) }); // prettier-ignore
      else if ((flags & HAS_TABLE) !== 0) this.file.fail('a row is a table');
    }
    const last = page.count - 1;
    return Buffer.from(page.bytes.subarray(page.keyAt(last), page.keyEnd(last)));
  }

  private isInOrder(rank: number, before: Buffer | null, isNumber = false): boolean {
    const { bytes } = this.page;
    const at = this.page.keyAt(rank);
    const end = this.page.keyEnd(rank);
    if (isNumber) return end - at === 8 && this.isNumberAfter(rank, at, before);
    if (rank === 0)
      return end > at && (before === null || bytes.compare(before, 0, before.length, at, end) > 0);
    return bytes.compare(bytes, this.page.keyAt(rank - 1), this.page.keyEnd(rank - 1), at, end) > 0;
  }

  private isNumberAfter(rank: number, at: number, before: Buffer | null): boolean {
    const { bytes } = this.page;
    const previous = rank > 0 ? readLong(bytes, this.page.keyAt(rank - 1)) : before && readLong(before, 0);
    return previous === null || readLong(bytes, at) > previous;
  }

  private keyOf(rank: number): Buffer {
    const { page } = this;
    return Buffer.from(page.bytes.subarray(page.keyAt(rank), page.keyEnd(rank)));
  }

  private valueOf(rank: number): Buffer {
    const { page } = this;
    const at = page.keyEnd(rank);
    const length = page.valueBytes(rank);
    if ((page.flagsOf(rank) & HAS_OVERFLOW) === 0) return Buffer.from(page.bytes.subarray(at, at + length));
    return this.file.readBytes(readLong(page.bytes, at), PAGE_HEADER_BYTES, length);
  }

  /** @returns how many pages a value has of its own */
  private checkOverflow(rank: number, { onGap }: WalkOptions): number {
    const { file, page, head } = this;
    const at = page.keyEnd(rank);
    const count = readLong(page.bytes, at + 16);
    if (count * file.pageBytes < PAGE_HEADER_BYTES + page.valueBytes(rank))
      file.fail('a value is longer than its pages');
    file.readOverflow(readLong(page.bytes, at), count, head);
    if (head.readUInt16LE(18) !== OVERFLOW || head.readUInt32LE(20) !== count)
      file.fail('a value has no pages');
    const from = PAGE_HEADER_BYTES + page.valueBytes(rank);
    onGap?.({ page: readLong(page.bytes, at), from, length: count * file.pageBytes - from });
    return count;
  }
}
