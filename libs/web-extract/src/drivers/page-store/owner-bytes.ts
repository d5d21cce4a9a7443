import type { Rows } from './row-store.js';

/** Bytes that are stored, in all and by owner. */
export interface StoreBounds {
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** Bytes of an owner and the number of its next row; only the bytes if the numbers have another source. */
type OwnerRow = number | readonly [bytes: number, next: number];

/** Numbers for rows, higher than those before, for many processes. */
export interface RowNumbers {
  next(): number;
}

const PARTITION = 'owners';
const TOTAL = 'total';
/** Places of the bytes of owners, and of all of them. */
export const BYTES_OF_OWNERS = [
  ['usage', TOTAL, TOTAL],
  ['usage', PARTITION],
] as const;
/** Owners that are compared when all together have too much. */
const MAX_COMPARED = 1_000;

/** The room that owners take in a store of rows. */
export class OwnerBytes {
  /** @param numbers @default the rows of each owner have numbers of their own */
  constructor(
    private readonly bounds: StoreBounds,
    private readonly numbers: RowNumbers | null = null,
  ) {}

  of(rows: Pick<Rows, 'get'>, owner: string): number {
    return bytesOf(rows.get<OwnerRow>('usage', PARTITION, owner));
  }

  total(rows: Pick<Rows, 'get'>): number {
    return rows.get<number>('usage', TOTAL, TOTAL) ?? 0;
  }

  add(rows: Rows, owner: string, bytes: number): void {
    if (bytes === 0) return;
    const row = rows.get<OwnerRow>('usage', PARTITION, owner);
    const left = Math.max(0, bytesOf(row) + bytes);
    rows.put('usage', PARTITION, owner, this.numbers ? left : [left, nextOf(row)]);
    rows.put('usage', TOTAL, TOTAL, Math.max(0, this.total(rows) + left - bytesOf(row)));
  }

  /** A number for a row of the owner, higher than those before. */
  next(rows: Rows, owner: string): number {
    if (this.numbers) return this.numbers.next();
    const row = rows.get<OwnerRow>('usage', PARTITION, owner);
    rows.put('usage', PARTITION, owner, [bytesOf(row), nextOf(row) + 1]);
    return nextOf(row);
  }

  /** Whether so many bytes more would be too many for the owner. */
  isFull(rows: Pick<Rows, 'get'>, owner: string, more: number): boolean {
    return this.of(rows, owner) + more > this.bounds.maxBytesPerOwner;
  }

  /**
   * Owner whose rows are removed to make room for a row of `owner`: itself beyond its own limit, the largest one beyond the limit of all.
   * @returns null if there is room
   */
  ownerToEvict(rows: Rows, owner: string, more: number): string | null {
    if (this.isFull(rows, owner, more)) return owner;
    if (this.total(rows) + more <= this.bounds.maxBytes) return null;
    let [largest, most] = [owner, this.of(rows, owner)];
    for (const [other, row] of rows.first<OwnerRow>('usage', PARTITION, MAX_COMPARED)) {
      const bytes = bytesOf(row);
      if (bytes > most) [largest, most] = [String(other), bytes];
    }
    return largest;
  }

  owners(rows: Pick<Rows, 'first'>): readonly string[] {
    return rows.first('usage', PARTITION, Number.MAX_SAFE_INTEGER).map(([owner]) => String(owner));
  }
}

const bytesOf = (row: OwnerRow | undefined): number => (typeof row === 'number' ? row : (row?.[0] ?? 0));

const nextOf = (row: OwnerRow | undefined): number => (typeof row === 'number' ? 0 : (row?.[1] ?? 0));
