import type { Monitor } from '../../../model/monitor/monitor.js';
import type { MonitorLimits, MonitorRefusal } from '../../../ports/stores/monitor-store.port.js';
import type { Rows } from '../../page-store/row-store.js';

const BYTES = 'monitorBytes';
const TOTAL = 'monitorBytesTotal';
/** Place of the number of bytes of the monitors of all owners. */
export const MONITORS_TOTAL = ['usage', TOTAL, TOTAL] as const;

type Owned = Pick<Monitor, 'id' | 'owner'>;

/** Bytes of the monitors of an owner, and the place of its next one. */
type OwnerRow = readonly [bytes: number, next: number];

/** The monitors of owners, the oldest first, and their sizes. */
export class OwnedRows {
  constructor(private readonly rows: Rows) {}

  /** The limit that a monitor would exceed. @param more bytes that it has more than before */
  refusal(owner: string, more: number, limits: Omit<MonitorLimits, 'maxPerOwner'>): MonitorRefusal | null {
    if (more <= 0) return null;
    if (this.of(owner)[0] + more > limits.maxBytesPerOwner) return 'maxBytesPerOwner';
    return this.total + more > limits.maxBytes ? 'maxBytes' : null;
  }

  isFull(owner: string, maxPerOwner: number): boolean {
    return this.rows.ids('ownedMonitors', owner, maxPerOwner).length >= maxPerOwner;
  }

  /** @returns the place of the monitor in the list of its owner */
  add({ id, owner }: Owned, bytes: number): number {
    const [before, place] = this.of(owner);
    this.rows.put('ownedMonitors', owner, place, id);
    this.put(owner, before + bytes, place + 1);
    return place;
  }

  resize({ owner }: Pick<Owned, 'owner'>, more: number): void {
    const [bytes, next] = this.of(owner);
    if (more !== 0) this.put(owner, bytes + more, next);
  }

  /** Removes a monitor; an owner without any is none. */
  remove({ owner }: Owned, place: number, bytes: number): void {
    this.rows.remove('ownedMonitors', owner, place);
    const [before, next] = this.of(owner);
    this.put(owner, before - bytes, next);
    if (this.rows.ids('ownedMonitors', owner, 1).length === 0) this.rows.remove('usage', BYTES, owner);
  }

  private put(owner: string, bytes: number, next: number): void {
    this.rows.put('usage', TOTAL, TOTAL, Math.max(0, this.total + bytes - this.of(owner)[0]));
    this.rows.put('usage', BYTES, owner, [bytes, next] satisfies OwnerRow);
  }

  private of(owner: string): OwnerRow {
    return this.rows.get<OwnerRow>('usage', BYTES, owner) ?? [0, 1];
  }

  private get total(): number {
    return this.rows.get<number>('usage', TOTAL, TOTAL) ?? 0;
  }
}

/** Partition of the owners of monitors. */
export const OWNERS_OF_MONITORS = BYTES;
