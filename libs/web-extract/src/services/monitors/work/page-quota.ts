import { Injectable } from '@nestjs/common';
import { InsufficientCreditsError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';
import { UsageCounter } from '../../../ports/stores/usage-counter.port.js';

const DAY_SECONDS = 86_400;

/** Counts the pages that the monitors of an owner visit in a day. */
@Injectable()
export class PageQuota {
  constructor(
    private readonly counter: UsageCounter,
    private readonly options: ResolvedOptions,
  ) {}

  /** Returns the pages that are left today. @throws InsufficientCreditsError if there are none */
  async left(owner: string): Promise<number> {
    const { maxPagesPerDay } = this.options.monitors;
    const { count } = await this.counter.read(nameOf(owner), DAY_SECONDS);
    if (count >= maxPagesPerDay) throw new PagesUsedUpError(maxPagesPerDay);
    return maxPagesPerDay - count;
  }

  /** Counts visited pages. @returns an error if more than all pages of the day are used; the work in progress should end */
  async add(owner: string, pages: number): Promise<Error | null> {
    const { maxPagesPerDay } = this.options.monitors;
    const { count } = await this.counter.add(nameOf(owner), pages, DAY_SECONDS);
    return count > maxPagesPerDay ? new PagesUsedUpError(maxPagesPerDay) : null;
  }
}

const nameOf = (owner: string): string => `monitor-pages:${owner}`;

/** The monitors of an owner have visited all pages of a day. */
class PagesUsedUpError extends InsufficientCreditsError {
  constructor(most: number) {
    super(most);
    this.message = `The monitors have visited all ${most} pages of this day`;
  }
}
