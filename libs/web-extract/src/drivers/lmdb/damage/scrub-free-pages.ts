import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { readSnapshot } from './meta-pages.js';
import { PageFile, readLong } from './page-file.js';
import { TreeWalk } from './tree-walk.js';

const ENTRY_BYTES = 8;
/** Overwritten at once. */
const WRITE_BYTES = 1024 * 1024;

/** Pages of a database file that are in no tree. They contain removed data until they are reused. */
export class FreePages {
  private transaction = -1;
  private pageBytes = 0;
  private runs: readonly (readonly [first: number, count: number])[] = [];

  constructor(private readonly path: string) {}

  async read(): Promise<void> {
    const file = new PageFile(this.path);
    try {
      const { transaction, free } = readSnapshot(file);
      const lists: Buffer[] = [];
      const onEntry = ({ value }: { readonly value: Buffer }) => lists.push(Buffer.from(value));
      await new TreeWalk(file, transaction).check(free, { hasNumberKeys: true, onEntry });
      this.runs = lists.flatMap(runsOf).filter(([first, count]) => first >= 2 && first + count <= file.pages);
      this.transaction = transaction;
      this.pageBytes = file.pageBytes;
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
      for (const [first, count] of this.runs) {
        const end = (first + count) * this.pageBytes;
        for (let at = first * this.pageBytes; at < end; at += WRITE_BYTES)
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
