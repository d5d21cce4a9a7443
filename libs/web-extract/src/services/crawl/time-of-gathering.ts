import type { CrawlJob } from '../../model/crawl.js';
import type { GatheringPlan } from '../../model/extract-job.js';
import type { PageRequest } from '../../model/page-request.js';

/** Whether the time of an extract job is over; other jobs have no such bound. */
export const isTimeUp = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.gathering !== undefined && Date.now() >= request.gathering.endsAt;

/** No page of an extract job takes longer than there is time for all of it. */
export function timeLeft(
  { timeoutMs = Infinity }: Pick<PageRequest, 'timeoutMs'>,
  { endsAt }: GatheringPlan,
): Pick<PageRequest, 'timeoutMs'> {
  return { timeoutMs: Math.max(1, Math.min(timeoutMs, endsAt - Date.now())) };
}
