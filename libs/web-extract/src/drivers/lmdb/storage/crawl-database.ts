import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import type { PageFailure, PageRecord } from '../../../model/crawl/crawl.js';
import type { PackedBlock } from '../crawl/frontier/url-block.js';
import { checkDatabaseFile } from '../damage/check-database-file.js';
import { checkPromised } from './journal-mark.js';
import { Journal } from './journal.js';
import { DataDirError, otherLayout } from './data-dir.error.js';
import { FILE_MODE } from './private-directory.js';
import type { CrawlRow, HeadRow, NoteRow, RemovalRow, SegmentRow, WebhookRow } from './rows.js';
import { Table, TABLES, type AnyKey, type Key } from './table.js';
import { reusableBytesOf } from './require-room.js';
import { WriteBehind, type StoredTables } from './write-behind.js';

/** Version of the layout below. A store of another version is refused, not guessed at. */
const FORMAT = 6;

/**
 * The tables of all crawls in one LMDB environment. `n` is the number of a crawl: short, and never given twice.
 *
 * One environment and not one a crawl: writes for many crawls are one commit, and what makes a crawl known (its idempotency
 * key, its due dates) is committed with it.
 */
export interface CrawlDatabase {
  readonly writes: WriteBehind;
  /** 'format', 'generation' and 'lastNumber'. */
  readonly about: Table<number, string>;
  /** id → what never changes. */
  readonly crawls: Table<CrawlRow, string>;
  /** n → what changes with every step. */
  readonly heads: Table<HeadRow, number>;
  /** [n, host, sequence of the first] → waiting URLs, packed. */
  readonly queue: Table<PackedBlock, Key>;
  /** [n, host, sequence of the first] → which URLs of the block have ended, a bit each. */
  readonly ended: Table<number, Key>;
  /**
   * [n, hash of a key] → STORED; [n, '?', hash of a path] → how many query variants it has;
   * [n, number] → a bucket of known keys.
   */
  readonly seen: Table<number | Uint8Array, Key>;
  /** [n, position] → a page as JSON. */
  readonly results: Table<Buffer, Key>;
  /** [n, position] */
  readonly records: Table<PageRecord, Key>;
  /** [n, position] */
  readonly failures: Table<PageFailure, Key>;
  /** [n, position] → an address that robots.txt forbids. */
  readonly blocked: Table<string, Key>;
  /** n → the first webhook message not sent; absent when there is none to send. */
  readonly webhooks: Table<WebhookRow, number>;
  /** Hash of owner and idempotency key → when it was used. */
  readonly idempotency: Table<number, string>;
  /** [time, kind, name] → 0: data to be deleted at that time. */
  readonly due: Table<number, Key>;
  /** n → what lists of crawls and a start need of it, so that nothing else is read for them. */
  readonly notes: Table<NoteRow, number>;
  /** [n, kind, position of the first row] → where sealed rows are in the archive; [n] → how many rows of each kind are sealed. */
  readonly segments: Table<SegmentRow, Key>;
  /** id → an expired crawl that may have objects in the archive. */
  readonly removals: Table<RemovalRow, string>;
}

interface DatabaseOptions {
  /** LMDB writes to the disk. Else a power loss can destroy the store; the end of the process cannot. */
  readonly isSynced: boolean;
}

export const LMDB_OPTIONS = {
  permissionsMode: FILE_MODE,
  maxDbs: 20,
  // batches of event turns leave a rejected promise behind when a commit fails, and that ends the process
  eventTurnBatching: false,
  // commits are rare and not awaited; with this option a store whose write failed could not be closed either
  overlappingSync: false,
};

/** The file that LMDB keeps everything in. */
export const DATABASE_FILE = 'data.mdb';

/** LMDB takes a twentieth of a second to load. */
export const loadLmdb = () => import('lmdb');

/**
 * Opens the tables and creates missing ones.
 * @throws DataDirError if the store was written by another version of this package
 * @throws DamagedFileError if the file is damaged
 */
export async function openDatabase(path: string, { isSynced }: DatabaseOptions): Promise<CrawlDatabase> {
  await checkDatabaseFile(join(path, DATABASE_FILE));
  const { open } = await loadLmdb();
  const root = open<unknown, string>({ ...LMDB_OPTIONS, path, noSync: !isSynced });
  try {
    return await takeUp(root, path, isSynced);
  } catch (error) {
    await root.close();
    throw error;
  }
}

async function takeUp(
  root: RootDatabase<unknown, string>,
  path: string,
  isSynced: boolean,
): Promise<CrawlDatabase> {
  const tables = openTables(root);
  await checkFormat(root, tables, path);
  const journal = await Journal.open(path);
  journal.reusable = () => reusableBytesOf(root as never, Object.values(tables) as never);
  try {
    const committed = (tables.about.get('generation') as number | undefined) ?? 0;
    const rest = await journal.read();
    checkPromised(journal.promised, committed, rest);
    const writes = new WriteBehind({ path, root, tables, journal }, committed, rest);
    await writes.commit().catch(() => {}); // the disk is full: it is read from memory until there is room
    if (isSynced) await Promise.all([journal.flush(), syncDirectory(path)]);
    return { writes, ...readable(tables, writes) };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

function openTables(root: RootDatabase<unknown, string>): StoredTables {
  const entries = TABLES.map((name) => {
    // pages are most of the store: LZ4 in the writing thread halves them, deflate would take 3 times as long
    const options = name === 'results' ? { encoding: 'binary' as const, compression: true } : {};
    return [name, root.openDB<unknown, AnyKey>({ name, ...options })] as const;
  });
  return Object.fromEntries(entries) as unknown as StoredTables;
}

function readable(tables: StoredTables, { find }: WriteBehind): Omit<CrawlDatabase, 'writes'> {
  const entries = TABLES.map((name) => [name, new Table(name, tables[name], find)] as const);
  return Object.fromEntries(entries) as unknown as Omit<CrawlDatabase, 'writes'>;
}

/** @throws DataDirError for a store with another layout */
async function checkFormat(
  root: RootDatabase<unknown, string>,
  tables: StoredTables,
  path: string,
): Promise<void> {
  const about = tables.about as Database<number, string>;
  const found = about.get('format');
  if (found === FORMAT) return;
  if (found !== undefined) throw new DataDirError(path, otherLayout(found, FORMAT));
  if (!isNew(root, tables)) throw new DataDirError(path, 'holds the database of another program');
  await about.put('format', FORMAT);
}

/** True if the database contains only the names of our tables. */
function isNew(root: RootDatabase<unknown, string>, tables: StoredTables): boolean {
  const names = new Set<string>(TABLES);
  const isOurs = [...root.getKeys({ limit: TABLES.length + 1 })].every((name) => names.has(name));
  return isOurs && TABLES.every((name) => [...tables[name].getKeys({ limit: 1 })].length === 0);
}

/** The names of new files survive a power loss. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await openFile(path, 'r');
  await directory.sync().catch(() => {}); // not on every system
  await directory.close();
}
