import type { FeedState } from '../../model/change-log.js';
import type { CrawlCounters } from '../../model/crawl/crawl.js';
import { isErrorStatus } from '../../model/page/error-status.js';

type Counters = Pick<CrawlCounters, 'pages' | 'statusCounts'>;

function responsesOf({ statusCounts }: Counters, isMeant: (status: number) => boolean): number {
  return Object.entries(statusCounts).reduce(
    (sum, [status, n]) => sum + (isMeant(Number(status)) ? n : 0),
    0,
  );
}

/** Number of pages of a corpus that a crawl at its limit has neither found nor removed. @param state the feed after the crawl */
export function notCheckedOf(counters: Counters, state: Pick<FeedState, 'live' | 'held'> | null): number {
  const existing = responsesOf(counters, (status) => !isErrorStatus(status));
  return Math.max(0, (state?.live ?? 0) - (state?.held ?? 0) - existing);
}

/** What a site answered that has no page at all, and the number of those answers; null if it has pages, or gave no answer. */
export function onlyErrors(counters: Counters): { readonly pages: number; readonly reason: string } | null {
  const errors = responsesOf(counters, isErrorStatus);
  if (errors === 0 || responsesOf(counters, (status) => !isErrorStatus(status)) > 0) return null;
  const statuses = Object.keys(counters.statusCounts).join(', ');
  return { pages: errors, reason: `No page was found: the site answered ${statuses}` };
}

/** Number of failures which state that their page does not exist: error pages that do not count towards the limit. */
export function goneFailures(counters: Counters): number {
  const existing = responsesOf(counters, (status) => !isErrorStatus(status));
  const errors = responsesOf(counters, isErrorStatus) - Math.max(0, counters.pages - existing);
  return Math.min(
    errors,
    responsesOf(counters, (status) => status === 404 || status === 410),
  );
}
