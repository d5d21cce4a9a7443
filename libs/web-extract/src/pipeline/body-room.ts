import { FairSemaphore } from '../concurrency/fair-semaphore.js';
import { untilAborted } from '../concurrency/until-aborted.js';

const MIB = 1024 * 1024;

/**
 * Maximum bytes of one owner; all owners together have a quarter more. Room for twelve of the largest pages:
 * more cannot be converted in the meantime.
 */
export const MAX_BODY_BYTES = 128 * MIB;

/**
 * Bodies of this size are counted while they arrive, smaller ones when complete. The number of concurrent
 * fetches is limited anyway.
 */
export const LARGE_BODY_BYTES = MIB;

/**
 * Room for a response from the cache, whose size is not known before it is read. The reserve for an owner
 * without any bytes, a quarter of the maximum, is sufficient for it.
 */
export const CACHED_BYTES = 16 * MIB;

/**
 * Maximum part of the room that a share waits for. The rest is for shares that hold a byte each until their
 * body arrives: waiting for all of it could deadlock.
 */
const MAX_SHARE = 3 / 4;

/**
 * Limits the memory of fetched, cached or uploaded bodies that wait for conversion, per owner and in total. Without
 * room, a request waits before its fetch, or pauses reading a large body, so that no body has to be
 * discarded.
 */
export class BodyRoom {
  private readonly bytes: FairSemaphore;

  constructor(private readonly maxBytes = MAX_BODY_BYTES) {
    this.bytes = new FairSemaphore(maxBytes);
  }

  /**
   * Waits until the owner has room for a body. The result must be released. @throws the reason of the signal
   */
  async enter(owner: string, signal?: AbortSignal): Promise<BodyShare> {
    const share = new BodyShare(this.bytes, owner, this.maxBytes);
    await share.reserve(1, signal);
    return share;
  }
}

/** The share of a {@link BodyRoom} held by one page or file. */
export class BodyShare {
  private held = 0;
  private isReleased = false;

  constructor(
    private readonly bytes: FairSemaphore,
    private readonly owner: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Waits until the share can grow to this number of bytes. Must not be called again with a larger number:
   * shares that wait while holding memory could deadlock.
   * @throws the reason of the signal
   */
  async reserve(bytes: number, signal?: AbortSignal): Promise<void> {
    const all = Math.min(bytes, this.maxBytes);
    const more = Math.min(all, Math.ceil(MAX_SHARE * this.maxBytes)) - this.held;
    if (more <= 0) return;
    await untilAborted<void>(signal, (resolve) => this.bytes.wait(this.owner, resolve, more));
    this.held += more;
    this.set(this.isReleased ? 0 : all);
  }

  /** Reduces the share to the actual size of the body. */
  settle(bytes: number): void {
    if (!this.isReleased) this.set(Math.max(1, bytes));
  }

  /** Idempotent. */
  release(): void {
    this.isReleased = true;
    this.set(0);
  }

  private set(bytes: number): void {
    const more = bytes - this.held;
    this.held = bytes;
    if (more > 0) this.bytes.take(this.owner, more);
    else if (more < 0) this.bytes.release(this.owner, -more);
  }
}
