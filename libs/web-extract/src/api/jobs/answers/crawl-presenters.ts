import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { Page } from '../../../model/page/page.js';

/** Response formats of one API version for jobs. */
export interface CrawlPresenters {
  /** Must return the same result for repeated calls with a page. */
  readonly page: (page: Page, job: CrawlJob) => object;
  /** The status without `data` and `next`. */
  readonly status: (job: CrawlJob) => object;
  /** Entry in the list of running jobs. */
  readonly active: (job: CrawlJob) => object;
}
