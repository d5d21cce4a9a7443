import { randomUUID } from 'node:crypto';
import type { BusyReceivers, WebhookTask } from '../../../ports/webhook-outbox.port.js';
import type { WebhookRow } from '../storage/rows.js';

interface Messages {
  row: WebhookRow;
  lease: string | null;
  leaseMs: number;
  leasedUntil: number;
}

/** How many messages a crawl has had so far, and whether no more will come. */
interface MessageCount {
  readonly count: number;
  readonly isFinal: boolean;
}

/** More than the longest rest of a receiver. */
const LONGEST_WAIT_MS = 3_600_000;

/** Which crawls have webhook messages to send, and who is sending them. Served in turns. */
export class WebhookLine {
  private readonly crawls = new Map<number, Messages>();

  /** @param countOf how many messages a crawl has */
  constructor(private readonly countOf: (id: string) => MessageCount) {}

  add(n: number, row: WebhookRow): void {
    this.crawls.set(n, { row, lease: null, leaseMs: 0, leasedUntil: 0 });
  }

  remove(n: number): void {
    this.crawls.delete(n);
  }

  take(leaseMs: number, nowMs: number, busy?: BusyReceivers): WebhookTask | null {
    const isBusy = busy ? passOver(busy) : () => false;
    for (const [n, messages] of this.crawls) {
      const { id, position, owner, receiver, tries, dueAt } = messages.row;
      const { leaseMs: heldMs, leasedUntil } = messages;
      if (isAhead(leasedUntil, nowMs, heldMs) || isAhead(dueAt, nowMs, LONGEST_WAIT_MS)) continue;
      if (isBusy(messages.row)) continue;
      if (position >= this.countOf(id).count) continue;
      this.crawls.delete(n);
      this.crawls.set(n, messages); // the last in line now
      const lease = randomUUID();
      Object.assign(messages, { lease, leaseMs, leasedUntil: nowMs + leaseMs });
      return { crawlId: id, lease, position, owner, receiver, tries };
    }
    return null;
  }

  /** How far the messages of a crawl were sent; undefined when the lease of the task does not count any more. */
  rowOf(n: number, task: WebhookTask): WebhookRow | undefined {
    const messages = this.crawls.get(n);
    return messages?.lease === task.lease ? messages.row : undefined;
  }

  advance(n: number, row: WebhookRow, isReleased: boolean, nowMs: number): void {
    const messages = this.crawls.get(n);
    if (!messages) return;
    messages.row = row;
    messages.leasedUntil = isReleased ? 0 : nowMs + messages.leaseMs;
    if (isReleased) messages.lease = null;
  }

  /** Whether everything was sent and nothing more will come. */
  isDone(id: string, position: number): boolean {
    const { count, isFinal } = this.countOf(id);
    return isFinal && position >= count;
  }
}

/** Whether a time is still to come. One that is further away than any wait is from before the clock was set back. */
const isAhead = (timeMs: number, nowMs: number, longestMs: number): boolean =>
  timeMs > nowMs && timeMs <= nowMs + longestMs;

function passOver({ owners, receivers }: BusyReceivers): (row: WebhookRow) => boolean {
  const name = (owner: string, receiver: string) => `${receiver} ${owner}`;
  const names = new Set(receivers.map(({ owner, receiver }) => name(owner, receiver)));
  const all = new Set(owners);
  return ({ owner, receiver }) => all.has(owner) || names.has(name(owner, receiver));
}
