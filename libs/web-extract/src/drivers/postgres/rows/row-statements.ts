import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { StatementRunner, Parameter } from '../connection/postgres-connection.js';
import type { Counters } from './counters.js';
import type { PendingChange } from './pending-changes.js';
import { printOf, ReadRequests, ReadRows, type ReadRange, type ReadRow } from './read-rows.js';
import { nameOf, type RowChange, type RowChanges } from './row-changes.js';
import { isBlobKey } from './row-keys.js';
import type { RowStoreName } from './row-tables.js';
import type { SeenRows } from './step-rows.js';
import { decodeValue } from './row-values.js';

/** Locks of rows, and of partitions. */
const ROW_STRIPES = 256;
const PARTITION_STRIPES = 64;

interface Answer {
  readonly item: number;
  readonly key: Buffer | null;
  readonly version: number;
  readonly long_id: Buffer | null;
  readonly value: Buffer | null;
}

/** Changes, with the rows and ranges that they depend on. */
export interface SeenChanges {
  readonly changes: RowChanges;
  readonly seen: SeenRows;
}

/** Result of a write: `changed` if rows that were read have changed, `busy` while another process has the turn. */
export type WriteResult = 'written' | 'changed' | 'busy';

/** Reads and writes the rows of one store. */
export class RowStatements {
  /** Identifies this object in turns. */
  private readonly caller = randomUUID();

  constructor(
    private readonly connection: StatementRunner,
    private readonly store: RowStoreName,
    private readonly counters: Counters,
  ) {}

  /** Reads rows and ranges in one statement. */
  async read(requests: ReadRequests, into: ReadRows): Promise<void> {
    const [keys, ranges] = [[...requests.keys.values()], [...requests.ranges.values()]];
    const answers = await this.connection.run<Answer>(
      `SELECT * FROM {schema}.${this.store}_read($1, $2, $3, $4, $5)`,
      [keys, ...boundsOf(ranges)],
    );
    for (const key of keys) into.addRow({ key, version: 0, long: null, value: null });
    const rows: ReadRow[][] = ranges.map(() => []);
    for (const answer of answers) {
      if (answer.item <= keys.length) into.addRow(rowOf(answer, keys[answer.item - 1]!));
      else rows[answer.item - keys.length - 1]!.push(rowOf(answer, answer.key!));
    }
    for (const [at, range] of ranges.entries()) {
      const sorted = rows[at]!.sort((a, b) => Buffer.compare(a.key, b.key));
      into.addRange({ ...range, rows: sorted });
    }
    into.reads++;
  }

