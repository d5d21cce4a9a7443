import { randomUUID } from 'node:crypto';
import type { BusyReceivers, WebhookTask } from '../../ports/stores/webhook-outbox.port.js';

/** Delivery state of the messages of a monitor, as stored. */
export interface LineRow {
  readonly owner: string;
  readonly receiver: string;
  /** First message that is not delivered. */
  readonly position: number;
  /** Position of the next message to append. */
  readonly next: number;
  readonly tries: number;
  readonly dueAt: number;
}

interface Line {
  row: LineRow;
  lease: string | null;
  leaseMs: number;
  leasedUntil: number;
}

/** Longer than the longest rest of a receiver: a time further ahead was stored before the clock was set back. */
const LONGEST_WAIT_MS = 3_600_000;

/** Monitors with messages to send. Served in turns. */
export class MessageLine {
  private readonly lines = new Map<string, Line>();

  set(monitorId: string, row: LineRow | null): void {
    if (row === null) return void this.lines.delete(monitorId);
    const line = this.lines.get(monitorId);
    if (line) line.row = row;
    else this.lines.set(monitorId, { row, lease: null, leaseMs: 0, leasedUntil: 0 });
  }

  take(leaseMs: number, nowMs: number, busy: BusyReceivers): WebhookTask | null {
    const owners = new Set(busy.owners);
    const receivers = new Set(busy.receivers.map(({ owner, receiver }) => `${receiver} ${owner}`));
    for (const [monitorId, line] of this.lines) {
      const { owner, receiver, position, next, tries, dueAt } = line.row;
      const isWaiting = dueAt > nowMs && dueAt <= nowMs + LONGEST_WAIT_MS;
      if (line.leasedUntil > nowMs || isWaiting || position >= next) continue;
      if (owners.has(owner) || receivers.has(`${receiver} ${owner}`)) continue;
      const lease = randomUUID();
      Object.assign(line, { lease, leaseMs, leasedUntil: nowMs + leaseMs });
      this.lines.delete(monitorId);
      this.lines.set(monitorId, line);
      return { crawlId: monitorId, lease, position, owner, receiver, tries };
    }
    return null;
  }

  holds({ crawlId, lease }: WebhookTask): boolean {
    return this.lines.get(crawlId)?.lease === lease;
  }

  /** Renews the lease of a task, or ends it. */
  settle({ crawlId }: WebhookTask, isReleased: boolean, nowMs: number): void {
    const line = this.lines.get(crawlId);
    if (line)
      Object.assign(
        line,
        isReleased ? { lease: null, leasedUntil: 0 } : { leasedUntil: nowMs + line.leaseMs },
      );
  }
}
