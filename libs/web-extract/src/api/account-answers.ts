import { Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../model/options.js';
import { CrawlService } from '../services/crawl/crawl.service.js';
import { KeyService } from '../services/keys/key.service.js';
import { UsageService } from '../services/usage/usage.service.js';
import { presentQueue, UNLIMITED, type AllowanceState, type QueueState } from './account.presenter.js';
import { ownerOf, type IncomingRequest } from './gate/api-key.guard.js';

/** Account responses shared by v1 and v2. */
@Injectable()
export class AccountAnswers {
  constructor(
    private readonly crawls: CrawlService,
    private readonly options: ResolvedOptions,
    private readonly keys: KeyService,
    private readonly usage: UsageService,
  ) {}

  /** Returns the granted and remaining credits of the caller. Without a credit limit, both are a large constant. */
  async credits(request: IncomingRequest): Promise<AllowanceState> {
    const ledger = await this.keys.credits(ownerOf(request));
    return ledger
      ? { plan: ledger.granted, remaining: Math.max(0, ledger.granted - ledger.used) }
      : { plan: UNLIMITED, remaining: UNLIMITED };
  }

  /** Returns the tokens of the caller's day. Without a token limit, both are a large constant. */
  async tokens(request: IncomingRequest): Promise<AllowanceState> {
    const { used, limit } = (await this.usage.of(ownerOf(request)))?.tokens ?? { used: 0, limit: null };
    return limit === null
      ? { plan: UNLIMITED, remaining: UNLIMITED }
      : { plan: limit, remaining: Math.max(0, limit - used) };
  }

  /** The pages of the caller's jobs. */
  async queue(request: IncomingRequest): Promise<QueueState> {
    const owner = ownerOf(request);
    const [jobs, lastCompletedAt] = [
      await this.crawls.active(owner),
      await this.crawls.lastCompletedAt(owner),
    ];
    return presentQueue(jobs, lastCompletedAt, this.options.limits.maxFetches);
  }
}
