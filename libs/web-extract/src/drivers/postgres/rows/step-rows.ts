import type { RowId, Rows, TableName } from '../../page-store/row-store.js';
import { rangeName, ReadRequests, type ReadRange, type ReadRow, type ReadRows } from './read-rows.js';
import { nameOf, RowChanges, type RowChange } from './row-changes.js';
import { endOf, idKey, idOfKey, isBlobTable, partitionKey } from './row-keys.js';
import { decodeValue, encodeValue } from './row-values.js';

/** A step that lacks rows goes on as if there were none, to find out what else it reads. These end one that would go on too long. */
const MAX_GUESSED_CALLS = 10_000;
const MAX_MISSING = 2_000;
/** Ranges are read with room for rows that the step removes. */
const EXACT_FROM = 1_000_000;

/** Rows and ranges that a step has read. */
export class SeenRows {
  readonly keys = new Map<string, Buffer>();
  readonly ranges = new Map<string, ReadRange>();
}

/** Rows during a step: those that were read, with the changes of the step and of earlier steps. */
export class StepRows implements Rows {
  readonly changes = new RowChanges();
  /** Rows and ranges that are not read yet. The step runs again when they are. */
  readonly missing = new ReadRequests();
  private guessedCalls = 0;

  /** @param earlier changes of earlier steps; null: this step may not change anything */
  constructor(
    private readonly read: ReadRows,
    private readonly earlier: RowChanges | null,
    private readonly seen: SeenRows,
  ) {}

  get isIncomplete(): boolean {
    return this.missing.size > 0;
  }

  get<V>(table: TableName, partition: string, id: RowId): V | undefined {
    this.limitGuesses();
    const prefix = partitionKey(table, partition);
    const key = Buffer.concat([prefix, idKey(id).bytes]);
    const name = nameOf(key);
    const change = this.changed(nameOf(prefix), name);
    if (change) return valueOf<V>(table, change.value);
    const row = this.read.row(name);
    if (row) this.seen.keys.set(name, key);
    else this.missing.keys.set(name, key);
    return valueOf<V>(table, row?.value ?? null);
  }

  put(table: TableName, partition: string, id: RowId, value: unknown): void {
    const bytes = isBlobTable(table) ? Buffer.from(value as Uint8Array) : encodeValue(value);
    this.change(table, partition, id, bytes);
  }

  remove(table: TableName, partition: string, id: RowId): void {
    this.change(table, partition, id, null);
  }

  first<V>(table: TableName, partition: string, count: number): readonly (readonly [RowId, V])[] {
    return this.valuesOf<V>(table, this.range(table, partition, { after: null, count, isWhole: true }));
  }

  ids(table: TableName, partition: string, count: number): readonly RowId[] {
    return this.range(table, partition, { after: null, count, isWhole: false }).map(({ id }) => id);
  }

  after<V>(table: TableName, partition: string, id: number, count: number): readonly (readonly [RowId, V])[] {
    return this.valuesOf<V>(table, this.range(table, partition, { after: id, count, isWhole: true }));
  }

  private valuesOf<V>(table: TableName, found: readonly FoundRow[]): (readonly [RowId, V])[] {
    return found.map(({ id, value }) => [id, valueOf<V>(table, value) as V] as const);
  }

  private range(
    table: TableName,
    partition: string,
    { after, count, isWhole }: { readonly after: number | null; readonly count: number; readonly isWhole: boolean }, // prettier-ignore
  ): readonly FoundRow[] {
    this.limitGuesses();
    if (count <= 0) return [];
    const prefix = partitionKey(table, partition);
    const low = after === null ? prefix : Buffer.concat([prefix, idKey(after).bytes]);
    const known = this.read.range(rangeName({ low, isWhole }));
    const changes = this.changesOf(nameOf(prefix));
    const left = (known?.rows ?? []).filter(({ key }) => !changes.has(nameOf(key)));
    if (known) this.seen.ranges.set(rangeName(known), known);
    if (!known || (left.length < count && known.rows.length >= known.most)) {
      const most = roundUp(Math.max(count, 2 * (known?.rows.length ?? 0)));
      this.missing.addRange({ low, high: endOf(prefix), most, isWhole });
    }
    const found: Pick<RowChange, 'key' | 'long' | 'value'>[] = left;
    for (const change of changes.values())
      if (change.value !== null && Buffer.compare(change.key, low) > 0) found.push(change);
    if (changes.size > 0) found.sort((a, b) => Buffer.compare(a.key, b.key));
    return found
      .slice(0, count)
      .map(({ key, long, value }) => ({ id: idOfKey(key, prefix.length, long), value }));
  }

  private change(table: TableName, partition: string, id: RowId, value: Buffer | null): void {
    if (this.earlier === null) throw new TypeError('Rows are only read here: changes belong into change()');
    this.limitGuesses();
    const prefix = partitionKey(table, partition);
    const { bytes, long } = idKey(id);
    const key = Buffer.concat([prefix, bytes]);
    this.changes.set(nameOf(prefix), nameOf(key), { key, long, value });
  }

  private changed(partition: string, key: string): RowChange | undefined {
    return this.changes.get(partition, key) ?? this.earlier?.get(partition, key);
  }

  private changesOf(partition: string): ReadonlyMap<string, RowChange> {
    const [earlier, now] = [this.earlier?.of(partition), this.changes.of(partition)];
    if (!earlier || !now) return earlier ?? now ?? NO_CHANGES;
    return new Map([...earlier, ...now]);
  }

  private limitGuesses(): void {
    if (this.missing.size === 0) return;
    this.guessedCalls++;
    if (this.guessedCalls > MAX_GUESSED_CALLS || this.missing.size > MAX_MISSING) throw new Error('Rows are missing'); // prettier-ignore
  }
}

interface FoundRow extends Pick<ReadRow, 'value'> {
  readonly id: RowId;
}

const NO_CHANGES: ReadonlyMap<string, RowChange> = new Map<string, RowChange>();

/** Steps get values of their own: they may run again. */
const valueOf = <V>(table: TableName, value: Buffer | null): V | undefined =>
  value === null ? undefined : ((isBlobTable(table) ? value : decodeValue(value)) as V);

const roundUp = (count: number): number => (count < EXACT_FROM ? 2 ** Math.ceil(Math.log2(count)) : count);
