import type { CrawlJob } from '../../model/crawl/crawl.js';
import type { Page } from '../../model/page/page.js';
import { knownPages } from '../jobs/answers/crawl-progress.js';
import { presentPage, type PageReplyV0 } from './page.presenter.js';

/** `GET /v0/crawl/status/<id>` without its lists. */
interface CrawlReplyV0 {
  readonly status: 'active' | 'completed' | 'failed';
  readonly current: number;
  readonly total: number;
  readonly error?: string;
}

/** A page of a crawl with `returnOnlyUrls`. */
interface PageAddressV0 {
  readonly url: string;
}

/** `GET /v0/crawl/status/<id>`. */
export interface JobReplyV0 extends CrawlReplyV0 {
  /** All pages of a completed crawl; null before. */
  readonly data: readonly (PageReplyV0 | PageAddressV0)[] | null;
  /** The newest 50 pages while the crawl has not completed. */
  readonly partial_data: readonly (PageReplyV0 | PageAddressV0)[];
}

export function presentCrawl(job: CrawlJob): CrawlReplyV0 {
  const { status, counters, error } = job;
  return {
    status: status === 'running' ? 'active' : status === 'completed' ? 'completed' : 'failed',
    current: counters.pages,
    total: knownPages(job),
    ...(status === 'cancelled' ? { error: 'Crawl was cancelled' } : {}),
    ...(error === null ? {} : { error }),
  };
}

/** Formats a page of a crawl as requested by the submission. */
export function presentCrawledPage(page: Page, job: CrawlJob): PageReplyV0 | PageAddressV0 {
  const { onlyUrls, markdown } = job.request.presentation ?? {};
  return onlyUrls ? { url: page.requestedUrl } : presentPage(page, { includeMarkdown: markdown ?? true });
}
