/** A change of a row; null removes it. */
export interface RowChange {
  readonly key: Buffer;
  readonly long: Buffer | null;
  readonly value: Buffer | null;
}

/** Name of a key in a Map. */
export const nameOf = (key: Buffer): string => key.toString('latin1');

/** Changes of steps that are not written yet, by partition. */
export class RowChanges {
  private readonly partitions = new Map<string, Map<string, RowChange>>();
  /** Size of the values. */
  bytes = 0;

  get(partition: string, key: string): RowChange | undefined {
    return this.partitions.get(partition)?.get(key);
  }

  of(partition: string): ReadonlyMap<string, RowChange> | undefined {
    return this.partitions.get(partition);
  }

  set(partition: string, key: string, change: RowChange): void {
    const rows = this.partitions.get(partition) ?? new Map<string, RowChange>();
    this.bytes += sizeOf(change) - sizeOf(rows.get(key));
    this.partitions.set(partition, rows.set(key, change));
  }

  /** Adds the changes of a later step. */
  add(later: RowChanges): void {
    for (const [partition, rows] of later.partitions)
      for (const [key, change] of rows) this.set(partition, key, change);
  }

  *all(): Generator<readonly [partition: string, key: string, RowChange]> {
    for (const [partition, rows] of this.partitions)
      for (const [key, change] of rows) yield [partition, key, change];
  }
}

const sizeOf = (change: RowChange | undefined): number => change?.value?.length ?? 0;
