import type { CrawlJob, PageFailure } from '../../../model/crawl/crawl.js';
import type { ResultStore } from '../../../ports/stores/result-store.port.js';
import type { WatchPlace } from './watch-place.js';

/** Failures read from the store at once. */
const BATCH = 100;

/** An address of a job that became no page. */
type JobMiss =
  | { readonly type: 'failed'; readonly failure: PageFailure }
  | { readonly type: 'blocked'; readonly url: string };

/** Reads the failed and blocked URLs of a job for one reader, each once. */
export class JobMisses {
  private failures: number;
  private blocked: number;

  constructor(
    private readonly results: ResultStore,
    private readonly id: string,
    from: WatchPlace,
  ) {
    this.failures = from.failures;
    this.blocked = from.blocked;
  }

  /** Number of failures and blocked URLs returned so far. */
  get told(): Pick<WatchPlace, 'failures' | 'blocked'> {
    return { failures: this.failures, blocked: this.blocked };
  }

  /**
   * Yields the failures and blocked URLs available now. Queries the store only if the counters exceed the number
   * returned.
   */
  async *read({ counters }: CrawlJob): AsyncGenerator<JobMiss> {
    while (this.failures < counters.failed) {
      const failures = await this.results.failures(this.id, this.failures, BATCH);
      if (failures.length === 0) break; // they expired in between
      for (const failure of failures) {
        this.failures++;
        yield { type: 'failed', failure };
      }
    }
    while (this.blocked < counters.blocked) {
      const urls = await this.results.robotsBlocked(this.id, this.blocked, BATCH);
      if (urls.length === 0) break;
      for (const url of urls) {
        this.blocked++;
        yield { type: 'blocked', url };
      }
    }
  }
}
