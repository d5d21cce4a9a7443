import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, RootDatabase } from 'lmdb';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import {
  BLOBS,
  PART,
  RowStore,
  type RowId,
  type RowRange,
  type Rows,
  type TableName,
} from '../../page-store/row-store.js';
import { UnusedBytes, type ByteRange } from '../damage/unused-bytes.js';
import { checkDatabase } from './check-database.js';
import { DATABASE_FILE, LMDB_OPTIONS, loadLmdb } from './crawl-database.js';
import { otherLayout } from './data-dir.error.js';
import { makePrivateDirectory } from './private-directory.js';
import { reasonOfFailure } from './reason-of-failure.js';
import {
  freeBytesOf,
  isReusable,
  noRoom,
  requireRoom,
  reusableBytesOf,
  SMALL_VALUE_BYTES,
  SPARE_BYTES,
} from './require-room.js';
import { SparePasses } from './spare-passes.js';

type Key = [TableName, string, RowId];

/** Version of the layout of the rows. A store of another version is refused. */
const LAYOUT = 4;
const LAYOUT_KEY: Key = ['usage', 'about', 'format'];
/** With more free bytes of the disk nothing is counted: steps that share a commit put less. */
const WATCHED_BYTES = 64 * 1024 * 1024;
/** Commits that may come in between while free pages are read. */
const SWEEP_TRIES = 5;

/** Rows in an LMDB environment of their own. Several processes may use one. */
export class LmdbRowStore extends RowStore {
  private readonly rows: Rows;
  private readonly sweeps = new SparePasses(() => this.sweep());
  /** Bytes that steps have put since the last commit. */
  private unwritten = 0;

  /** @throws DataDirError when it is damaged; UnavailableError when another version of this package has written it */
  static async open(folder: string): Promise<LmdbRowStore> {
    await makePrivateDirectory(folder);
    await checkDatabase(folder);
    const { open } = await loadLmdb();
    const root = open<unknown, Key>({ ...LMDB_OPTIONS, path: folder });
    const store = new LmdbRowStore(folder, root);
    await store.checkLayout();
    return store;
  }

  private readonly values: Database<unknown, Key>;
  private readonly blobs: Database<unknown, Key>;

  private constructor(
    private readonly folder: string,
    private readonly root: RootDatabase<unknown, Key>,
  ) {
    super();
    this.values = root.openDB({ name: 'values' });
    this.blobs = root.openDB({ name: 'blobs', encoding: 'binary' });
    this.rows = {
      get: <V>(table: TableName, partition: string, id: RowId) =>
        this.of(table).get([table, partition, id]) as V | undefined,
      put: (table, partition, id, value) => void this.of(table).put([table, partition, id], value),
      remove: (table, partition, id) => void this.of(table).remove([table, partition, id]),
      first: (table, partition, count) => this.rangeOf(table, partition, null, count),
      ids: (table, partition, count) => this.idsOf(table, partition, count),
      after: (table, partition, id, count) => this.rangeOf(table, partition, id, count),
    };
  }

  override async change<T>(step: (rows: Rows) => T): Promise<T> {
    let bytes = 0;
    const count = (more: number): void => {
      bytes += more;
      this.unwritten += more;
    };
    try {
      const result = await this.write(() => this.run(step, count));
      this.root.resetReadTxn();
      return result;
    } finally {
      this.unwritten -= bytes;
    }
  }

  /** On a disk that is nearly full a step may remove and change rows, and store values where the file has free pages. */
  private run<T>(step: (rows: Rows) => T, count: (bytes: number) => void): T {
    // steps share a commit: the disk does not show yet what the others have put
    let left = freeBytesOf(this.folder) - this.unwritten;
    if (left >= WATCHED_BYTES) return step(this.rows);
    const reusable = () => reusableBytesOf(this.root as never, [this.values, this.blobs] as never);
    const hasRoom = (bytes: number) =>
      bytes <= SMALL_VALUE_BYTES
        ? left >= SPARE_BYTES.removals / 2
        : left >= SPARE_BYTES.rows || isReusable(left, { reusable, valueBytes: bytes });
    const put: Rows['put'] = (table, partition, id, value) => {
      const bytes = sizeOf(value);
      const grown = 2 * bytes; // with the pages of the tree
      left -= grown;
      if (!hasRoom(bytes)) throw noRoom(this.folder, SPARE_BYTES.rows);
      count(grown);
      this.rows.put(table, partition, id, value);
    };
    // unlike a transaction, a child transaction is undone when its function throws
    return this.root.childTransaction(() => step({ ...this.rows, put })) as T;
  }

  override async look<T>(step: (rows: Pick<Rows, 'get' | 'first' | 'ids' | 'after'>) => T): Promise<T> {
    try {
      return step(this.rows);
    } catch (error) {
      throw unavailable(error);
    }
  }

  override async *parts<V>(
    table: TableName,
    partition: string,
    most = PART,
  ): AsyncGenerator<readonly (readonly [RowId, V])[]> {
    for (let after: RowId | null = null; ;) {
      const part: (readonly [RowId, V])[] = this.rangeOf<V>(table, partition, after, most);
      if (part.length > 0) yield part;
      if (part.length < most) return;
      after = part[part.length - 1]![0];
      await nextTurn();
    }
  }

