import { RateLimitedError, UnavailableError } from '../model/errors.js';

/** Requests of one owner under way at once. Each may hold a body and an answer. */
const MAX_OF_OWNER = 64;

/** The requests under way, bounded by owner, and their waits, which end when the application does. */
export class RequestLimiter {
  private readonly byOwner = new Map<string, number>();
  private readonly running = new Set<Promise<unknown>>();
  private readonly waits = new Set<AbortController>();
  private isOver = false;

  /** @throws RateLimitedError, UnavailableError when the application closes */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.isOver) throw new UnavailableError('shutting down');
    const open = this.byOwner.get(owner) ?? 0;
    if (open >= MAX_OF_OWNER)
      throw new RateLimitedError(`at most ${MAX_OF_OWNER} requests may be open at once`, 1);
    this.byOwner.set(owner, open + 1);
    const result = work();
    this.running.add(result);
    try {
      return await result;
    } finally {
      this.running.delete(result);
      this.leave(owner);
    }
  }

  /** Waits under a signal that fires with the caller's, after a time, or when the application closes. */
  async wait(
    mostMs: number,
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    const stop = () => controller.abort();
    const timer = setTimeout(stop, mostMs);
    caller.addEventListener('abort', stop, { once: true });
    this.waits.add(controller);
    if (caller.aborted || this.isOver || mostMs === 0) stop();
    try {
      await work(controller.signal);
    } finally {
      clearTimeout(timer);
      caller.removeEventListener('abort', stop);
      this.waits.delete(controller);
    }
  }

  /** Ends all waits, and lets the rest finish for a while. */
  async close(mostMs: number): Promise<void> {
    this.isOver = true;
    for (const wait of this.waits) wait.abort();
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, mostMs)));
    await Promise.race([Promise.allSettled(this.running), timeUp]);
    clearTimeout(timer);
  }

  private leave(owner: string): void {
    const open = (this.byOwner.get(owner) ?? 1) - 1;
    if (open === 0) this.byOwner.delete(owner);
    else this.byOwner.set(owner, open);
  }
}
