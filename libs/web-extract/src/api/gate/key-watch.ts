import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnauthorizedError } from '../../model/errors.js';
import { ApiKeyGuard, type IncomingRequest } from './api-key.guard.js';
import { kept } from '../../model/kept.js';

/** Together with the half second that a process remembers a key for, well below the promised five seconds. */
const CHECK_MS = 2_000;
/** Checks of one round that run at once. */
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
  private readonly watched = kept('followers', new Map<string, WatchedKey>());
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
    this.timer ??= setInterval(() => void this.checkAll(), CHECK_MS).unref();
    return () => {
      known.endings.delete(end);
      if (known.endings.size === 0 && this.watched.get(name) === known) this.forget(name);
    };
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** A check that hangs holds up no other: its key is passed over in the rounds until it ends. */
  private async checkAll(): Promise<void> {
    const due = [...this.watched].filter(([, { isChecking }]) => !isChecking).values();
    const worker = async () => {
      for (const [name, key] of due) if (!key.isChecking) await this.check(name, key);
    };
    await Promise.all(Array.from({ length: MAX_CHECKS }, worker));
  }

  private async check(name: string, key: WatchedKey): Promise<void> {
    key.isChecking = true;
    try {
      if (await this.guard.isStillAccepted(key.request)) return;
      if (this.watched.get(name) === key) this.forget(name);
      for (const end of key.endings) end(new UnauthorizedError('Invalid token'));
    } catch {
      // the keys are out of reach: the next round tries again
    } finally {
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
