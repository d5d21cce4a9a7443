import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { walkTrees } from './check-database-file.js';
import { readSnapshot } from './meta-pages.js';
import { PageFile, readLong } from './page-file.js';

const ENTRY_BYTES = 8;
/** Overwritten at once. */
const WRITE_BYTES = 1024 * 1024;

/** Bytes of a file. */
type Range = readonly [at: number, length: number];

/**
 * Bytes of a database file that belong to no entry: free pages, and gaps within the pages of trees. They contain
 * removed data until they are reused.
 */
export class UnusedBytes {
  private transaction = -1;
  private ranges: readonly Range[] = [];

  constructor(private readonly path: string) {}

  async read(): Promise<void> {
    const file = new PageFile(this.path);
    try {
      const gaps: Range[] = [];
      const { transaction, freeLists } = await walkTrees(file, {
        onGap: ({ page, from, length }) => {
          if (length > 0 && hasData(file, page, { from, length }))
            gaps.push([page * file.pageBytes + from, length]);
        },
      });
      const runs = freeLists
        .flatMap(runsOf)
        .filter(([first, count]) => first >= 2 && first + count <= file.pages);
      this.ranges = [
        ...runs.map(([first, count]): Range => [first * file.pageBytes, count * file.pageBytes]),
        ...gaps,
      ];
      this.transaction = transaction;
    } finally {
      file.close();
    }
  }

  /**
   * Overwrites them. To be called within a transaction, so that nothing else is written meanwhile.
   * @returns false when there was a commit since they were read; nothing is overwritten then
   */
  overwrite(): boolean {
    if (this.newestTransaction() !== this.transaction) return false;
    const handle = openSync(this.path, constants.O_RDWR);
    try {
      const nothing = Buffer.alloc(WRITE_BYTES);
      for (const [start, length] of this.ranges) {
        const end = start + length;
        for (let at = start; at < end; at += WRITE_BYTES)
          writeSync(handle, nothing, 0, Math.min(WRITE_BYTES, end - at), at);
      }
      return true;
    } finally {
      closeSync(handle);
    }
  }

  private newestTransaction(): number {
    const file = new PageFile(this.path);
    try {
      return readSnapshot(file).transaction;
    } finally {
      file.close();
    }
  }
}

function hasData(file: PageFile, page: number, { from, length }: { from: number; length: number }): boolean {
  return file.readBytes(page, from, length).some((byte) => byte !== 0);
}

/** Page numbers of a list: a negative one says how many follow one another from the next number on, 0 is a gap. */
function runsOf(list: Buffer): [number, number][] {
  const length = list.length < ENTRY_BYTES ? 0 : readLong(list, 0);
  const runs: [number, number][] = [];
  let count = 1;
  for (let entry = 1; entry <= length && (entry + 1) * ENTRY_BYTES <= list.length; entry++) {
    const number = Number(list.readBigInt64LE(entry * ENTRY_BYTES));
    if (number > 0) runs.push([number, count]);
    count = number < 0 ? -number : 1;
  }
  return runs;
}
