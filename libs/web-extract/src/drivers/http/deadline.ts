import { FetchTimeoutError } from '../../model/errors.js';

const MAX_TIMER_MS = 2 ** 31 - 1;

/** The deadline of one request: its timeout, its signal, or the shutdown of the fetcher, whichever comes first. */
export class Deadline {
  private readonly endsAt: number;
  private readonly timer: NodeJS.Timeout;
  private ended: { readonly reason: unknown } | null = null;
  private interrupt: ((reason: unknown) => void) | null = null;

  /** The clock starts now. Must be disposed of. */
  constructor(
    url: string,
    timeoutMs: number,
    private readonly signal?: AbortSignal,
  ) {
    this.endsAt = performance.now() + timeoutMs;
    const onTime = () => this.end(new FetchTimeoutError(url, 'no complete response', timeoutMs));
    this.timer = setTimeout(onTime, Math.min(timeoutMs, MAX_TIMER_MS));
    if (signal?.aborted) this.onAbort();
    else signal?.addEventListener('abort', this.onAbort);
  }

  get remainingMs(): number {
    return this.endsAt - performance.now();
  }

  get hasEnded(): boolean {
    return this.ended !== null;
  }

  /** Ends the time now: running and later steps reject with `reason`. */
  end(reason: unknown): void {
    this.ended ??= { reason };
    this.interrupt?.(this.ended.reason);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.onAbort);
  }

  /**
   * Settles as `start` decides, or rejects at the deadline, which calls the function returned by `start` to undo its
   * work.
   * One step at a time.
   */
  race<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => Cancel): Promise<T> {
    if (this.ended !== null) return Promise.reject(this.ended.reason);
    return new Promise<T>((resolve, reject) => {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
        this.interrupt = null;
      };
      const cancel = start(
        (value) => (settle(), resolve(value)),
        (error) => (settle(), reject(error)),
      );
      if (isSettled) return;
      this.interrupt = (reason) => {
        settle();
        cancel();
        reject(reason);
      };
    });
  }

  /** Waits for work that cannot be undone, but no longer than the time lasts. */
  until<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {}); // without a listener, a rejection after the deadline would end the process
    return this.race((resolve, reject) => {
      work.then(resolve, reject);
      return () => undefined;
    });
  }

  sleep(ms: number): Promise<void> {
    return this.race((resolve) => {
      const timer = setTimeout(resolve, ms);
      return () => clearTimeout(timer);
    });
  }

  private readonly onAbort = (): void => this.end(this.signal?.reason);
}

type Cancel = () => void;
