import { setTimeout } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';

/** Time for the last replies to be written. */
const REPLIES_MS = 20;

/** Knows the scrapes and maps under way, so that the application closes in time: they may finish for a while, then end. */
@Injectable()
export class RunningWork implements BeforeApplicationShutdown {
  private readonly running = new Map<AbortController, Promise<unknown>>();
  private isOver = false;

  constructor(private readonly options: ResolvedOptions) {}

  /**
   * Runs `work` under a signal that fires with the caller's, or when the application cannot wait any longer.
   *
   * @throws UnavailableError when the application closes; the reason of the caller's signal
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    if (this.isOver) throw new UnavailableError('shutting down');
    const controller = new AbortController();
    const giveUp = () => controller.abort(caller?.reason);
    caller?.addEventListener('abort', giveUp, { once: true });
    if (caller?.aborted) giveUp();
    const result = work(controller.signal);
    this.running.set(controller, result);
    try {
      return await result;
    } finally {
      this.running.delete(controller);
      caller?.removeEventListener('abort', giveUp);
    }
  }

  /** The server stops after this, and waits for every answer: none may take long from here on. */
  async beforeApplicationShutdown(): Promise<void> {
    const wasBusy = this.running.size > 0;
    await this.waitForAll(this.options.limits.shutdownMs);
    this.isOver = true;
    const ending = Promise.allSettled(this.running.values());
    for (const controller of this.running.keys()) controller.abort(new UnavailableError('shutting down'));
    await ending;
    if (wasBusy) await setTimeout(REPLIES_MS); // the server closes the connections that are idle then, and waits for the others
  }

  private async waitForAll(longestMs: number): Promise<void> {
    const enough = new AbortController();
    const timeUp = setTimeout(longestMs, null, { signal: enough.signal }).catch(() => null);
    await Promise.race([Promise.allSettled(this.running.values()), timeUp]);
    enough.abort();
  }
}
