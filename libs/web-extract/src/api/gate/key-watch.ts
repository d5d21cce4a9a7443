import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnauthorizedError } from '../../model/errors.js';
import { ApiKeyGuard, type IncomingRequest } from './api-key.guard.js';

/** Together with the half second that a process remembers a key for, well below the promised five seconds. */
const CHECK_MS = 2_000;
/** Checks that run at once. */
const MAX_CHECKS = 64;

/** The open answers of one key. */
interface WatchedKey {
  readonly request: IncomingRequest;
  readonly endings: Set<(error: UnauthorizedError) => void>;
  isChecking: boolean;
}

/**
 * Checks the keys of answers that stay open, such as WebSockets and event streams, again and again, and ends those whose key is no
 * longer accepted. Each key is checked once a round, however many answers it has open.
 */
@Injectable()
export class KeyWatch implements BeforeApplicationShutdown {
  private readonly watched = new Map<string, WatchedKey>();
  private checks = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly guard: ApiKeyGuard) {}

  /**
   * Watches the key of an admitted request.
   * @param end called once, when the key is no longer accepted
   * @returns a function that stops watching
   */
  watch(request: IncomingRequest, end: (error: UnauthorizedError) => void): () => void {
    const name = this.guard.nameOf(request);
    if (name === null) return () => {};
    const known = this.watched.get(name) ?? { request, endings: new Set(), isChecking: false };
    known.endings.add(end);
    this.watched.set(name, known);
    this.timer ??= setInterval(() => this.checkAll(), CHECK_MS).unref();
    return () => {
      known.endings.delete(end);
      if (known.endings.size === 0 && this.watched.get(name) === known) this.forget(name);
    };
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Keys that a round does not reach are the first of the next one. */
  private checkAll(): void {
    for (const [name, key] of this.watched) {
      if (this.checks >= MAX_CHECKS) return;
      if (key.isChecking) continue;
      this.watched.delete(name);
      this.watched.set(name, key);
      void this.check(name, key);
    }
  }

  private async check(name: string, key: WatchedKey): Promise<void> {
    this.checks++;
    key.isChecking = true;
    try {
      if (await this.guard.isStillAccepted(key.request)) return;
      if (this.watched.get(name) === key) this.forget(name);
      for (const end of key.endings) end(new UnauthorizedError('Invalid token'));
    } catch {
      // the keys are out of reach: the next round tries again
    } finally {
      this.checks--;
      key.isChecking = false;
    }
  }

  private forget(name: string): void {
    this.watched.delete(name);
    if (this.watched.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
