import { setImmediate as nextTurn } from 'node:timers/promises';
import { PART, RowStore, type RowId, type RowRange, type Rows, type TableName } from './row-store.js';

type Partition = Map<RowId, unknown>;

/** Rows in memory, lost with the process. */
export class MemoryRowStore extends RowStore {
  private readonly partitions = new Map<string, Partition>();
  private readonly rows: Rows = {
    get: <V>(table: TableName, partition: string, id: RowId) =>
      this.of(table, partition)?.get(id) as V | undefined,
    put: (table, partition, id, value) => {
      const name = nameOf(table, partition);
      const rows = this.partitions.get(name) ?? new Map<RowId, unknown>();
      this.partitions.set(name, rows.set(id, value));
    },
    remove: (table, partition, id) => {
      const rows = this.of(table, partition);
      rows?.delete(id);
      if (rows?.size === 0) this.partitions.delete(nameOf(table, partition));
    },
    first: <V>(table: TableName, partition: string, count: number) => {
      const found: (readonly [RowId, V])[] = [];
      for (const row of this.of(table, partition) ?? []) {
        if (found.length >= count) break;
        found.push(row as [RowId, V]);
      }
      return found;
    },
    ids: (table, partition, count) => {
      const found: RowId[] = [];
      for (const id of this.of(table, partition)?.keys() ?? []) {
        if (found.length >= count) break;
        found.push(id);
      }
      return found;
    },
    after: <V>(table: TableName, partition: string, id: number, count: number) => {
      const found: (readonly [RowId, V])[] = [];
      for (const row of this.of(table, partition) ?? []) {
        if (found.length >= count) break;
        if ((row[0] as number) > id) found.push(row as [RowId, V]);
      }
      return found;
    },
  };

  override async change<T>(step: (rows: Rows) => T): Promise<T> {
    return step(this.rows);
  }

  override async look<T>(step: (rows: Rows) => T): Promise<T> {
    return step(this.rows);
  }

  override async *parts<V>(
    table: TableName,
    partition: string,
    most = PART,
  ): AsyncGenerator<readonly (readonly [RowId, V])[]> {
    let part: [RowId, V][] = [];
    for (const row of this.of(table, partition) ?? []) {
      part.push(row as [RowId, V]);
      if (part.length < most) continue;
      yield part;
      part = [];
      await nextTurn();
    }
    if (part.length > 0) yield part;
  }

  override async slice<V>(
    table: TableName,
    partition: string,
    { after, count, maxBytes = Infinity, isReversed = false }: RowRange,
  ): Promise<readonly (readonly [number, V])[]> {
    const rows = [...(this.of(table, partition) ?? [])] as [number, V][];
    if (isReversed) rows.reverse();
    const isLater = (id: number) => after === undefined || (isReversed ? id < after : id > after);
    const found: [number, V][] = [];
    let bytes = 0;
    for (const row of rows) {
      if (!isLater(row[0])) continue;
      if (found.length === count || bytes >= maxBytes) break;
      found.push(row);
      bytes += row[1] instanceof Uint8Array ? row[1].length : 0;
    }
    return found;
  }

  override erase(removal: () => Promise<number>): Promise<number> {
    return removal();
  }

  override async close(): Promise<void> {
    this.partitions.clear();
  }

  private of(table: TableName, partition: string): Partition | undefined {
    return this.partitions.get(nameOf(table, partition));
  }
}

const nameOf = (table: TableName, partition: string): string => `${table} ${partition}`;
