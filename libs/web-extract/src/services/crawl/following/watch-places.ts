import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import { RateLimitedError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';

/** Limits the number of clients that watch jobs at the same time in this process. */
@Injectable()
export class WatchPlaces {
  private readonly places: FairSemaphore;

  constructor(private readonly options: ResolvedOptions) {
    this.places = new FairSemaphore(options.limits.maxWatchers);
  }

  /** @returns a function that gives the place back, to be called once. @throws RateLimitedError */
  take(owner: string): () => void {
    if (this.places.tryTake(owner)) return () => this.places.release(owner);
    throw new RateLimitedError(`at most ${this.options.limits.maxWatchers} may watch at once`, 1);
  }
}
