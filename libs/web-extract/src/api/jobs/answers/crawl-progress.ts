import type { CrawlJob } from '../../../model/crawl/crawl.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** The limit of a crawl that states none, for the count of what is still to come. */
const DEFAULT_LIMIT = 10_000;

/**
 * Pages of a crawl as far as they are known: those had, those under way, and those queued that still have a place.
 * At the end this is the number of results.
 */
export function knownPages({ status, request, counters }: CrawlJob): number {
  const { pages, leased, queued } = counters;
  if (status !== 'running') return pages;
  const places = Math.max(0, (request.limit ?? DEFAULT_LIMIT) - pages - leased);
  return Math.max(1, pages + leased + Math.min(queued, places));
}
