import { Injectable } from '@nestjs/common';
import { ResolvedOptions } from '../model/options.js';
import { CrawlService } from '../services/crawl/crawl.service.js';
import { presentQueue, type QueueState } from './account.presenter.js';
import { ownerOf, type IncomingRequest } from './api-key.guard.js';

/** What is told about the work of one owner, alike in v1 and v2. */
@Injectable()
export class AccountAnswers {
  constructor(
    private readonly crawls: CrawlService,
    private readonly options: ResolvedOptions,
  ) {}

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
