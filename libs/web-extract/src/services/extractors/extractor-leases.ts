import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../model/errors.js';
import { ExtractorStore } from '../../ports/stores/extractor-store.port.js';
import { newWorkerName } from '../crawl/worker/worker-name.js';

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

/** Leases of extractors that are learned or healed: one process at a time changes their programs. */
@Injectable()
export class ExtractorLeases {
  private readonly worker = newWorkerName();
  private turns = 0;

  constructor(private readonly store: ExtractorStore) {}

  /** True if an extractor is being learned or healed. */
  isHeld(id: string): Promise<boolean> {
    return this.store.isLeased(id);
  }

  /** Holds the lease of an extractor during a work. @throws ConflictError if it is held */
  async during<T>(id: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(id);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  /** Takes the lease of an extractor. @returns ends it @throws ConflictError if it is held */
  async take(id: string): Promise<() => Promise<void>> {
    const end = await this.tryTake(id);
    if (!end) throw busy();
    return end;
  }

  /** Like `take`. @returns null if it is held */
  async tryTake(id: string): Promise<(() => Promise<void>) | null> {
    const holder = `${this.worker}:${++this.turns}`;
    if (!(await this.store.lease(id, holder, LEASE_MS))) return null;
    const timer = setInterval(() => {
      this.store.lease(id, holder, LEASE_MS).catch(() => {}); // the store is out of reach: the next renewal tries again
    }, RENEW_MS);
    return async () => {
      clearInterval(timer);
      await this.store.release(id, holder);
    };
  }
}

export const busy = (): ConflictError =>
  new ConflictError('The extractor is being learned or healed: try again later');