  /**
   * Writes changes if nothing that the steps have seen has changed. Otherwise refreshes `read`.
   * @param lost stripes of former conflicts, which others leave alone after a further one
   */
  async write({ changes, seen }: SeenChanges, read: ReadRows, lost: Set<number>): Promise<WriteResult> {
    const checked = [...seen.keys].filter(([name]) => !this.counters.has(name)).map(([, key]) => key);
    const ranges = [...seen.ranges.values()].filter(({ low }) => !this.counters.has(nameOf(low)));
    const answers = await this.connection.run<Answer>(
      `SELECT * FROM {schema}.${this.store}_change($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
      [
        this.locksOf(changes, checked, ranges),
        checked,
        checked.map((key) => read.row(nameOf(key))!.version),
        ...boundsOf(ranges),
        ranges.map(printOf),
        ...this.writesOf(changes, read),
        this.caller,
        [...lost],
      ],
    );
    if (answers[0]?.item === 0) return 'busy';
    for (const answer of answers) {
      const key = checked[answer.item - 1];
      const range = ranges[answer.item - checked.length - 1];
      lost.add(key ? rowStripe(key) : rangeStripe(range!));
      if (key) read.addRow(rowOf(answer, key));
      else read.dropRange(range!);
    }
    return answers.length === 0 ? 'written' : 'changed';
  }

  /** Stores changes, to be written by a transaction of others if nothing that the steps have seen has changed. */
  async prepare(
    { changes, seen }: SeenChanges,
    read: ReadRows,
    { token, lifetimeMs, fence }: PendingChange,
  ): Promise<void> {
    const looked = [...seen.keys].filter(([name]) => !this.counters.has(name)).map(([, key]) => key);
    const checked = looked.filter((key) => !key.equals(fence.key));
    const ranges = [...seen.ranges.values()].filter(({ low }) => !this.counters.has(nameOf(low)));
    await this.connection.run(
      `INSERT INTO {schema}.pending_changes (token, expires, fence_key, fence, locks, seen, versions, lows, highs, counts, wholes, prints,
          put_keys, put_longs, put_starts, put_lengths, put_bytes, gone_values, gone_blobs, counters, amounts)
        VALUES ($1, {schema}.now_ms() + $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
      [
        token,
        lifetimeMs,
        fence.key,
        fence.bytes,
        this.locksOf(changes, looked, ranges),
        checked,
        checked.map((key) => read.row(nameOf(key))!.version),
        ...boundsOf(ranges),
        ranges.map(printOf),
        ...this.writesOf(changes, read),
      ],
    );
  }

  private writesOf(changes: RowChanges, read: ReadRows): Parameter[] {
    const put: RowChange[] = [];
    const [goneValues, goneBlobs]: [Buffer[], Buffer[]] = [[], []];
    const counters: [key: Buffer, amount: number][] = [];
    for (const [, name, change] of changes.all()) {
      const { key, value } = change;
      if (this.counters.has(name)) {
        counters.push([key, numberOf(value) - numberOf(read.row(name)?.value ?? null)]);
      } else if (value === null) (isBlobKey(key) ? goneBlobs : goneValues).push(key);
      else put.push(change);
    }
    // in one order: rows that are not locked by stripes, and indexes, are then locked without circles
    counters.sort(([a], [b]) => Buffer.compare(a, b));
    put.sort((a, b) => Buffer.compare(a.key, b.key));
    let start = 1;
    const starts = put.map(({ value }) => (start += value!.length) - value!.length);
    return [
      put.map(({ key }) => key),
      put.map(({ long }) => long),
      starts,
      put.map(({ value }) => value!.length),
      Buffer.concat(put.map(({ value }) => value!)),
      goneValues,
      goneBlobs,
      counters.map(([key]) => key),
      counters.map(([, amount]) => amount),
    ];
  }

  /** Reads of rows share their stripes; changes do not, and exclude reads of ranges of their partition. */
  private locksOf(changes: RowChanges, rows: readonly Buffer[], ranges: readonly ReadRange[]): number[] {
    const locks = new Map<number, 0 | 1>();
    const lock = (stripe: number, isExclusive: 0 | 1) => {
      if (isExclusive || !locks.has(stripe)) locks.set(stripe, isExclusive);
    };
    for (const key of rows) lock(rowStripe(key), 0);
    for (const range of ranges) lock(rangeStripe(range), 1);
    for (const [partition, name, { key }] of changes.all()) {
      if (this.counters.has(name)) continue;
      lock(rowStripe(key), 1);
      lock(partitionStripe(Buffer.from(partition, 'latin1')), 0);
    }
    return [...locks].sort(([a], [b]) => a - b).map(([stripe, isExclusive]) => 2 * stripe + isExclusive);
  }
}

const rowStripe = (key: Buffer): number => crc32(key) % ROW_STRIPES;

const partitionStripe = (partition: Buffer): number => ROW_STRIPES + (crc32(partition) % PARTITION_STRIPES);

const rangeStripe = ({ high }: ReadRange): number => partitionStripe(high.subarray(0, -1));

const rowOf = ({ version, long_id: long, value }: Answer, key: Buffer): ReadRow => ({
  key,
  version: version ?? 0,
  long,
  value,
});

const boundsOf = (ranges: readonly Omit<ReadRange, 'rows'>[]): Parameter[] => [
  ranges.map(({ low }) => low),
  ranges.map(({ high }) => high),
  ranges.map(({ most }) => most),
  ranges.map(({ isWhole }) => (isWhole ? 1 : 0)),
];

function numberOf(value: Buffer | null): number {
  const number = value === null ? 0 : decodeValue(value);
  if (!Number.isSafeInteger(number)) throw new TypeError('A counter is not a number');
  return number as number;
}
