import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../concurrency/fair-semaphore.js';
import { RateLimitedError } from '../../model/errors.js';
import { AnswerClient, type AnswerRoom } from './answer-client.js';
import { AnswerLine } from './answer-line.js';
import { kept } from '../../model/kept.js';

const MIB = 1024 * 1024;

export const ANSWER_BOUNDS = {
  /** Bytes of answers of one owner; of all owners together a quarter more. */
  maxOwnerBytes: 96 * MIB,
  /** Up to this sum, an owner that holds no answer gets room for one. */
  maxBytes: 192 * MIB,
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
 * A part that several clients read is counted once. Reads and complete answers wait for room. While one waits, the slowest client of
 * the owner with the most bytes is disconnected each second, unless it takes its answers in time.
 */
@Injectable()
export class AnswerBytes implements AnswerRoom {
  private readonly bytes = new FairSemaphore(ANSWER_BOUNDS.maxOwnerBytes);
  private readonly reads = new FairSemaphore(ANSWER_BOUNDS.maxReads);
  private readonly parts = kept(
    'answers',
    new Map<object, { readonly bytes: number; readonly clients: Set<AnswerClient> }>(),
  );
  /** Clients with a part, the one that has it longest first. */
  private readonly holding = kept('answers', new Set<AnswerClient>());
  private readonly line = new AnswerLine();
  /** Bytes of all parts. */
  private sum = 0;
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Creates the client of one response or WebSocket. Its last part must be released. */
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
      this.letIn();
    };
  }

  /**
   * Reads a part of an answer whose size is not known before: two of an owner at once, while there is room for what clients have not
   * taken yet.
   * @throws RateLimitedError after a minute; an error if the signal aborts
   */
  async inTurn<T>(owner: string, read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(owner, signal);
    try {
      return await read();
    } finally {
      leave();
    }
  }

  tryHold(client: AnswerClient, part: object, bytes: number): boolean {
    while (!this.fits(client.owner, bytes)) if (!this.relieve()) return false;
    this.hold(client, part, bytes);
    return true;
  }

  async holdWhenFree(client: AnswerClient, part: object, bytes: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw gone();
    await this.untilFree(signal, (resume) => {
      const leave = this.line.join(client, bytes, () => {
        this.hold(client, part, bytes); // at once: the next one in line must see it
        resume();
      });
      if (!leave) throw tooManyBytes();
      return () => {
        leave();
        this.letIn(); // those behind it may have waited for it alone
      };
    });
  }

  hold(client: AnswerClient, part: object, bytes: number): void {
    const known = this.parts.get(part) ?? { bytes, clients: new Set() };
    if (known.clients.size === 0) this.count(client.owner, bytes);
    known.clients.add(client);
    this.parts.set(part, known);
    this.holding.add(client);
  }

  release(client: AnswerClient, part: object): void {
    this.holding.delete(client);
    const known = this.parts.get(part);
    if (!known?.clients.delete(client) || known.clients.size > 0) return;
    this.parts.delete(part);
    this.count(client.owner, -known.bytes);
    this.letIn();
  }

  private letIn(): void {
    this.line.letIn((owner, bytes) => this.fits(owner, bytes));
  }

  /**
   * True if there is room for a complete answer. An answer larger than the limit is accepted if it is the owner's only
   * one.
   */
  private fits(owner: string, bytes: number): boolean {
    if (this.bytes.mayTake(owner, bytes)) return true;
    const { maxOwnerBytes, maxBytes } = ANSWER_BOUNDS;
    return this.bytes.heldBy(owner) === 0 && this.sum + Math.min(bytes, maxOwnerBytes) <= maxBytes;
  }

  private count(owner: string, bytes: number): void {
    this.sum += bytes;
    if (bytes > 0) this.bytes.take(owner, bytes);
    else this.bytes.release(owner, -bytes);
  }

  private async wait(
    places: FairSemaphore,
    owner: string,
    count: number,
    signal?: AbortSignal,
  ): Promise<void> {
    if (places.tryTake(owner, count)) return;
    await this.untilFree(signal, (resume) => places.wait(owner, resume, count));
  }

  /** Waits until `join` calls its argument, and disconnects slow clients meanwhile. @throws RateLimitedError after a minute */
  private untilFree(
    signal: AbortSignal | undefined,
    join: (resume: () => void) => () => void,
  ): Promise<void> {
    this.timer ??= setInterval(() => this.relieve(), RELIEF_MS).unref();
    this.waiting++;
    return new Promise<void>((resolve, reject) => {
      let leave = () => {};
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', abort);
        clearTimeout(timer);
        settle();
      };
      const giveUp = (error: unknown) =>
        end(() => {
          leave();
          reject(error as Error);
        });
      const abort = () => giveUp(gone());
      const timer = setTimeout(() => giveUp(tooManyBytes()), MAX_WAIT_MS);
      signal?.addEventListener('abort', abort);
      try {
        leave = join(() => end(resolve));
      } catch (error) {
        giveUp(error);
      }
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

const gone = () => new Error('The client has left');
const tooManyBytes = () => new RateLimitedError('too many bytes of answers are not read', 1);
