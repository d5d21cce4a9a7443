import type { CrawlJob } from '../../../model/crawl.js';
import type { GatheringPlan } from '../../../model/extract-job.js';
import type { PageRequest } from '../../../model/page-request.js';

/** The wishes for a page of a job: there a model that is missing, or fails, is a warning of its page, never the end of the job. */
export function inJob<T extends Pick<PageRequest, 'extraction' | 'onModelFailure'>>(page: T = {} as T): T {
  const { extraction } = page;
  return {
    ...page,
    onModelFailure: 'warn',
    ...(extraction ? { extraction: { ...extraction, onFailure: 'warn' } } : {}),
  };
}

/** Whether a job reads the pages that it was given, or that were looked for, instead of following the links of a site. */
export const namesPages = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.kind === 'batch' || request.kind === 'extract';

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
