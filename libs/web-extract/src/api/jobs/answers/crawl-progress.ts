import type { CrawlJob } from '../../../model/crawl/crawl.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** Assumed limit of a crawl without one, for the number of expected pages. */
const DEFAULT_LIMIT = 10_000;

/**
 * Number of known pages of a crawl: finished, in progress, and queued within the limit. Equals the number of results at
 * the end.
 */
export function knownPages({ status, request, counters }: CrawlJob): number {
  const { pages, leased, queued } = counters;
  if (status !== 'running') return pages;
  const places = Math.max(0, (request.limit ?? DEFAULT_LIMIT) - pages - leased);
  return Math.max(1, pages + leased + Math.min(queued, places));
}
