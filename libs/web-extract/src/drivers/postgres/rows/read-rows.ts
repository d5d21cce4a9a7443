import { createHash } from 'node:crypto';
import { nameOf } from './row-changes.js';

/** A row as PostgreSQL has it. */
export interface ReadRow {
  readonly key: Buffer;
  /** 0: there is no such row. */
  readonly version: number;
  readonly long: Buffer | null;
  readonly value: Buffer | null;
}

/** The first rows of a partition after a key. */
export interface RangeRequest {
  readonly low: Buffer;
  readonly high: Buffer;
  readonly most: number;
  /** False: ids only. */
  readonly isWhole: boolean;
}

export interface ReadRange extends RangeRequest {
  readonly rows: readonly ReadRow[];
}

export const rangeName = ({ low, isWhole }: Pick<RangeRequest, 'low' | 'isWhole'>): string =>
  `${isWhole ? 'rows' : 'ids'} ${nameOf(low)}`;

/** Rows and ranges to read before steps can run. */
export class ReadRequests {
  readonly keys = new Map<string, Buffer>();
  readonly ranges = new Map<string, RangeRequest>();

  get size(): number {
    return this.keys.size + this.ranges.size;
  }

  addRange(range: RangeRequest): void {
    const name = rangeName(range);
    const known = this.ranges.get(name);
    if (!known || known.most < range.most) this.ranges.set(name, range);
  }

  addAll({ keys, ranges }: ReadRequests): void {
    for (const [name, key] of keys) this.keys.set(name, key);
    for (const range of ranges.values()) this.addRange(range);
  }
}

/** Rows and ranges that were read for steps. */
export class ReadRows {
  private readonly rows = new Map<string, ReadRow>();
  private readonly ranges = new Map<string, ReadRange>();
  /** Number of statements that have read them: what one has read was so at one time. */
  reads = 0;

  row(name: string): ReadRow | undefined {
    return this.rows.get(name);
  }

  range(name: string): ReadRange | undefined {
    return this.ranges.get(name);
  }

  addRow(row: ReadRow): void {
    this.rows.set(nameOf(row.key), row);
  }

  addRange(range: ReadRange): void {
    this.ranges.set(rangeName(range), range);
    if (range.isWhole) for (const row of range.rows) this.addRow(row);
  }

  /** The range must be read again. */
  dropRange(range: RangeRequest): void {
    this.ranges.delete(rangeName(range));
  }
}

/** Hash of the keys and versions of a range, equal to the one that the SQL function calculates. */
export function printOf({ rows, isWhole }: ReadRange): Buffer {
  const print = createHash('sha256');
  const version = Buffer.alloc(8);
  for (const row of rows) {
    if (isWhole) version.writeBigInt64BE(BigInt(row.version));
    print.update(row.key).update(version);
  }
  return print.digest();
}
