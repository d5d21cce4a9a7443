import type { DueMonitor } from '../../../ports/stores/monitor-store.port.js';
import type { Rows } from '../../page-store/row-store.js';
import { TIME_DIGITS } from '../leases/lease-line.js';

/** Partition of the rows. */
export const DUE_MONITORS = 'due';

/** Times when monitors are due, in order. */
export class DueRows {
  constructor(private readonly rows: Rows) {}

  change(id: string, before: number | null, after: number | null): void {
    if (before !== null && before !== after) this.rows.remove('dueTimes', DUE_MONITORS, placeOf(id, before));
    if (after !== null) this.rows.put('dueTimes', DUE_MONITORS, placeOf(id, after), [id, after]);
  }

  first(count: number): readonly DueMonitor[] {
    const rows = this.rows.first<[string, number]>('dueTimes', DUE_MONITORS, count);
    return rows.map(([, [id, dueAt]]) => ({ id, dueAt }));
  }
}

function placeOf(id: string, dueAt: number): string {
  const time = Math.min(Math.max(0, Math.floor(dueAt)), Number.MAX_SAFE_INTEGER);
  return `${String(time).padStart(TIME_DIGITS, '0')} ${id}`;
}
