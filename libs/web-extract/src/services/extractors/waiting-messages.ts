import type { ExtractorEventName, ExtractorWebhook } from '../../model/extractor/extractor-view.js';

/** Messages of an extractor that may wait; the oldest are dropped. */
const MAX_MESSAGES = 20;
/** Size of the messages of an extractor in bytes. */
const MAX_BYTES = 65_536;

/** A webhook message as stored. */
export interface ExtractorMessage {
  readonly position: number;
  readonly body: object;
}

/** Webhook messages of an extractor that were not delivered yet. */
export interface ExtractorMessageQueue {
  /** Position of the next message to append. */
  readonly next: number;
  /** Failed attempts for the oldest message, and the time before which there is no further one, in milliseconds since the epoch. */
  readonly tries: number;
  readonly dueAt: number;
  /** The oldest first. */
  readonly waiting: readonly ExtractorMessage[];
}

export const NO_MESSAGES: ExtractorMessageQueue = { next: 1, tries: 0, dueAt: 0, waiting: [] };

/** State with a further message. */
interface MessagingState {
  readonly webhook: ExtractorWebhook | null;
  readonly messages: ExtractorMessageQueue;
  readonly version: number;
}

/** Appends a message, as far as the receiver asks for it. @param facts of the event */
export function withMessage<State extends MessagingState>(
  state: State,
  id: string,
  event: ExtractorEventName,
  facts: object,
): State {
  const { messages, version, webhook } = state;
  if (!webhook || webhook.events?.includes(event) === false) return state;
  const body = {
    success: true,
    type: `extractor.${event}`,
    id,
    data: [{ extractorId: id, version, ...facts }],
    metadata: webhook.metadata ?? {},
  };
  const waiting = bounded([...messages.waiting, { position: messages.next, body }]);
  const isFirst = waiting[0]?.position === messages.waiting[0]?.position;
  return {
    ...state,
    messages: { ...messages, ...(isFirst ? {} : { tries: 0, dueAt: 0 }), waiting, next: messages.next + 1 },
  };
}

function bounded(messages: readonly ExtractorMessage[]): readonly ExtractorMessage[] {
  const kept = messages.slice(-MAX_MESSAGES);
  while (kept.length > 0 && Buffer.byteLength(JSON.stringify(kept)) > MAX_BYTES) kept.shift();
  return kept;
}

/** Removes the messages before a position. */
export function acknowledged(
  messages: ExtractorMessageQueue,
  position: number,
  { tries, waitMs }: { readonly tries: number; readonly waitMs: number },
  nowMs: number,
): ExtractorMessageQueue {
  const waiting = messages.waiting.filter((message) => message.position >= position);
  const isOldest = waiting[0]?.position === position;
  return { ...messages, waiting, ...(isOldest ? { tries, dueAt: nowMs + waitMs } : { tries: 0, dueAt: 0 }) };
}
