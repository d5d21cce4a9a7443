/** Minimum time for a client to receive a part of an answer, in milliseconds. */
const MIN_TAKE_MS = 5_000;
/** Minimum rate of a client in bytes of memory per millisecond; slower clients count as stalled. */
const MIN_BYTES_PER_MS = 1_024;

/** Accounting of the bytes held for clients. */
export interface AnswerRoom {
  /** Waits until the owner may read a part of unknown size. @returns a function that ends the reading, to be called once */
  enter(owner: string, signal?: AbortSignal): Promise<() => void>;
  hold(client: AnswerClient, part: object, bytes: number): void;
  /** @returns false when there is no room for the part */
  tryHold(client: AnswerClient, part: object, bytes: number): boolean;
  /** Waits for room. @throws RateLimitedError when there is none in time, or too much waits already */
  holdWhenFree(client: AnswerClient, part: object, bytes: number, signal: AbortSignal): Promise<void>;
  release(client: AnswerClient, part: object): void;
}

/** A client that takes an answer part by part, and holds one part at a time. */
export class AnswerClient {
  /** Ends the connection of a client that is too slow. */
  onSlow: () => void = () => {};
  /** The part that it is taking. */
  part: object | null = null;
  private mustTakeBy = Infinity;

  constructor(
    readonly owner: string,
    private readonly room: AnswerRoom,
  ) {}

  /** True if the client has not received the part in time. */
  get isSlow(): boolean {
    return this.part !== null && performance.now() > this.mustTakeBy;
  }

  /**
   * Releases the part that it holds, and reads the next one when there is room.
   * @param measure the memory of the part, and the object that clients of the same part share: it is counted once
   * @throws RateLimitedError when there is no room in time
   */
  async read<T>(
    load: () => Promise<T>,
    measure: (value: T) => { readonly part: object; readonly bytes: number },
    signal?: AbortSignal,
  ): Promise<T> {
    this.release();
    const leave = await this.room.enter(this.owner, signal);
    try {
      const value = await load();
      const { part, bytes } = measure(value);
      this.room.hold(this, part, bytes);
      this.begin(part, bytes);
      return value;
    } finally {
      leave();
    }
  }

  /** Counts an answer that is complete. @returns false when there is no room for it */
  tryHold(part: object, bytes: number): boolean {
    if (!this.room.tryHold(this, part, bytes)) return false;
    this.begin(part, bytes);
    return true;
  }

  /**
   * Counts an answer that is complete, and waits until there is room for it.
   * @throws RateLimitedError when there is none in time, or too much waits already
   */
  async holdWhenFree(part: object, bytes: number, signal: AbortSignal): Promise<void> {
    await this.room.holdWhenFree(this, part, bytes, signal);
    this.begin(part, bytes);
  }

  /** Idempotent. */
  release(): void {
    const { part } = this;
    this.part = null;
    if (part) this.room.release(this, part);
  }

  /** Ends the connection and releases the part. */
  disconnect(): void {
    this.onSlow();
    this.release();
  }

  private begin(part: object, bytes: number): void {
    this.part = part;
    this.mustTakeBy = performance.now() + MIN_TAKE_MS + bytes / MIN_BYTES_PER_MS;
  }
}
