import { Injectable } from '@nestjs/common';
import { TokenBudget } from '../../extraction/token-budget.js';
import { ResolvedOptions } from '../../model/options.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { KEPT, kept } from '../../model/kept.js';

/** Maximum number of jobs in memory. The use of an evicted job is read from the store again. */
const MAX_JOBS = KEPT.jobTokens.most;
/** Read from the store at once. */
const BATCH = { maxPages: 20, maxBytes: 4 * 1024 * 1024 };

/** Token budgets of extract jobs; one budget covers all pages of a job. */
@Injectable()
export class JobTokens {
  private readonly budgets = kept('jobTokens', new Map<string, Promise<TokenBudget>>());

  constructor(
    private readonly store: CrawlStore,
    private readonly options: ResolvedOptions,
  ) {}

  /**
   * Budget of a job. Includes the tokens used by stored pages, also those read by other processes. @throws
   * UnavailableError
   */
  of(jobId: string): Promise<TokenBudget> {
    const known = this.budgets.get(jobId);
    if (known) return known;
    const budget = this.usedBy(jobId).then((used) => new TokenBudget(this.options.extract.maxTokens, used));
    this.budgets.set(jobId, budget);
    budget.catch(() => this.forget(jobId));
    if (this.budgets.size > MAX_JOBS) this.forget(this.budgets.keys().next().value!);
    return budget;
  }

  /** The job is over. */
  forget(jobId: string): void {
    this.budgets.delete(jobId);
  }

  private async usedBy(jobId: string): Promise<number> {
    let used = 0;
    for (let from = 0, hasMore = true; hasMore;) {
      const results = await this.store.results.pages(jobId, { from, ...BATCH });
      for (const { extraction } of results.pages) {
        if (extraction) used += extraction.usage.promptTokens + extraction.usage.completionTokens;
      }
      ({ next: from, hasMore } = results);
    }
    return used;
  }
}
