import type { RowId, TableName } from '../../page-store/row-store.js';
import { nameOf } from './row-changes.js';
import { idKey, partitionKey, partitionOfKey } from './row-keys.js';

/** A number that many steps change, or all numbers of a partition. */
export type CounterPlace = readonly [table: TableName, partition: string, id?: RowId];

/**
 * Integers that are only added to. The changes of processes are summed up, so they are no conflicts; what a step reads of them, or of
 * ranges of them, may have changed when it is written.
 */
export class Counters {
  private readonly names = new Set<string>();

  constructor(places: readonly CounterPlace[]) {
    for (const [table, partition, id] of places) {
      const prefix = partitionKey(table, partition);
      this.names.add(nameOf(id === undefined ? prefix : Buffer.concat([prefix, idKey(id).bytes])));
    }
  }

  /** @param key name of the key of a row, or of the begin of a range */
  has(key: string): boolean {
    return this.names.has(key) || this.names.has(partitionOfKey(key));
  }
}
