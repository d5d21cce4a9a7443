import { setTimeout as pause } from 'node:timers/promises';

/** Time between two passes, in durations of the last one. */
const REST = 9;
/** Longest wait of a caller for the beginning of a pass. */
const MAX_WAIT_MS = 1_000;

/** A pass over all of some data, repeated on request. Passes take a tenth of the time at most: requests that come meanwhile share the next one. */
export class SparePasses {
  private running: Promise<void> = Promise.resolve();
  /** A pass that has not begun. */
  private waiting: Promise<void> | null = null;
  private mayBeginAt = 0;
  private readonly closing = new AbortController();

  /** @param pass may be called until `close` resolves; its errors reject requests */
  constructor(private readonly pass: () => Promise<void>) {}

  /** Resolves after a pass that has begun after the request; without it if it begins later than in a second. */
  async request(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.waiting ??= this.begin();
    this.waiting.catch(() => {}); // of requests that do not wait
    if (this.mayBeginAt - performance.now() <= MAX_WAIT_MS) await this.waiting;
  }

  /** Ends the waits, and waits for the pass that is running. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.waiting?.catch(() => {});
    await this.running.catch(() => {});
  }

  private async begin(): Promise<void> {
    const { signal } = this.closing;
    await this.running.catch(() => {});
    const restMs = Math.max(0, this.mayBeginAt - performance.now());
    if (restMs > 0) await pause(restMs, undefined, { signal, ref: false }).catch(() => {});
    this.waiting = null;
    if (signal.aborted) return;
    const startedAt = performance.now();
    this.running = this.pass();
    try {
      await this.running;
    } finally {
      const endedAt = performance.now();
      this.mayBeginAt = endedAt + REST * (endedAt - startedAt);
    }
  }
}
