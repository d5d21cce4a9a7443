import { RateLimitedError } from '../../model/errors.js';

/** Exports of one owner at the same time. */
const MOST_OF_OWNER = 2;
const RETRY_AFTER_SECONDS = 10;

/** Limits the exports of each owner. */
export class ExportPlaces {
  private readonly running = new Map<string, number>();

  /** Holds a place while `chunks` are read. @throws RateLimitedError at the first read if all places are taken */
  async *within<T>(owner: string, chunks: () => AsyncIterable<T>): AsyncGenerator<T> {
    const count = this.running.get(owner) ?? 0;
    if (count >= MOST_OF_OWNER)
      throw new RateLimitedError(`at most ${MOST_OF_OWNER} exports at a time`, RETRY_AFTER_SECONDS);
    this.running.set(owner, count + 1);
    try {
      yield* chunks();
    } finally {
      const rest = this.running.get(owner)! - 1;
      if (rest === 0) this.running.delete(owner);
      else this.running.set(owner, rest);
    }
  }
}
