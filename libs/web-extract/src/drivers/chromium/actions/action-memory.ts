import { setTimeout as sleep } from 'node:timers/promises';

/** Part of the total that one owner may hold: the rest is left to others. */
const OWNER_SHARE = 3 / 4;
/** Longest wait of a request that holds memory itself: two such requests could wait for each other. */
const HOLDER_WAIT_MS = 5_000;

/** Bytes of action results in memory, counted for all requests of a renderer and for each owner. */
export class ActionMemory {
  private bytes = 0;
  private readonly byOwner = new Map<string, number>();
  private readonly waiting = new Set<() => void>();

  /** @param maxBytes of all requests together */
  constructor(private readonly maxBytes: number) {}

  /** @param maxBytes of the results of this request */
  open(owner: string, maxBytes: number): ActionBudget {
    return new ActionBudget(this, owner, Math.min(maxBytes, Math.floor(this.maxBytes * OWNER_SHARE)));
  }

  /** @internal */
  hasRoom(owner: string, bytes: number): boolean {
    const own = (this.byOwner.get(owner) ?? 0) + bytes;
    return this.bytes + bytes <= this.maxBytes && own <= this.maxBytes * OWNER_SHARE;
  }

  /** @internal @param bytes negative to give back */
  count(owner: string, bytes: number): void {
    this.bytes += bytes;
    const own = (this.byOwner.get(owner) ?? 0) + bytes;
    if (own === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, own);
    if (bytes < 0) for (const wake of [...this.waiting]) wake();
  }

  /** @internal Resolves when memory has been given back, or after `timeoutMs`. */
  async change(timeoutMs: number): Promise<void> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.waiting.add(wake);
    await sleep(timeoutMs, null, { signal: woken.signal }).catch(() => {});
    this.waiting.delete(wake);
  }
}

/** Memory for the action results of one request. */
export class ActionBudget {
  private held = 0;
  /** Bytes reserved for the running action. */
  private reserved = 0;
  private isReleased = false;

  constructor(
    private readonly memory: ActionMemory,
    private readonly owner: string,
    private readonly maxBytes: number,
  ) {}

  get leftBytes(): number {
    return this.maxBytes - this.held;
  }

  /**
   * Reserves memory for one result, waiting for other requests to give theirs back.
   * @param mostBytes of the result, as far as the request has that left
   * @returns false when there was no room in time
   */
  async reserve(mostBytes: number, longestMs: number): Promise<boolean> {
    const bytes = Math.min(mostBytes, this.leftBytes);
    const until = performance.now() + (this.held > 0 ? Math.min(longestMs, HOLDER_WAIT_MS) : longestMs);
    while (!this.memory.hasRoom(this.owner, bytes)) {
      const leftMs = until - performance.now();
      if (leftMs <= 0 || this.isReleased) return false;
      await this.memory.change(leftMs);
    }
    if (this.isReleased) return false;
    this.reserved = bytes;
    this.memory.count(this.owner, bytes);
    return true;
  }

  /** Replaces the reservation by the size of the result. @returns false if the request exceeds its bytes */
  settle(bytes: number): boolean {
    if (this.isReleased) return false;
    this.memory.count(this.owner, bytes - this.reserved);
    this.reserved = 0;
    this.held += bytes;
    return this.held <= this.maxBytes;
  }

  /** Gives back everything. Idempotent. */
  readonly release = (): void => {
    if (this.isReleased) return;
    this.isReleased = true;
    this.memory.count(this.owner, -(this.held + this.reserved));
  };
}
