import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';

/** Fewer pages settle no kind. */
const MIN_PAGES = 5;

/** Whether pages of the job can learn from each other. What is gathered for one answer is of many sites. */
export function isManyPages({ request, counters }: CrawlJob): boolean {
  const { kind, limit = Infinity } = request;
  if (kind === 'extract') return false;
  const most = kind === 'batch' ? counters.pages + counters.queued + counters.leased : limit;
  return most >= MIN_PAGES;
}

/** Whether pages of the job may wait for others of their kind. Where they come one by one none can wait for the next; one that is extracted has a deadline. */
export function mayHold({ delayMs, page }: CrawlRequest): boolean {
  return delayMs === undefined && page?.extraction === undefined;
}
