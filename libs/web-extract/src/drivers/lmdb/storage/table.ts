import type { Database } from 'lmdb';

export type Key = (string | number)[];
export type AnyKey = Key | string | number;

/** Their order is part of the journal's format: new ones go to the end. */
export const TABLES = [
  'about',
  'crawls',
  'heads',
  'queue',
  'seen',
  'results',
  'records',
  'failures',
  'blocked',
  'webhooks',
  'idempotency',
  'due',
  'notes',
  'segments',
  'removals',
  'ended',
] as const;
export type TableName = (typeof TABLES)[number];

/** A row to be stored, or removed if its value is undefined. */
export interface Write {
  readonly table: TableName;
  readonly key: AnyKey;
  readonly value: unknown;
}

/** A table including all acknowledged writes, even those that are not yet in LMDB. */
export class Table<V, K extends AnyKey> {
  constructor(
    readonly name: TableName,
    /** The contents of LMDB. Ranges can be read only there. */
    readonly stored: Database<V, K>,
    private readonly pending: (table: TableName, key: AnyKey) => Write | undefined,
  ) {}

  get(key: K): V | undefined {
    const write = this.pending(this.name, key);
    return write ? (write.value as V | undefined) : this.stored.get(key);
  }

  has(key: K): boolean {
    const write = this.pending(this.name, key);
    return write ? write.value !== undefined : this.stored.doesExist(key);
  }
}
