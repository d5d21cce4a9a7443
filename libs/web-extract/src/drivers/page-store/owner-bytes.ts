import type { Rows } from './row-store.js';

/** Bytes that are stored, in all and by owner. */
export interface StoreBounds {
  readonly maxBytes: number;
  readonly maxBytesPerOwner: number;
}

/** What an owner has stored, and the number of its next row. */
interface OwnerRow {
  readonly bytes: number;
  readonly next: number;
}

const PARTITION = 'owners';
const TOTAL = 'total';
/** Place of the number of bytes of all owners. */
export const OWNERS_TOTAL = ['usage', TOTAL, TOTAL] as const;
/** Owners that are compared when all together have too much. */
const MAX_COMPARED = 1_000;

/** The room that owners take in a store of rows. */
export class OwnerBytes {
  constructor(private readonly bounds: StoreBounds) {}

  of(rows: Pick<Rows, 'get'>, owner: string): number {
    return this.rowOf(rows, owner).bytes;
  }

  total(rows: Pick<Rows, 'get'>): number {
    return rows.get<number>('usage', TOTAL, TOTAL) ?? 0;
  }

  add(rows: Rows, owner: string, bytes: number): void {
    if (bytes === 0) return;
    const row = this.rowOf(rows, owner);
    const left = Math.max(0, row.bytes + bytes);
    rows.put('usage', PARTITION, owner, [left, row.next]);
    rows.put('usage', TOTAL, TOTAL, Math.max(0, this.total(rows) + left - row.bytes));
  }

  /** A number for a row of the owner, higher than those before. */
  next(rows: Rows, owner: string): number {
    const { bytes, next } = this.rowOf(rows, owner);
    rows.put('usage', PARTITION, owner, [bytes, next + 1]);
    return next;
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
    for (const [other, [bytes]] of rows.first<[number, number]>('usage', PARTITION, MAX_COMPARED)) {
      if (bytes > most) [largest, most] = [String(other), bytes];
    }
    return largest;
  }

  owners(rows: Pick<Rows, 'first'>): readonly string[] {
    return rows.first('usage', PARTITION, Number.MAX_SAFE_INTEGER).map(([owner]) => String(owner));
  }

  private rowOf(rows: Pick<Rows, 'get'>, owner: string): OwnerRow {
    const [bytes, next] = rows.get<[number, number]>('usage', PARTITION, owner) ?? [0, 0];
    return { bytes, next };
  }
}
