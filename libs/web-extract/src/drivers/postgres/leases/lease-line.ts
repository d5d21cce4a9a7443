import { randomUUID } from 'node:crypto';
import type { Rows, RowStore } from '../../page-store/row-store.js';

/** Owner and lease of an item. */
export interface LeaseEntry {
  readonly owner: string;
  /** Host and port of the webhook URL; empty without one. */
  readonly receiver: string;
  /** Milliseconds since the epoch, by the clock of the server: it is not taken before. */
  readonly availableAt: number;
  readonly lease: string | null;
  readonly leaseMs: number;
}

interface LeaseRow extends LeaseEntry {
  /** Id of its row in the line. */
  readonly place: string;
}

/** Row of the line. */
type LineRow = readonly [id: string, owner: string, receiver: string, availableAt: number];

/** Owners and receivers whose items are skipped. */
export interface BusyOnes {
  readonly owners: readonly string[];
  readonly receivers: readonly { readonly owner: string; readonly receiver: string }[];
}

export interface TakenLease {
  readonly id: string;
  readonly lease: string;
  readonly entry: LeaseEntry;
}

/** Places that are looked through, at first and at most: those before may be busy. */
const [FEW, MANY] = [100, 5_000];
/** Places that are tried: others may take them first. */
const MAX_TRIED = 100;
/** Digits of the time that ids of a line begin with. */
export const TIME_DIGITS = 16;
const ORDER_DIGITS = 8;

const NEW_ENTRY = { availableAt: 0, lease: null, leaseMs: 0 };

/** Partition of the rows of a line. */
export const lineOf = (name: string): string => `${name} line`;

/** Items that one process at a time works on, in turn. Each has a row, and a row in the line, which is sorted by time. */
export class LeaseLine {
  private order = 0;

  /** @param name that of the line */
  constructor(private readonly name: string) {}

  get(rows: Pick<Rows, 'get'>, id: string): LeaseEntry | undefined {
    return rows.get<LeaseRow>('leases', this.name, id);
  }

  holds(rows: Pick<Rows, 'get'>, id: string, lease: string): boolean {
    return this.get(rows, id)?.lease === lease;
  }

  /** Adds or changes an item. */
  put(rows: Rows, id: string, entry: Pick<LeaseEntry, 'owner'> & Partial<LeaseEntry>): void {
    const before = rows.get<LeaseRow>('leases', this.name, id);
    const { place: _, ...known } = before ?? { place: '', receiver: '', ...NEW_ENTRY };
    const next = { ...known, ...entry };
    const isSame = before?.availableAt === next.availableAt && before.lease === next.lease;
    const place = isSame ? before.place : this.placeAt(next.availableAt, id);
    if (before && before.place !== place) rows.remove('leases', this.lineName, before.place);
    rows.put('leases', this.name, id, { ...next, place } satisfies LeaseRow);
    const { owner, receiver, availableAt } = next;
    rows.put('leases', this.lineName, place, [id, owner, receiver, availableAt] satisfies LineRow);
  }

  remove(rows: Rows, id: string): void {
    const row = rows.get<LeaseRow>('leases', this.name, id);
    if (!row) return;
    rows.remove('leases', this.name, id);
    rows.remove('leases', this.lineName, row.place);
  }

  /** Leases an available item, the longest waiting first. */
  async take(store: RowStore, leaseMs: number, nowMs: number, busy: BusyOnes): Promise<TakenLease | null> {
    for (const most of [FEW, MANY]) {
      const line = await store.look((rows) => rows.first<LineRow>('leases', this.lineName, most));
      const available = line.map(([, row]) => row).filter(([, , , availableAt]) => availableAt <= nowMs);
      const free = available.filter(isFree(busy)).slice(0, MAX_TRIED);
      const taken = free.length === 0 ? null : await store.change((rows) => this.takeFirst(rows, free, { leaseMs, nowMs })); // prettier-ignore
      if (taken) return taken;
      if (available.length < most) return null;
    }
    return null;
  }

  /** Leases the first of those that others have not taken meanwhile. */
  private takeFirst(
    rows: Rows,
    free: readonly LineRow[],
    { leaseMs, nowMs }: { readonly leaseMs: number; readonly nowMs: number },
  ): TakenLease | null {
    for (const [id, , , availableAt] of free) {
      const entry = this.get(rows, id);
      if (entry?.availableAt !== availableAt) continue;
      const lease = randomUUID();
      this.put(rows, id, { ...entry, lease, leaseMs, availableAt: nowMs + leaseMs });
      return { id, lease, entry };
    }
    return null;
  }

  private get lineName(): string {
    return lineOf(this.name);
  }

  /** Items of the same time are in the order of their writes. */
  private placeAt(availableAt: number, id: string): string {
    this.order = (this.order + 1) % 10 ** ORDER_DIGITS;
    const time = Math.min(Math.max(0, Math.floor(availableAt)), Number.MAX_SAFE_INTEGER);
    return `${digits(time, TIME_DIGITS)} ${digits(this.order, ORDER_DIGITS)} ${id}`;
  }
}

function isFree(busy: BusyOnes): (row: LineRow) => boolean {
  const owners = new Set(busy.owners);
  const receivers = new Set(busy.receivers.map(({ owner, receiver }) => `${receiver} ${owner}`));
  return ([, owner, receiver]) => !owners.has(owner) && !receivers.has(`${receiver} ${owner}`);
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
