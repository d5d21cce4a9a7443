import type { CrawlWebhook } from '../../../model/crawl/crawl.js';
import type { WebhookOutbox, WebhookTask } from '../../../ports/stores/webhook-outbox.port.js';

/** A message in its order. */
export interface SourcedMessage {
  readonly position: number;
  /** True if further messages have the same position. @default false */
  readonly isPart?: boolean;
  /** Called once the message was sent, or given up. */
  readonly onSent?: () => void;
  /** Null when the receiver did not ask for it. */
  readonly body: object | null;
}

/** The messages of one sender of them, such as a job. */
export interface MessageQueue {
  readonly owner: string;
  readonly webhook: Pick<CrawlWebhook, 'url' | 'headers'>;
  /** Names the sender in the log. */
  readonly name: string;
  /** The message at a position, or the next one after it; null if there is none yet. */
  next(position: number): Promise<SourcedMessage | null>;
  /** False if the messages are dropped. */
  maySend(): Promise<boolean>;
}

/** Webhook messages that are stored somewhere. */
export interface MessageSource {
  readonly outbox: WebhookOutbox;
  /** @returns null if the sender or its webhook no longer exists */
  open(task: WebhookTask): Promise<MessageQueue | null>;
}
