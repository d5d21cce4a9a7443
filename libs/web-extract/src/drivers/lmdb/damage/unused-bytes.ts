import { constants, openSync, closeSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { walkTrees, type FreeList } from './check-database-file.js';
import { readSnapshot } from './meta-pages.js';
import { PageFile, readLong } from './page-file.js';

const ENTRY_BYTES = 8;
/** Read or overwritten at once. */
const PART_BYTES = 1024 * 1024;

/** Bytes of a file. */
export type ByteRange = readonly [at: number, length: number];

/**
 * Bytes of a database file that belong to no entry: free pages, and gaps within the pages of trees. They contain removed data until they are
 * reused. Reading and writing is done by the thread pool, a part after the other.
 *
 * A snapshot of the database must be held as long as this is used: LMDB reuses neither its pages nor those that are freed after it.
 */
export class UnusedBytes {
  /** The last transaction before the removals. */
  private readonly since: number;

  constructor(private readonly path: string) {
    this.since = this.newestTransaction();
  }

  /** Overwrites what has been freed since this was made. */
  async overwriteFreed(): Promise<void> {
    const { freeLists, gaps } = await this.read(this.since);
    const freed = freeLists.filter(({ transaction }) => transaction > this.since);
    await this.inFile(constants.O_RDWR, async (file) => {
      for (const range of [...this.rangesOf(freed), ...gaps]) await overwrite(file, range);
    });
  }

  /**
   * Overwrites the gaps of all pages, and looks for free pages with data, which earlier changes left.
   * @returns their ranges, a part at most each, and the transaction after which they can be in use again
   */
  async sweep(): Promise<{ readonly transaction: number; readonly ranges: readonly ByteRange[] }> {
    const { transaction, freeLists, gaps } = await this.read();
    const ranges: ByteRange[] = [];
    await this.inFile(constants.O_RDWR, async (file) => {
      for (const gap of gaps) await overwrite(file, gap);
      for (const range of this.rangesOf(freeLists))
        for (const part of partsOf(range)) if (await hasData(file, part)) ranges.push(part);
    });
    return { transaction, ranges };
  }

  /**
   * Overwrites a range of free pages. To be called within a transaction, so that nothing else is written meanwhile.
   * @returns false if there was a commit since they were found; nothing is overwritten then
   */
  overwriteFree([at, length]: ByteRange, transaction: number): boolean {
    if (this.newestTransaction() !== transaction) return false;
    const handle = openSync(this.path, constants.O_RDWR);
    try {
      writeSync(handle, NOTHING, 0, length, at);
      return true;
    } finally {
      closeSync(handle);
    }
  }

  private pageBytes = 0;
  private pages = 0;

  private async read(since?: number): Promise<{
    readonly transaction: number;
    readonly freeLists: readonly FreeList[];
    readonly gaps: readonly ByteRange[];
  }> {
    const file = new PageFile(this.path);
    try {
      const gaps: ByteRange[] = [];
      const walked = await walkTrees(file, {
        ...(since === undefined ? {} : { since }),
        onGap: ({ page, from, length }) => {
          if (length > 0 && isFilled(file.readBytes(page, from, length)))
            gaps.push([page * file.pageBytes + from, length]);
        },
      });
      this.pageBytes = file.pageBytes;
      this.pages = file.pages;
      return { ...walked, gaps };
    } finally {
      file.close();
    }
  }

  private rangesOf(lists: readonly FreeList[]): ByteRange[] {
    const { pageBytes, pages } = this;
    const runs = lists.flatMap(({ list }) => runsOf(list));
    const present = runs.filter(([first, count]) => first >= 2 && first + count <= pages);
    return joined(present).map(([first, count]): ByteRange => [first * pageBytes, count * pageBytes]);
  }

  private async inFile(flags: number, work: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(this.path, flags);
    try {
      await work(file);
    } finally {
      await file.close();
    }
  }

  private newestTransaction(): number {
    const file = new PageFile(this.path);
    try {
      return file.isEmpty ? 0 : readSnapshot(file).transaction;
    } finally {
      file.close();
    }
  }
}

const NOTHING = Buffer.alloc(PART_BYTES);

async function overwrite(file: FileHandle, range: ByteRange): Promise<void> {
  for (const [at, length] of partsOf(range)) await file.write(NOTHING, 0, length, at);
}

async function hasData(file: FileHandle, [at, length]: ByteRange): Promise<boolean> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return isFilled(bytes.subarray(0, bytesRead));
}

const isFilled = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const part = bytes.subarray(at, at + PART_BYTES);
    if (!part.equals(NOTHING.subarray(0, part.length))) return true;
  }
  return false;
};

function* partsOf([start, length]: ByteRange): Generator<ByteRange> {
  for (let at = 0; at < length; at += PART_BYTES) yield [start + at, Math.min(PART_BYTES, length - at)];
}

/** Joins runs that follow one another: many lists have single pages. */
function joined(runs: readonly Run[]): Run[] {
  const sorted = [...runs].sort((a, b) => a[0] - b[0]);
  const all: [first: number, count: number][] = [];
  for (const [first, count] of sorted) {
    const last = all.at(-1);
    if (last && last[0] + last[1] === first) last[1] += count;
    else all.push([first, count]);
  }
  return all;
}

type Run = readonly [first: number, count: number];

/** Page numbers of a list: a negative one says how many follow one another from the next number on, 0 is a gap. */
function runsOf(list: Buffer): Run[] {
  const length = list.length < ENTRY_BYTES ? 0 : readLong(list, 0);
  const runs: Run[] = [];
  let count = 1;
  for (let entry = 1; entry <= length && (entry + 1) * ENTRY_BYTES <= list.length; entry++) {
    const number = Number(list.readBigInt64LE(entry * ENTRY_BYTES));
    if (number > 0) runs.push([number, count]);
    count = number < 0 ? -number : 1;
  }
  return runs;
}
