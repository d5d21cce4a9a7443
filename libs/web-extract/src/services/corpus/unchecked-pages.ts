import type { FeedState } from '../../model/change-log.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';

type Job = Pick<CrawlJob, 'request' | 'counters'>;

/** Number of responses which state that their page does not exist. */
const goneResponses = ({ statusCounts }: CrawlJob['counters']): number =>
  (statusCounts['404'] ?? 0) + (statusCounts['410'] ?? 0);

/** Number of pages of a corpus that its crawl has not found, and not visited. @param state the feed after the crawl */
export function notCheckedOf({ counters }: Job, state: Pick<FeedState, 'live' | 'held'> | null): number {
  const { new: added = 0, same = 0, changed = 0, removed = 0 } = counters.changes ?? {};
  const goneBefore = Math.max(0, goneResponses(counters) - removed); // reported as `same`
  const existing = Math.max(0, added + same + changed - goneBefore);
  return Math.max(0, (state?.live ?? 0) - (state?.held ?? 0) - existing);
}

/** Number of pages that are stored as failures, because error pages do not count, and do not exist: reading them did not fail. */
export const uncountedGone = ({ request, counters }: Job): number =>
  request.errorPagesCount === false ? goneResponses(counters) : 0;
