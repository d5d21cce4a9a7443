import { existsSync } from 'node:fs';
import { endianness } from 'node:os';
import { checkFreePages } from './free-pages.js';
import { readSnapshot, readTreeRecord, TREE_RECORD_BYTES, type TreeRecord } from './meta-pages.js';
import { PageFile, readLong } from './page-file.js';
import { TreeWalk, type WalkOptions } from './tree-walk.js';

/** Machines whose layout of a file is known here. */
const KNOWN = new Set(['x64', 'arm64', 'ppc64', 'riscv64', 'loong64']);

/**
 * Reads every structural page of a database before LMDB maps the file: LMDB does not validate them, and a damaged one
 * ends the
 * process by a signal. Detects torn, truncated, misplaced and random pages, but not changes inside a value.
 *
 * Takes some microseconds per page of a tree. Of pages that contain only a value the header is read.
 *
 * A missing or empty file is valid.
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
  const { lastPage, freeLists } = await walkTrees(file);
  for (const { list } of freeLists) checkFreePages(file, lastPage, list); // the pages in use are known now
}

/** Pages that a transaction has freed. */
export interface FreeList {
  readonly transaction: number;
  readonly list: Buffer;
}

/**
 * Reads all trees of a file, or what later transactions than `since` have written.
 * @returns the newest transaction, and the lists of free pages
 */
export async function walkTrees(
  file: PageFile,
  options: Pick<WalkOptions, 'onGap' | 'since'> = {},
): Promise<{ transaction: number; lastPage: number; freeLists: readonly FreeList[] }> {
  const { transaction, lastPage, free, main } = readSnapshot(file);
  const walk = new TreeWalk(file, transaction);
  const tables: TreeRecord[] = [];
  const freeLists: FreeList[] = [];
  const onEntry: WalkOptions['onEntry'] = ({ isTable, value }) =>
    isTable && tables.push(tableOf(file, value));
  await walk.check(main, { ...options, onEntry });
  for (const table of tables) await walk.check(table, options);
  await walk.check(free, {
    ...(options.onGap ? { onGap: options.onGap } : {}),
    hasNumberKeys: true,
    onEntry: ({ key, value }) => freeLists.push({ transaction: readLong(key, 0), list: value }),
  });
  return { transaction, lastPage, freeLists };
}

function tableOf(file: PageFile, record: Buffer): TreeRecord {
  return record.length === TREE_RECORD_BYTES
    ? readTreeRecord(file, record, 0)
    : file.fail('a table has no record');
}
