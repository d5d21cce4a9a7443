import type { PageTask } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';
import type { LoopTask } from '../../../ports/page-loop.port.js';

/** A leased task in progress. */
export class ActiveTask implements LoopTask {
  readonly url: string;
  readonly key: string;
  readonly attempts: number;
  /** When it was taken (epoch). */
  readonly since = Date.now();
  private readonly end = new AbortController();

  /** @param leave gives back its place at its host; null when it has none */
  constructor(
    readonly task: PageTask,
    private leave: (() => void) | null,
  ) {
    ({ url: this.url, key: this.key, attempts: this.attempts } = task);
  }

  /** Fires when the lease is lost, the crawl is over, or the process stops. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  abort(reason: Error): void {
    this.end.abort(reason);
  }

  /** The host has nothing to do with the task any more, which may go on. */
  leaveHost(): void {
    const { leave } = this;
    this.leave = null;
    leave?.();
  }

  /**
   * Repeats `work` while the store is unavailable. A fetched page survives a full disk this way: the heartbeat keeps
   * its lease.
   * @returns null if the signal aborts the wait
   */
  async whenPossible<T>(work: () => Promise<T>): Promise<T | null> {
    while (!this.signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        await new Promise((resume) => setTimeout(resume, PAUSES_MS.busyStore));
      }
    }
    return null;
  }
}
