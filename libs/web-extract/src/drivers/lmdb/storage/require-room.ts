import { statfsSync } from 'node:fs';
import type { Database, RootDatabase } from 'lmdb';

const MIB = 1024 * 1024;

/**
 * Bytes of the disk that writes leave free. Those of crawls stop first, so that what one owner crawls leaves room for the rows of all
 * others; removals, keys and ends of crawls find room for longest.
 */
export const SPARE_BYTES = {
  crawls: 256 * 1024,
  keys: 512 * 1024,
  removals: 512 * 1024,
  rows: 8 * MIB,
  crawledPages: 12 * MIB,
} as const;

/** Values up to this size are rows of the tree; larger ones need pages of their own in a row. */
export const SMALL_VALUE_BYTES = 4096;

/** Free bytes of a database file that make up for bytes of the disk: enough for a commit and its changed tree. */
const REUSABLE_BYTES = 2 * MIB;

/** How a write may do with less room. */
export interface Reuse {
  /** Free bytes of the database file. */
  readonly reusable: () => number;
  /** Size of all values that are not committed yet: each may find no free pages in a row, and then makes the file longer. */
  readonly valueBytes: number;
}

/** Returns the free bytes of the disk of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Checks that a disk has room for a write. LMDB (lmdb 3.5) may damage the memory of the process when the disk is full: the message
 * that it writes then can be longer than its buffer.
 *
 * A database file never becomes smaller, but pages that were freed in it are written again. With enough of them less of the disk is
 * left free.
 *
 * @throws Error with the code ENOSPC
 */
export function requireRoom(folder: string, bytes: number, reuse?: Reuse): void {
  const free = freeBytesOf(folder);
  if (free < bytes && !(reuse && isReusable(free, reuse))) throw noRoom(folder, bytes);
}

/** True if the free bytes of a database file make up for those of the disk. */
export function isReusable(free: number, { reusable, valueBytes }: Reuse): boolean {
  return free >= SPARE_BYTES.crawls + valueBytes && reusable() >= REUSABLE_BYTES + 4 * valueBytes;
}

/** Creates the error of a disk without room. */
export function noRoom(folder: string, bytes: number): Error {
  const message = `ENOSPC: fewer than ${bytes} bytes of the disk are free, write to ${folder}`;
  return Object.assign(new Error(message), { code: 'ENOSPC' });
}

interface TreeStats {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface FileStats extends TreeStats {
  readonly lastPageNumber: number;
  readonly free: TreeStats;
}

/** Pages with the two heads of an LMDB file. */
const HEAD_PAGES = 2;

/**
 * Returns the free bytes of an LMDB file.
 * @param databases all named databases of the file
 */
export function reusableBytesOf(
  root: RootDatabase<unknown, never>,
  databases: readonly Database<unknown, never>[],
): number {
  const file = root.getStats() as unknown as FileStats;
  const trees = [
    file,
    file.free,
    ...databases.map((database) => database.getStats() as unknown as TreeStats),
  ];
  const used = trees.reduce((sum, tree) => sum + pagesOf(tree), HEAD_PAGES);
  return Math.max(0, file.lastPageNumber + 1 - used) * file.pageSize;
}

const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;
