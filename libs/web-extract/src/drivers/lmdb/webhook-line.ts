import { randomUUID } from 'node:crypto';
import type { WebhookTask } from '../../ports/crawl-store.port.js';

interface Messages {
  readonly id: string;
  /** The first one not sent. */
  position: number;
  lease: string | null;
  leaseMs: number;
  leasedUntil: number;
}

/** How many messages a crawl has had so far, and whether no more will come. */
interface MessageCount {
  readonly count: number;
  readonly isFinal: boolean;
}

/** Which crawls have webhook messages to send, and who is sending them. Served in turns. */
export class WebhookLine {
  private readonly crawls = new Map<number, Messages>();

  /** @param countOf how many messages a crawl has */
  constructor(private readonly countOf: (id: string) => MessageCount) {}

  add(n: number, id: string, position: number): void {
    this.crawls.set(n, { id, position, lease: null, leaseMs: 0, leasedUntil: 0 });
  }

  remove(n: number): void {
    this.crawls.delete(n);
  }

  take(leaseMs: number, nowMs: number): WebhookTask | null {
    for (const [n, messages] of this.crawls) {
      if (messages.leasedUntil > nowMs || messages.position >= this.countOf(messages.id).count) continue;
      this.crawls.delete(n);
      this.crawls.set(n, messages); // the last in line now
      Object.assign(messages, { lease: randomUUID(), leaseMs, leasedUntil: nowMs + leaseMs });
      return { crawlId: messages.id, lease: messages.lease!, position: messages.position };
    }
    return null;
  }

  /** Whether a task's lease still counts. */
  owns(n: number, task: WebhookTask): boolean {
    return this.crawls.get(n)?.lease === task.lease;
  }

  advance(n: number, position: number, isReleased: boolean, nowMs: number): void {
    const messages = this.crawls.get(n);
    if (!messages) return;
    messages.position = Math.max(messages.position, position);
    messages.leasedUntil = isReleased ? 0 : nowMs + messages.leaseMs;
    if (isReleased) messages.lease = null;
  }

  /** Whether everything was sent and nothing more will come. */
  isDone(id: string, position: number): boolean {
    const { count, isFinal } = this.countOf(id);
    return isFinal && position >= count;
  }
}
