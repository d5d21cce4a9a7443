import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../model/errors.js';
import { kept } from '../../model/kept.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import {
  WebhookOutbox,
  type BusyReceivers,
  type WebhookRetry,
  type WebhookTask,
} from '../../ports/stores/webhook-outbox.port.js';
import { parseUrl } from '../../web/url/parse-url.js';
import type { MessageQueue, MessageSource } from '../crawl/webhooks/message-source.js';
import { KeyService } from '../keys/key.service.js';
import { ExtractorRecords } from './extractor-records.js';
import type { ExtractorRecord } from './extractor-state.js';
import { acknowledged } from './waiting-messages.js';

const NOBODY: BusyReceivers = { owners: [], receivers: [] };
const NOW: WebhookRetry = { tries: 0, waitMs: 0 };
/** Extractors whose next attempt is known. */
const MAX_KNOWN = 1_000;
/** A time further ahead was stored before the clock was set back. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Webhook messages of extractors. They are stored in the state of their extractor, in the step that is their reason, until they are
 * delivered or given up.
 */
@Injectable()
export class ExtractorMessages extends WebhookOutbox implements MessageSource {
  readonly outbox = this;
  /** Times of next attempts by extractor. */
  private readonly due = kept('extractorWork', new Map<string, number>());
  private turns = 0;

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly keys: KeyService,
  ) {
    super();
  }

  /** Has the messages of an extractor looked for. Called before they are stored: a mark without messages is removed by the next look. */
  async expect({ owner, stored, state }: ExtractorRecord): Promise<void> {
    if (state.webhook !== null) await this.store.setWaiting(owner, stored.id, true);
  }

  override async take(worker: string, leaseMs: number, busy = NOBODY): Promise<WebhookTask | null> {
    const owners = new Set(busy.owners);
    const receivers = new Set(busy.receivers.map(({ owner, receiver }) => `${receiver} ${owner}`));
    for (const { owner, id } of await this.store.waiting()) {
      if (owners.has(owner) || (this.due.get(id) ?? 0) > Date.now()) continue;
      const lease = `${worker}:${++this.turns}`;
      if (!(await this.store.lease(leaseKey(id), lease, leaseMs))) continue;
      const task = await this.taskOf(owner, id, lease);
      if (task && !receivers.has(`${task.receiver} ${owner}`)) return task;
      await this.store.release(leaseKey(id), lease);
    }
    return null;
  }

  private async taskOf(owner: string, id: string, lease: string): Promise<WebhookTask | null> {
    const record = await this.records.find(owner, id);
    const [first] = record?.state.messages.waiting ?? [];
    if (!record || !first) return this.unmark(owner, id);
    const { messages, webhook } = record.state;
    const now = Date.now();
    if (messages.dueAt > now && messages.dueAt <= now + LONGEST_WAIT_MS) {
      if (this.due.size >= MAX_KNOWN) this.due.clear();
      this.due.set(id, messages.dueAt);
      return null;
    }
    this.due.delete(id);
    const receiver = (webhook && parseUrl(webhook.url)?.host) ?? '';
    return { crawlId: id, lease, position: first.position, owner, receiver, tries: messages.tries };
  }

  /** Messages that arrive at the same time are marked again. */
  private async unmark(owner: string, id: string): Promise<null> {
    await this.store.setWaiting(owner, id, false);
    const record = await this.records.find(owner, id);
    if (record && record.state.messages.waiting.length > 0) await this.store.setWaiting(owner, id, true);
    return null;
  }

  override async advance(
    { crawlId: id, owner, lease }: WebhookTask,
    position: number,
    isReleased: boolean,
    retry = NOW,
  ): Promise<void> {
    if (!(await this.store.lease(leaseKey(id), lease, LEASE_MS))) return; // another process continues
    try {
      await this.records.update(owner, id, ({ state }) => ({
        messages: acknowledged(state.messages, position, retry, Date.now()),
      }));
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error; // removed with its messages
    }
    if (isReleased) await this.store.release(leaseKey(id), lease);
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

const LEASE_MS = 120_000;

const leaseKey = (id: string): string => `messages:${id}`;