  override async slice<V>(
    table: TableName,
    partition: string,
    { after, count, maxBytes = Infinity, isReversed = false }: RowRange,
  ): Promise<readonly (readonly [number, V])[]> {
    const [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const start: Key = [table, partition, after ?? (isReversed ? last : first)];
    const end: Key = [table, partition, isReversed ? first : last];
    const range = { start, end, reverse: isReversed, limit: count + 1 };
    const found: (readonly [number, V])[] = [];
    let bytes = 0;
    for (const { key, value } of this.of(table).getRange(range)) {
      if (key[2] === after) continue;
      found.push([key[2] as number, value as V]);
      bytes += bytesOf(value);
      if (bytes >= maxBytes) break;
    }
    return found.slice(0, count);
  }

  override async erase(removal: () => Promise<number>): Promise<number> {
    const removed = await this.inSnapshot(async (unused) => {
      const count = await removal();
      if (count === 0) return 0;
      await this.write(() => void this.values.put(LAYOUT_KEY, LAYOUT)); // the freed pages are in the list with the next commit
      this.root.resetReadTxn();
      await unused.overwriteFreed();
      return count;
    });
    if (removed > 0) await this.sweeps.request();
    return removed;
  }

  /** Works with a snapshot of the database: LMDB reuses neither its pages nor those that are freed meanwhile. */
  private async inSnapshot<T>(work: (unused: UnusedBytes) => Promise<T>): Promise<T> {
    this.root.resetReadTxn(); // the snapshot begins now
    const snapshot = this.root.useReadTransaction();
    try {
      return await work(new UnusedBytes(join(this.folder, DATABASE_FILE)));
    } finally {
      snapshot.done();
    }
  }

  /** Overwrites what earlier changes have left in pages that are free now. */
  private sweep(): Promise<void> {
    return this.inSnapshot(async (unused) => {
      for (let tries = 0; tries < SWEEP_TRIES; tries++) {
        const { transaction, ranges } = await unused.sweep();
        if (await this.overwriteAll(unused, ranges, transaction)) return;
      }
    });
  }

  /** @returns false after a commit: the ranges may be in use then */
  private async overwriteAll(
    unused: UnusedBytes,
    ranges: readonly ByteRange[],
    transaction: number,
  ): Promise<boolean> {
    for (const range of ranges) {
      if (!(await this.write(() => unused.overwriteFree(range, transaction)))) return false;
      await nextTurn();
    }
    return true;
  }

  override async close(): Promise<void> {
    await this.sweeps.close();
    await this.root.close();
  }

  /** Runs a transaction if the disk has room for the tree that it changes. @throws UnavailableError */
  private async write<T>(step: () => T): Promise<T> {
    try {
      requireRoom(this.folder, SPARE_BYTES.removals);
      return await this.root.transaction(step);
    } catch (error) {
      throw unavailable(await reasonOfFailure(error));
    }
  }

  private of(table: TableName): Database<unknown, Key> {
    return BLOBS.has(table) ? this.blobs : this.values;
  }

  private rangeOf<V>(
    table: TableName,
    partition: string,
    after: RowId | null,
    limit: number,
  ): (readonly [RowId, V])[] {
    const start: Key | [TableName, string] = after === null ? [table, partition] : [table, partition, after];
    const end = [table, `${partition}\u0001`];
    const range = { start, end, limit: after === null ? limit : limit + 1 } as never;
    const found: (readonly [RowId, V])[] = [];
    for (const { key, value } of this.of(table).getRange(range)) {
      const [, of, id] = key;
      if (of === partition && id !== after) found.push([id, value as V]);
    }
    return found.slice(0, limit);
  }

  private idsOf(table: TableName, partition: string, limit: number): RowId[] {
    const range = { start: [table, partition], end: [table, `${partition}\u0001`], limit } as never;
    const found: RowId[] = [];
    for (const [, of, id] of this.of(table).getKeys(range)) if (of === partition) found.push(id);
    return found;
  }

  private async checkLayout(): Promise<void> {
    const found = this.values.get(LAYOUT_KEY) as number | undefined;
    if (found === LAYOUT) return;
    if (found !== undefined) {
      await this.root.close();
      throw new UnavailableError(`${this.folder} ${otherLayout(found, LAYOUT)}`);
    }
    await this.write(() => void this.values.put(LAYOUT_KEY, LAYOUT));
  }
}

const sizeOf = (value: unknown): number =>
  value instanceof Uint8Array ? value.length : (JSON.stringify(value)?.length ?? 0);

const bytesOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0);

function unavailable(cause: unknown): UnavailableError {
  const isFull = (cause as { code?: unknown } | null)?.code === 'ENOSPC';
  const problem = isFull
    ? 'the disk is full: the page store is read, not written'
    : 'the page store cannot be used now';
  return new UnavailableError(problem, ADVISED_SECONDS.store, { cause });
}
