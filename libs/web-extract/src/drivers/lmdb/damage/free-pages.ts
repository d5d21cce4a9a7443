import { readLong, type PageFile } from './page-file.js';

const ENTRY_BYTES = 8;

/**
 * Checks a list of pages that LMDB will write over: none of them may be in a tree.
 *
 * The list begins with its length. A negative number says how many pages follow one another from the next number on, 0 is a gap.
 */
export function checkFreePages(file: PageFile, lastPage: number, record: Buffer): void {
  const length = record.length < ENTRY_BYTES ? 0 : readLong(record, 0);
  if (record.length % ENTRY_BYTES !== 0 || (length + 1) * ENTRY_BYTES > record.length)
    file.fail('a list of free pages is too short');
  let count = 1;
  for (let entry = 1; entry <= length; entry++) {
    const number = Number(record.readBigInt64LE(entry * ENTRY_BYTES));
    if (number < 0) count = -number;
    else {
      if (number > 0) checkFree(file, lastPage, number, count);
      count = 1;
    }
  }
}

function checkFree(file: PageFile, lastPage: number, number: number, count: number): void {
  if (number < 2 || number + count - 1 > lastPage) file.fail(`page ${number} is free, and not there`);
  for (let page = number; page < Math.min(number + count, file.pages); page++)
    if (file.isUsed(page)) file.fail(`page ${page} is free, and in use`);
}
