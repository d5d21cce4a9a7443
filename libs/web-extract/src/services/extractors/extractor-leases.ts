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
  async isHeld(id: string): Promise<boolean> {
    const holder = this.newHolder();
    const isFree = await this.store.lease(id, holder, 1_000);
    if (isFree) await this.store.release(id, holder);
    return !isFree;
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
    const holder = this.newHolder();
    if (!(await this.store.lease(id, holder, LEASE_MS))) throw busy();
    const timer = setInterval(() => {
      this.store.lease(id, holder, LEASE_MS).catch(() => {}); // the store is out of reach: the next renewal tries again
    }, RENEW_MS);
    return async () => {
      clearInterval(timer);
      await this.store.release(id, holder);
    };
  }

  private newHolder(): string {
    return `${this.worker}:${++this.turns}`;
  }
}

export const busy = (): ConflictError =>
  new ConflictError('The extractor is being learned or healed: try again later');
