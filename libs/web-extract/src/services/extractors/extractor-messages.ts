import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../model/errors.js';
import { ExtractorStore, type WaitingPlace } from '../../ports/stores/extractor-store.port.js';
import {
  NO_BUSY_RECEIVERS,
  WebhookOutbox,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/stores/webhook-outbox.port.js';
import { parseUrl } from '../../web/url/parse-url.js';
import type { MessageQueue, MessageSource } from '../crawl/webhooks/message-source.js';
import { KeyService } from '../keys/key.service.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import type { ExtractorRecord } from './extractor-state.js';
import { acknowledged } from './waiting-messages.js';

const NOW: WebhookRetry = { tries: 0, waitMs: 0 };
/** Marked extractors that one look reads. */
const MAX_READS = 20;
const LEASE_MS = 120_000;
/** A time further ahead was stored before the clock was set back. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Webhook messages of extractors. They are stored in the state of their extractor, in the step that is their reason, until they are
 * delivered or given up.
 */
@Injectable()
export class ExtractorMessages extends WebhookOutbox implements MessageSource {
  readonly outbox = this;
  private turns = 0;

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly keys: KeyService,
  ) {
    super();
  }

  /** Has the messages of an extractor looked for. Called before they are stored: a mark without messages is removed after the second look. */
  async expect(record: ExtractorRecord): Promise<void> {
    if (record.state.webhook !== null) await this.mark(record, Date.now());
  }

  private async mark(
    { owner, stored, state }: ExtractorRecord,
    dueAt: number,
    isLast = false,
  ): Promise<void> {
    await this.store.setWaiting(owner, stored.id, { receiver: receiverOf(state), dueAt, isLast });
  }

  /** Has the waiting messages of an extractor sent to another receiver. */
  async redirect(record: ExtractorRecord): Promise<void> {
    if (record.state.messages.waiting.length > 0) await this.mark(record, Date.now());
  }

  /**
   * There is one more look: a process may have announced a message that it stores now, and end before it announces it again.
   * A message that was announced twice in the meantime is marked once more.
   */
  private async markLast(record: ExtractorRecord): Promise<void> {
    await this.mark(record, Date.now() + LEASE_MS, true);
    const now = await this.records.find(record.owner, record.stored.id);
    if (now && now.state.messages.waiting.length > 0) await this.mark(now, Date.now());
  }

  override async take(
    worker: string,
    leaseMs: number,
    busy = NO_BUSY_RECEIVERS,
  ): Promise<WebhookTask | null> {
    for (let read = 0; read < MAX_READS; read++) {
      const place = await this.store.takeWaiting(leaseMs, busy);
      if (!place) return null;
      const { id } = place;
      const lease = `${worker}:${++this.turns}`;
      if (!(await this.store.lease(leaseKey(id), lease, leaseMs))) continue;
      const task = await this.taskOf(place, lease);
      if (task) return task;
      await this.store.release(leaseKey(id), lease);
    }
    return null;
  }

  private async taskOf({ owner, id, isLast }: WaitingPlace, lease: string): Promise<WebhookTask | null> {
    const record = await this.records.find(owner, id);
    if (!record) {
      await this.store.setWaiting(owner, id, null);
      return null;
    }
    const { messages } = record.state;
    const [first] = messages.waiting;
    if (!first) {
      await (isLast ? this.store.removeLastMark(owner, id) : this.markLast(record));
      return null;
    }
    const now = Date.now();
    if (messages.dueAt > now && messages.dueAt <= now + LONGEST_WAIT_MS) {
      await this.mark(record, messages.dueAt);
      return null;
    }
    return {
      crawlId: id,
      lease,
      position: first.position,
      owner,
      receiver: receiverOf(record.state),
      tries: messages.tries,
    };
  }

  override async advance(
    { crawlId: id, owner, lease }: WebhookTask,
    position: number,
    isReleased: boolean,
    retry = NOW,
  ): Promise<void> {
    if (!(await this.store.lease(leaseKey(id), lease, LEASE_MS))) return; // another process continues
    try {
      const change = ({ state }: ExtractorRecord) => ({
        messages: acknowledged(state.messages, position, retry, Date.now()),
      });
      const record = await this.records.update(owner, id, change, UNBOUNDED);
      // a process that finds the mark due finds the lease ended
      if (isReleased) await this.store.release(leaseKey(id), lease);
      await this.markNext(record, isReleased);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error; // removed with its messages
      await this.store.release(leaseKey(id), lease);
    }
  }

  private async markNext(record: ExtractorRecord, isReleased: boolean): Promise<void> {
    const { waiting, dueAt } = record.state.messages;
    if (waiting.length === 0) await this.markLast(record);
    else await this.mark(record, isReleased ? Math.max(dueAt, Date.now()) : Date.now() + LEASE_MS);
  }

  async open({ crawlId: id, owner }: WebhookTask): Promise<MessageQueue | null> {
    const record = await this.records.find(owner, id);
    if (!record?.state.webhook) return null;
    const { webhook, needsKey } = record.state;
    return {
      owner,
      webhook,
      name: `extractor ${id}`,
      next: async (position) => {
        const now = await this.records.find(owner, id);
        return now?.state.messages.waiting.find((message) => message.position >= position) ?? null;
      },
      maySend: async () => !needsKey || this.keys.hasValidKey(owner),
    };
  }
}

const receiverOf = ({ webhook }: ExtractorRecord['state']): string =>
  (webhook && parseUrl(webhook.url)?.host) ?? '';

const leaseKey = (id: string): string => `messages:${id}`;
