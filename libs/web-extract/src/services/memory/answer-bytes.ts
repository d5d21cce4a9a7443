import { Injectable } from '@nestjs/common';
import { OwnerPlaces } from '../../concurrency/owner-places.js';
import { RateLimitedError } from '../../model/errors.js';
import { AnswerClient, type AnswerRoom } from './answer-client.js';

const MIB = 1024 * 1024;

export const ANSWER_BOUNDS = {
  /** Bytes of answers of one owner; of all owners together a quarter more. */
  maxOwnerBytes: 96 * MIB,
  /** Parts of an owner that are read at once, whose size is not known before. */
  maxReads: 2,
} as const;

/** Room that must be free before a part of unknown size is read. */
const READ_BYTES = 12 * MIB;
const RELIEF_MS = 1_000;
const MAX_WAIT_MS = 60_000;

/**
 * The bytes of answers that clients have not taken yet, bounded per owner and in all.
 *
 * A part that several clients read is counted once. Reads wait for room. While one waits, the slowest client of the owner with the
 * most bytes is disconnected each second, unless it takes its answers in time.
 */
@Injectable()
export class AnswerBytes implements AnswerRoom {
  private readonly bytes = new OwnerPlaces(ANSWER_BOUNDS.maxOwnerBytes);
  private readonly reads = new OwnerPlaces(ANSWER_BOUNDS.maxReads);
  private readonly parts = new Map<object, { readonly bytes: number; readonly clients: Set<AnswerClient> }>();
  /** Clients with a part, the one that has it longest first. */
  private readonly holding = new Set<AnswerClient>();
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;

  /** One response or WebSocket. Its last part must be released. */
  client(owner: string): AnswerClient {
    return new AnswerClient(owner, this);
  }

  async enter(owner: string, signal?: AbortSignal): Promise<() => void> {
    await this.wait(this.reads, owner, 1, signal);
    try {
      await this.wait(this.bytes, owner, READ_BYTES, signal);
    } catch (error) {
      this.reads.release(owner);
      throw error;
    }
    return () => {
      this.bytes.release(owner, READ_BYTES);
      this.reads.release(owner);
    };
  }

  tryHold(client: AnswerClient, part: object, bytes: number): boolean {
    const fits = () => this.bytes.heldBy(client.owner) === 0 || this.bytes.mayTake(client.owner, bytes);
    while (!fits()) if (!this.relieve()) return false;
    this.hold(client, part, bytes);
    return true;
  }

  hold(client: AnswerClient, part: object, bytes: number): void {
    const known = this.parts.get(part) ?? { bytes, clients: new Set() };
    if (known.clients.size === 0) this.bytes.take(client.owner, bytes);
    known.clients.add(client);
    this.parts.set(part, known);
    this.holding.add(client);
  }

  release(client: AnswerClient, part: object): void {
    this.holding.delete(client);
    const known = this.parts.get(part);
    if (!known?.clients.delete(client) || known.clients.size > 0) return;
    this.parts.delete(part);
    this.bytes.release(client.owner, known.bytes);
  }

  private wait(places: OwnerPlaces, owner: string, count: number, signal?: AbortSignal): Promise<void> {
    if (places.tryTake(owner, count)) return Promise.resolve();
    this.timer ??= setInterval(() => this.relieve(), RELIEF_MS).unref();
    this.waiting++;
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', abort);
        clearTimeout(timer);
        settle();
      };
      const giveUp = (error: Error) =>
        end(() => {
          leave();
          reject(error);
        });
      const abort = () => giveUp(new Error('The client has left'));
      const timer = setTimeout(
        () => giveUp(new RateLimitedError('too many bytes of answers are not read', 1)),
        MAX_WAIT_MS,
      );
      signal?.addEventListener('abort', abort);
      const leave = places.wait(owner, () => end(resolve), count);
      if (signal?.aborted) abort();
    }).finally(() => this.endWait());
  }

  private endWait(): void {
    if (--this.waiting > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Disconnects all clients of the part that the slowest client of the largest owner has. @returns whether there was one */
  private relieve(): boolean {
    const slow = [...this.holding].filter((client) => client.isSlow);
    const most = Math.max(0, ...slow.map(({ owner }) => this.bytes.heldBy(owner)));
    const slowest = slow.find(({ owner }) => this.bytes.heldBy(owner) === most);
    if (!slowest?.part) return false;
    for (const client of [...this.parts.get(slowest.part)!.clients]) client.disconnect();
    return true;
  }
}
