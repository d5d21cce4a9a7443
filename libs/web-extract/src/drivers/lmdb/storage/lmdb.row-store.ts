import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
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
import { UnusedBytes } from '../damage/unused-bytes.js';
import { checkDatabase } from './check-database.js';
import { DATABASE_FILE, LMDB_OPTIONS, loadLmdb } from './crawl-database.js';
import { makePrivateDirectory } from './private-directory.js';

type Key = [TableName, string, RowId];

/** Versions of the layout of the rows. */
export interface RowLayout {
  readonly written: number;
  /** Rows of earlier ones are removed. */
  readonly oldestRead: number;
}

/** Layout of rows that has not changed yet. */
export const FIRST_LAYOUT: RowLayout = { written: 1, oldestRead: 1 };
const LAYOUT_KEY: Key = ['usage', 'about', 'format'];
/** Commits that may come in between while free pages are read. */
const SCRUB_TRIES = 5;

/** Rows in an LMDB environment of their own. Several processes may use one. */
export class LmdbRowStore extends RowStore {
  private readonly logger = new Logger('WebExtract');
  private readonly rows: Rows;

  /**
   * @throws DataDirError when it is damaged; UnavailableError when a later version of this package has written it
   */
  static async open(folder: string, layout: RowLayout): Promise<LmdbRowStore> {
    await makePrivateDirectory(folder);
    await checkDatabase(folder);
    const { open } = await loadLmdb();
    const root = open<unknown, Key>({ ...LMDB_OPTIONS, path: folder });
    const store = new LmdbRowStore(folder, root, layout);
    await store.checkLayout();
    return store;
  }

  private readonly values: Database<unknown, Key>;
  private readonly blobs: Database<unknown, Key>;

  private constructor(
    private readonly folder: string,
    private readonly root: RootDatabase<unknown, Key>,
    private readonly layout: RowLayout,
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
      after: (table, partition, id, count) => this.rangeOf(table, partition, id, count),
    };
  }

  override async change<T>(step: (rows: Rows) => T): Promise<T> {
    try {
      const result = await this.root.transaction(() => step(this.rows));
      this.root.resetReadTxn();
      return result;
    } catch (error) {
      throw unavailable(error);
    }
  }

  override async look<T>(step: (rows: Pick<Rows, 'get' | 'first' | 'after'>) => T): Promise<T> {
    try {
      return step(this.rows);
    } catch (error) {
      throw unavailable(error);
    }
  }

  override async *parts<V>(
    table: TableName,
    partition: string,
  ): AsyncGenerator<readonly (readonly [RowId, V])[]> {
    for (let after: RowId | null = null; ;) {
      const part: (readonly [RowId, V])[] = this.rangeOf<V>(table, partition, after, PART);
      if (part.length > 0) yield part;
      if (part.length < PART) return;
      after = part[part.length - 1]![0];
      await nextTurn();
    }
  }

  override async slice<V>(
    table: TableName,
    partition: string,
    { after, count, isReversed = false }: RowRange,
  ): Promise<readonly (readonly [number, V])[]> {
    const [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const start: Key = [table, partition, after ?? (isReversed ? last : first)];
    const end: Key = [table, partition, isReversed ? first : last];
    const range = { start, end, reverse: isReversed, limit: count + 1 };
    const found: (readonly [number, V])[] = [];
    for (const { key, value } of this.of(table).getRange(range))
      if (key[2] !== after) found.push([key[2] as number, value as V]);
    return found.slice(0, count);
  }

  override async scrub(): Promise<void> {
    const pages = new UnusedBytes(join(this.folder, DATABASE_FILE));
    for (let tries = 0; tries < SCRUB_TRIES; tries++) {
      await this.root.transaction(() => void this.values.put(LAYOUT_KEY, this.layout.written)); // the freed pages are in the list with the next commit
      this.root.resetReadTxn();
      await pages.read();
      if (await this.root.transaction(() => pages.overwrite())) return;
    }
  }

  override async close(): Promise<void> {
    await this.root.close();
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

  private async checkLayout(): Promise<void> {
    const { written, oldestRead } = this.layout;
    const found = this.values.get(LAYOUT_KEY) as number | undefined;
    if (found === written) return;
    if (found !== undefined && found > written) {
      await this.root.close();
      throw new UnavailableError(`${this.folder} was written by a later version of this package`);
    }
    if (found !== undefined && found < oldestRead) await this.removeEarlier();
    await this.root.transaction(() => void this.values.put(LAYOUT_KEY, written));
  }

  private async removeEarlier(): Promise<void> {
    await this.blobs.clearAsync();
    await this.values.clearAsync(); // with the layout: a process that ends before this begins again
    await this.scrub();
    this.logger.warn(`${this.folder} had the layout of an earlier version: its data was removed`);
  }
}

function unavailable(cause: unknown): UnavailableError {
  return new UnavailableError('the page store cannot be used now', ADVISED_SECONDS.store, { cause });
}
