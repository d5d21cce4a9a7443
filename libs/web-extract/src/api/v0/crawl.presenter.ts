import type { CrawlJob } from '../../model/crawl.js';
import type { Page } from '../../model/page.js';
import { knownPages } from '../crawl-progress.js';
import { presentPage, type PageReplyV0 } from './page.presenter.js';

/** `GET /v0/crawl/status/<id>` without its lists. */
export interface CrawlReplyV0 {
  readonly status: 'active' | 'completed' | 'failed';
  readonly current: number;
  readonly total: number;
  readonly error?: string;
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

/** One page of a crawl, in the form the submission asked for. */
export function presentCrawledPage(page: Page, job: CrawlJob): PageReplyV0 | { readonly url: string } {
  const { onlyUrls, markdown } = job.request.presentation ?? {};
  return onlyUrls ? { url: page.requestedUrl } : presentPage(page, { includeMarkdown: markdown ?? true });
}
