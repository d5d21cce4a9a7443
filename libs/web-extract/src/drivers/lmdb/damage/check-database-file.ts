import { existsSync } from 'node:fs';
import { endianness } from 'node:os';
import { checkFreePages } from './free-pages.js';
import { readSnapshot, readTreeRecord, TREE_RECORD_BYTES, type TreeRecord } from './meta-pages.js';
import { PageFile } from './page-file.js';
import { TreeWalk } from './tree-walk.js';

/** Machines whose layout of a file is known here. */
const KNOWN = new Set(['x64', 'arm64', 'ppc64', 'riscv64', 'loong64']);

/**
 * Reads every page that a database hangs together by, before LMDB maps the file: LMDB trusts them, and what is wrong with one ends the
 * process by a signal. Finds what is torn, cut off, mixed up or noise. Not what changed inside a value.
 *
 * Costs some microseconds a page of a tree; pages that hold nothing but a value are not read beyond their heads.
 *
 * A file that is not there, or is empty, is in order.
 *
 * @throws DamagedFileError
 */
export async function checkDatabaseFile(path: string): Promise<void> {
  if (endianness() !== 'LE' || !KNOWN.has(process.arch) || !existsSync(path)) return;
  const file = new PageFile(path);
  try {
    if (!file.isEmpty) await checkTrees(file);
  } finally {
    file.close();
  }
}

async function checkTrees(file: PageFile): Promise<void> {
  const { transaction, lastPage, free, main } = readSnapshot(file);
  const walk = new TreeWalk(file, transaction);
  const tables: TreeRecord[] = [];
  const freeLists: Buffer[] = [];
  await walk.check(main, { onEntry: ({ isTable, value }) => isTable && tables.push(tableOf(file, value)) });
  for (const table of tables) await walk.check(table);
  await walk.check(free, { hasNumberKeys: true, onEntry: ({ value }) => freeLists.push(value) });
  for (const list of freeLists) checkFreePages(file, lastPage, list); // now that it is known what is in use
}

function tableOf(file: PageFile, record: Buffer): TreeRecord {
  return record.length === TREE_RECORD_BYTES
    ? readTreeRecord(file, record, 0)
    : file.fail('a table has no record');
}
