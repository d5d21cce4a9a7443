import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';

/** Fewer pages settle no kind. */
const MIN_PAGES = 5;

/** True if a job has enough pages to learn templates. Extract jobs read pages of many sites and never do. */
export function isManyPages({ request, counters }: CrawlJob): boolean {
  const { kind, limit = Infinity } = request;
  if (kind === 'extract') return false;
  const most = kind === 'batch' ? counters.pages + counters.queued + counters.leased : limit;
  return most >= MIN_PAGES;
}

/**
 * True if pages of the job may be held until their template is known. Not possible with a delay, which implies one page
 * at a time, or with extraction, which has a deadline.
 */
export function mayHold({ delayMs, page }: CrawlRequest): boolean {
  return delayMs === undefined && page?.extraction === undefined;
}
