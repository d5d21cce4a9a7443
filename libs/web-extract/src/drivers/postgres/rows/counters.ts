import type { RowId, TableName } from '../../page-store/row-store.js';
import { nameOf } from './row-changes.js';
import { idKey, partitionKey, partitionOfKey } from './row-keys.js';

/** A number that many steps change, or all numbers of a partition. */
export type CounterPlace = readonly [table: TableName, partition: string, id?: RowId];

/**
 * Integers whose changes are added up, so that concurrent changes are no conflicts. Values and ranges of them that a step reads may be
 * outdated when the step is written.
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
