import type { ExtractorPlace, WaitingMark } from '../../ports/stores/extractor-store.port.js';
import type { BusyReceivers } from '../../ports/stores/webhook-outbox.port.js';

/** A mark as stored. */
export interface WaitingRow extends ExtractorPlace, WaitingMark {}

/** A time further ahead was stored before the clock was set back. */
const LONGEST_WAIT_MS = 3_600_000;

/** Extractors with webhook messages to send, taken in turn. */
export class WaitingLine {
  private readonly rows = new Map<string, WaitingRow>();

  set(place: string, row: WaitingRow | null): void {
    if (row === null) this.rows.delete(place);
    else this.rows.set(place, row);
  }

  take(leaseMs: number, nowMs: number, busy: BusyReceivers): WaitingRow | null {
    const owners = new Set(busy.owners);
    const receivers = new Set(busy.receivers.map(({ owner, receiver }) => `${receiver} ${owner}`));
    for (const [place, row] of this.rows) {
      if (row.dueAt > nowMs && row.dueAt <= nowMs + LONGEST_WAIT_MS) continue;
      if (owners.has(row.owner) || receivers.has(`${row.receiver} ${row.owner}`)) continue;
      this.rows.delete(place);
      this.rows.set(place, { ...row, dueAt: nowMs + leaseMs });
      return row;
    }
    return null;
  }
}
