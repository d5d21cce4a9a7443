import { OwnerPlaces } from '../concurrency/owner-places.js';
import { untilAborted } from '../concurrency/until-aborted.js';

const MIB = 1024 * 1024;

/** Bytes of one owner; of all owners together a quarter more. Twelve of the largest pages: more cannot be converted meanwhile. */
export const MAX_BODY_BYTES = 128 * MIB;

/** A body is counted from here on while it arrives, a smaller one when it is there. Fetches at a time are bounded anyway. */
export const LARGE_BODY_BYTES = MIB;

/**
 * The memory of bodies that were fetched, or read from a file, and wait for their conversion. Bounded per owner and in all: whoever
 * finds none waits before anything is fetched, or with the rest of a large body, so that no body has to be thrown away.
 */
export class BodyRoom {
  private readonly bytes: OwnerPlaces;

  constructor(private readonly maxBytes = MAX_BODY_BYTES) {
    this.bytes = new OwnerPlaces(maxBytes);
  }

  /** Waits until the owner has room for any body. The result must be released. @throws the reason of the signal */
  async enter(owner: string, signal?: AbortSignal): Promise<BodyShare> {
    const share = new BodyShare(this.bytes, owner, this.maxBytes);
    await share.reserve(1, signal);
    return share;
  }
}

/** What one page or file holds of a {@link BodyRoom}. */
export class BodyShare {
  private held = 0;
  private isReleased = false;

  constructor(
    private readonly bytes: OwnerPlaces,
    private readonly owner: string,
    private readonly maxBytes: number,
  ) {}

  /**
   * Waits until so many bytes can be held in all. Must not be called again with more: those that hold something and wait for more might
   * wait for each other.
   * @throws the reason of the signal
   */
  async reserve(bytes: number, signal?: AbortSignal): Promise<void> {
    const more = Math.min(bytes, this.maxBytes) - this.held;
    if (more <= 0) return;
    await untilAborted<void>(signal, (resolve) => this.bytes.wait(this.owner, resolve, more));
    this.held += more;
    if (this.isReleased) this.set(0);
  }

  /** The body is there: it counts as what it is. */
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
