import { randomUUID } from 'node:crypto';
import type { BusyReceivers, WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';
import type { WebhookRow } from '../storage/rows.js';

interface Messages {
  row: WebhookRow;
  lease: string | null;
  leaseMs: number;
  leasedUntil: number;
}

/** Number of messages of a crawl so far, and whether the crawl has ended. */
interface MessageCount {
  readonly count: number;
  readonly isFinal: boolean;
}

/** Waiting messages of an extract job. */
interface WaitingJob {
  readonly n: number;
  readonly id: string;
  readonly messages: number;
}

/** More than the longest rest of a receiver. */
const LONGEST_WAIT_MS = 3_600_000;

/** Which crawls have webhook messages to send, and who is sending them. Served in turns. */
export class WebhookQueue {
  private readonly crawls = new Map<number, Messages>();
  /** Owner → numbers of its extract jobs. */
  private readonly extractJobs = new Map<string, Set<number>>();

  /** @param countOf how many messages a crawl has; called for many crawls at once */
  constructor(private readonly countOf: (n: number, id: string) => MessageCount) {}

  add(n: number, row: WebhookRow): void {
    this.crawls.set(n, { row, lease: null, leaseMs: 0, leasedUntil: 0 });
    if (!row.isExtract) return;
    const jobs = this.extractJobs.get(row.owner) ?? new Set();
    this.extractJobs.set(row.owner, jobs.add(n));
  }

  remove(n: number): void {
    const row = this.crawls.get(n)?.row;
    this.crawls.delete(n);
    const jobs = row?.isExtract && this.extractJobs.get(row.owner);
    if (!jobs) return;
    jobs.delete(n);
    if (jobs.size === 0) this.extractJobs.delete(row.owner);
  }

  take(leaseMs: number, nowMs: number, busy?: BusyReceivers): WebhookTask | null {
    const isBusy = busy ? passOver(busy) : () => false;
    for (const [n, messages] of this.crawls) {
      const { id, position, owner, receiver, tries, dueAt } = messages.row;
      const { leaseMs: heldMs, leasedUntil } = messages;
      if (isAhead(leasedUntil, nowMs, heldMs) || isAhead(dueAt, nowMs, LONGEST_WAIT_MS)) continue;
      if (isBusy(messages.row)) continue;
      if (position >= this.countOf(n, id).count) continue;
      this.crawls.delete(n);
      this.crawls.set(n, messages); // the last in line now
      const lease = randomUUID();
      Object.assign(messages, { lease, leaseMs, leasedUntil: nowMs + leaseMs });
      return { crawlId: id, lease, position, owner, receiver, tries };
    }
    return null;
  }

  /** Delivery state of the messages of a crawl; undefined if the lease of the task is no longer valid. */
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

  /** Extract jobs of an owner with messages to send, in the order of their creation. */
  waitingExtractJobs(owner: string): WaitingJob[] {
    const jobs: WaitingJob[] = [];
    for (const n of this.extractJobs.get(owner) ?? []) {
      const { id, position } = this.crawls.get(n)!.row;
      const messages = this.countOf(n, id).count - position;
      if (messages > 0) jobs.push({ n, id, messages });
    }
    return jobs.sort((a, b) => a.n - b.n);
  }

  /** True if every message was sent and no more will follow. */
  isDone(n: number, position: number): boolean {
    const messages = this.crawls.get(n);
    if (!messages) return true;
    const { count, isFinal } = this.countOf(n, messages.row.id);
    return isFinal && position >= count;
  }
}

/** True for a future time. A time further ahead than the longest delay was stored before the clock was set back. */
const isAhead = (timeMs: number, nowMs: number, longestMs: number): boolean =>
  timeMs > nowMs && timeMs <= nowMs + longestMs;

function passOver({ owners, receivers }: BusyReceivers): (row: WebhookRow) => boolean {
  const name = (owner: string, receiver: string) => `${receiver} ${owner}`;
  const names = new Set(receivers.map(({ owner, receiver }) => name(owner, receiver)));
  const all = new Set(owners);
  return ({ owner, receiver }) => all.has(owner) || names.has(name(owner, receiver));
}
