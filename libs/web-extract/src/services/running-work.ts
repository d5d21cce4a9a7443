import { setTimeout } from 'node:timers/promises';
import { Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import { HOST_OWNER } from '../model/principal.js';
import { Allowance, type Cost } from './keys/allowance.js';

/** Time for the last replies to be written. */
const REPLIES_MS = 20;

/** Who pays for a piece of work, and what. */
export interface Payment<T> {
  /** @default 'host' */
  readonly owner: string | undefined;
  readonly costOf: (result: T) => Cost;
}

/** Knows the scrapes and maps under way, so that the application closes in time: they may finish for a while, then end. */
@Injectable()
export class RunningWork implements BeforeApplicationShutdown {
  private readonly running = new Map<AbortController, Promise<unknown>>();
  private isOver = false;

  constructor(
    private readonly options: ResolvedOptions,
    @Optional() private readonly allowance?: Allowance,
  ) {}

  /**
   * Runs `work` under a signal that fires with the caller's, or when the application cannot wait any longer.
   *
   * @throws UnavailableError when the application closes; the reason of the caller's signal; RateLimitedError and
   * InsufficientCreditsError when the owner may have no more
   */
  async run<T>(
    work: (signal: AbortSignal) => Promise<T>,
    caller?: AbortSignal,
    payment?: Payment<T>,
  ): Promise<T> {
    const { owner = HOST_OWNER, costOf } = payment ?? {};
    if (payment) await this.allowance?.admit(owner);
    if (this.isOver) throw new UnavailableError('shutting down');
    const controller = new AbortController();
    const giveUp = () => controller.abort(caller?.reason);
    caller?.addEventListener('abort', giveUp, { once: true });
    if (caller?.aborted) giveUp();
    const result = work(controller.signal);
    this.running.set(controller, result);
    try {
      const done = await result;
      if (costOf) this.allowance?.charge(owner, costOf(done)).catch(() => {}); // what cannot be counted is given away
      return done;
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
