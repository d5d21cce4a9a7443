import { setTimeout } from 'node:timers/promises';
import { Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import { Allowance, type Payment } from './keys/allowance.js';
import { controllerOf } from './shared-controller.js';
import { kept } from '../model/kept.js';

/** Time for the last replies to be written. */
const REPLIES_MS = 20;

/**
 * Tracks running scrapes and maps, so that the application shuts down in time: they may finish within a period and are
 * then aborted.
 *
 * The only hook for slow shutdown work. Nest calls the hooks of modules one after the other and, since version 12, also
 * those of providers in a module that depend on each other: the times of separate hooks would add up.
 */
@Injectable()
export class RunningWork implements BeforeApplicationShutdown {
  private readonly running = kept('requests', new Map<Promise<unknown>, AbortController>());
  private readonly others: (() => Promise<void>)[] = [];
  private readonly last: (() => Promise<void>)[] = [];
  private isOver = false;

  constructor(
    private readonly options: ResolvedOptions,
    @Optional() private readonly allowance?: Allowance,
  ) {}

  /**
   * Runs `work` under a signal that fires with the caller's, or when the application cannot wait any longer. A signal with a
   * {@link sharedController} is passed on itself, and fires with the shutdown too.
   *
   * @throws UnavailableError when the application closes; the reason of the caller's signal; RateLimitedError and
   * InsufficientCreditsError when the owner may have no more
   */
  async run<T>(
    work: (signal: AbortSignal) => Promise<T>,
    caller?: AbortSignal,
    payment?: Payment<T>,
  ): Promise<T> {
    const follow = () => this.follow(work, caller);
    return payment && this.allowance ? this.allowance.charge(payment, follow) : follow();
  }

  private async follow<T>(work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    if (this.isOver) throw new UnavailableError('shutting down');
    const shared = controllerOf(caller);
    if (shared) return this.track(shared, work(shared.signal));
    const controller = new AbortController();
    const giveUp = () => controller.abort(caller?.reason);
    caller?.addEventListener('abort', giveUp, { once: true });
    if (caller?.aborted) giveUp();
    try {
      return await this.track(controller, work(controller.signal));
    } finally {
      caller?.removeEventListener('abort', giveUp);
    }
  }

  private async track<T>(controller: AbortController, result: Promise<T>): Promise<T> {
    this.running.set(result, controller);
    try {
      return await result;
    } finally {
      this.running.delete(result);
    }
  }

  /** Has `end` called as well when the application closes, at the same time. */
  endWith(end: () => Promise<void>): void {
    this.others.push(end);
  }

  /** Has `end` called when the application closes, after all other work has ended. */
  endLast(end: () => Promise<void>): void {
    this.last.push(end);
  }

  /** The server stops after this, and waits for every answer: none may take long from here on. */
  async beforeApplicationShutdown(): Promise<void> {
    const others = await Promise.allSettled([this.end(), ...this.others.map(async (end) => end())]);
    // also if others have failed: it stores what they have counted
    const last = await Promise.allSettled([this.allowance?.flush(), ...this.last.map(async (end) => end())]);
    for (const result of [...others, ...last]) if (result.status === 'rejected') throw result.reason;
  }

  private async end(): Promise<void> {
    const wasBusy = this.running.size > 0;
    await this.waitForAll(this.options.limits.shutdownMs);
    this.isOver = true;
    const ending = Promise.allSettled(this.running.keys());
    for (const controller of this.running.values()) controller.abort(new UnavailableError('shutting down'));
    await ending;
    if (wasBusy) await setTimeout(REPLIES_MS); // the server closes the connections that are idle then, and waits for the others
  }

  private async waitForAll(longestMs: number): Promise<void> {
    const enough = new AbortController();
    const timeUp = setTimeout(longestMs, null, { signal: enough.signal }).catch(() => null);
    await Promise.race([Promise.allSettled(this.running.keys()), timeUp]);
    enough.abort();
  }
}
