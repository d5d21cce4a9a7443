import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';

interface Waiting {
  readonly start: () => void;
  readonly fail: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Limits the connections that are held at once, also of a pool that others use. First come, first served. */
export class ConnectionPlaces {
  private free: number;
  private readonly waiting = new Set<Waiting>();

  constructor(count: number) {
    this.free = count;
  }

  /** @returns a function that leaves the place, to be called once. @throws UnavailableError when none is free in time */
  async enter(timeoutMs: number): Promise<() => void> {
    if (this.free > 0) this.free--;
    else await this.wait(timeoutMs);
    return () => this.leave();
  }

  /** Ends those that wait. */
  close(): void {
    for (const waiting of this.waiting) waiting.fail(unavailable('the connections to PostgreSQL are closed'));
  }

  private wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(waiting.timer);
        this.waiting.delete(waiting);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      const start = () => {
        end();
        resolve();
      };
      const giveUp = () => fail(unavailable('all connections to PostgreSQL are in use'));
      const waiting: Waiting = { start, fail, timer: setTimeout(giveUp, timeoutMs) };
      this.waiting.add(waiting);
    });
  }

  private leave(): void {
    const [next] = this.waiting;
    if (next) next.start();
    else this.free++;
  }
}

const unavailable = (reason: string): UnavailableError => new UnavailableError(reason, ADVISED_SECONDS.store);
