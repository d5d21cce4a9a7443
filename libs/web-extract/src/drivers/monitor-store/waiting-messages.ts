import type { MonitorMessage } from '../../model/monitor/check.js';
import type { Monitor } from '../../model/monitor/monitor.js';
import type { DroppedMessages, Outgoing, OutboxLimits } from '../../ports/stores/monitor-store.port.js';
import type { Rows } from '../page-store/row-store.js';
import type { LineRow } from './message-line.js';

export const LINES = 'lines';
const OWNERS = 'waiting';
const TOTAL = 'waitingTotal';
/** Place of the number of bytes of the messages of all owners. */
export const MESSAGES_TOTAL = ['usage', TOTAL, TOTAL] as const;
/** Owners that are compared when the messages of all owners exceed their limit. */
const MAX_COMPARED = 1_000;

/** A message as stored. */
export interface MessageRow extends Omit<MonitorMessage, 'position'> {
  readonly bytes: number;
  /** Place in the queue of its owner. */
  readonly place: number;
}

/** Waiting messages of an owner. */
interface OwnerRow {
  readonly messages: number;
  readonly bytes: number;
  /** Place of the next message. */
  readonly next: number;
}

type Place = readonly [monitorId: string, position: number];

const NO_MESSAGES: OwnerRow = { messages: 0, bytes: 0, next: 1 };

/** Waiting messages of monitors during one step of the store. The oldest are dropped when a limit is exceeded. */
export class WaitingMessages {
  /** Lines that the step has changed. */
  readonly lines = new Map<string, LineRow>();
  private readonly counts = new Map<string, DroppedMessages>();

  constructor(private readonly rows: Rows) {}

  get dropped(): readonly DroppedMessages[] {
    return [...this.counts.values()];
  }

  append({ id, owner }: Pick<Monitor, 'id' | 'owner'>, { receiver, messages, limits }: Outgoing): void {
    for (const message of messages) {
      const bytes = Buffer.byteLength(JSON.stringify(message));
      if (bytes > limits.maxBytesPerOwner) this.countDropped(id, owner);
      else this.add({ id, owner, receiver }, { ...message, bytes });
    }
    this.limit(owner, limits);
  }

  /** Removes the messages before `position`. @returns the changed line */
  acknowledge(id: string, position: number, change: Pick<LineRow, 'tries' | 'dueAt'>): LineRow | null {
    const line = this.lineOf(id);
    if (!line) return null;
    const sent = Math.min(Math.max(line.position, position), line.next);
    for (let at = line.position; at < sent; at++) this.removeMessage(id, line.owner, at);
    const tries = position < line.position ? 0 : change.tries; // the message was dropped in the meantime
    return this.put(id, { ...line, ...change, tries, position: sent });
  }

  /** Removes all messages of a monitor. */
  removeAll(id: string): void {
    const line = this.lineOf(id);
    if (!line) return;
    for (let at = line.position; at < line.next; at++) this.removeMessage(id, line.owner, at);
    this.rows.remove('usage', LINES, id);
  }

  private add(
    { id, owner, receiver }: Pick<Monitor, 'id' | 'owner'> & Pick<Outgoing, 'receiver'>,
    message: Omit<MessageRow, 'place'>,
  ): void {
    const line = this.lineOf(id) ?? { owner, receiver, position: 1, next: 1, tries: 0, dueAt: 0 };
    const place = this.ownerRow(owner).next;
    const row: MessageRow = { ...message, place };
    this.rows.put('messages', id, line.next, row);
    this.rows.put('waiting', owner, place, [id, line.next]);
    this.count(owner, 1, message.bytes);
    this.put(id, { ...line, receiver, next: line.next + 1 });
  }

  private limit(owner: string, { maxMessagesPerOwner, maxBytesPerOwner, maxBytes }: OutboxLimits): void {
    const isOver = () => {
      const { messages, bytes } = this.ownerRow(owner);
      return messages > maxMessagesPerOwner || bytes > maxBytesPerOwner;
    };
    while (isOver()) this.dropOldest(owner);
    if (this.total > maxBytes) this.limitAll(maxBytes, owner);
  }

  /** Drops the oldest messages of the owners with the most bytes. */
  private limitAll(maxBytes: number, appending: string): void {
    const compared = this.rows.first<OwnerRow>('usage', OWNERS, MAX_COMPARED).map(([owner]) => String(owner));
    // The appending owner is one of them: the others may have less than it adds.
    const owners = [...new Set([appending, ...compared])].map((owner) => this.bytesOf(owner));
    while (this.total > maxBytes) {
      const most = owners.reduce((one, other) => (other.bytes > one.bytes ? other : one));
      if (most.bytes === 0) return;
      this.dropOldest(most.owner);
      Object.assign(most, this.bytesOf(most.owner));
    }
  }

  private bytesOf(owner: string): { readonly owner: string; bytes: number } {
    return { owner, bytes: this.ownerRow(owner).bytes };
  }

  private dropOldest(owner: string): void {
    const [oldest] = this.rows.first<Place>('waiting', owner, 1);
    const [id, position] = oldest![1];
    this.removeMessage(id, owner, position);
    this.put(id, { ...this.lineOf(id)!, position: position + 1, tries: 0 });
    this.countDropped(id, owner);
  }

  private removeMessage(id: string, owner: string, position: number): void {
    const row = this.rows.get<MessageRow>('messages', id, position);
    if (!row) return;
    this.rows.remove('messages', id, position);
    this.rows.remove('waiting', owner, row.place);
    this.count(owner, -1, -row.bytes);
  }

  private count(owner: string, messages: number, bytes: number): void {
    const row = this.ownerRow(owner);
    const left = row.messages + messages;
    const next = messages > 0 ? row.next + 1 : row.next;
    if (left > 0) this.rows.put('usage', OWNERS, owner, { messages: left, bytes: row.bytes + bytes, next });
    else this.rows.remove('usage', OWNERS, owner);
    this.rows.put('usage', TOTAL, TOTAL, this.total + bytes);
  }

  private countDropped(monitorId: string, owner: string): void {
    const messages = (this.counts.get(monitorId)?.messages ?? 0) + 1;
    this.counts.set(monitorId, { monitorId, owner, messages });
  }

  private get total(): number {
    return this.rows.get<number>('usage', TOTAL, TOTAL) ?? 0;
  }

  private ownerRow(owner: string): OwnerRow {
    return this.rows.get<OwnerRow>('usage', OWNERS, owner) ?? NO_MESSAGES;
  }

  private lineOf(id: string): LineRow | undefined {
    return this.rows.get<LineRow>('usage', LINES, id);
  }

  private put(id: string, line: LineRow): LineRow {
    this.rows.put('usage', LINES, id, line);
    this.lines.set(id, line);
    return line;
  }
}
