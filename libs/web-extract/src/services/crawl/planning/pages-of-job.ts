import { parseUrl } from '../../../web/url/parse-url.js';
import type { CrawlJob, CrawlRequest, PageTask } from '../../../model/crawl/crawl.js';
import type { MergingPlan } from '../../../model/extraction/merging.js';
import type { ResolvedOptions } from '../../../model/options.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { StateKey, StatefulRequest } from '../../../model/page/state-key.js';

/** Page options of a job: a missing or failing model adds a warning to the page and does not fail the job. */
export function inJob<T extends Pick<PageRequest, 'extraction' | 'onModelFailure'>>(page: T = {} as T): T {
  const { extraction } = page;
  return {
    ...page,
    onModelFailure: 'warn',
    ...(extraction ? { extraction: { ...extraction, onFailure: 'warn' } } : {}),
  };
}

/** A job that extracts by a schema learns an extractor, if the host wants that. */
export function withAutoExtractor<Job extends { readonly page?: Omit<PageRequest, 'url' | 'owner'> }>(
  job: Job,
  { extractors }: Pick<ResolvedOptions, 'extractors'>,
): Job {
  const { page } = job;
  const { schema, extractor } = page?.extraction ?? {};
  if (!extractors.auto || !page?.extraction || !schema || extractor !== undefined) return job;
  return { ...job, page: { ...page, extraction: { ...page.extraction, extractor: 'auto' } } };
}

/** True if a job reads a list of pages or search results and does not follow links. */
export const namesPages = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.kind === 'batch' || request.kind === 'extract';

/** True if a crawl has read as many pages as it may: others may exist. */
export const hasReachedLimit = (job: Pick<CrawlJob, 'request' | 'counters'>): boolean =>
  !namesPages(job) && job.counters.pages >= (job.request.limit ?? Infinity);

/** True if an extract job has exceeded its time limit; other jobs have none. */
export const isTimeUp = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.gathering !== undefined && Date.now() >= request.gathering.endsAt;

/** True if a job sends no requests: its pages come from the cache. */
export const isLockedDown = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.page?.lockdown === true;

/** True if robots.txt applies. Pages listed in an extract request follow the rule for scrapes. */
export function obeysRobots({ request }: Pick<CrawlJob, 'request'>, { rule }: PageTask): boolean {
  const { respectRobots = true, gathering } = request;
  return gathering && rule === 'seed' ? gathering.obeysRobotsForNamed : respectRobots;
}

/** A task whose state is known. Without `state` its page is read without any. */
export type StatefulTask = PageTask & { readonly state?: StateKey };

/** Page request of a task. @param cachesPages false if responses for jobs are not cached by this process */
export function requestOf(
  { owner, request }: Pick<CrawlJob, 'owner' | 'request'>,
  task: StatefulTask,
  { cachesPages = true }: { readonly cachesPages?: boolean } = {},
): StatefulRequest {
  const { gathering } = request;
  const { session, ...page } = request.page ?? {};
  const { state } = task;
  return {
    ...inJob(page),
    ...(session !== undefined && state?.startsWith('session:') ? { session } : {}),
    ...(state === undefined ? {} : { state }),
    ...headersOf(request, task, page.headers),
    url: task.url,
    owner,
    ...headersForOf(request, task),
    ...(gathering ? timeLeft(page, gathering) : {}),
    ...(cachesPages ? {} : { storeInCache: false }),
    ...(request.zeroDataRetention ? { zeroDataRetention: true } : {}), // of the job: neither history nor cache
  };
}

/**
 * Restricts the caller's headers to the origin of the start page, or of the page with the link. Linked pages and search
 * results may belong to other sites.
 */
function headersForOf(
  { kind, url }: CrawlRequest,
  { rule, foundOn }: PageTask,
): Pick<PageRequest, 'headersFor'> {
  if (kind === 'batch') return {};
  if (kind === 'extract') return rule === 'seed' ? {} : { headersFor: foundOn };
  return { headersFor: url };
}

/** Credentials of a batch for the origin of the page, if any. */
function headersOf(
  { credentials }: CrawlRequest,
  { url }: PageTask,
  headers: PageRequest['headers'],
): Pick<PageRequest, 'headers'> {
  const origin = credentials && parseUrl(url)?.origin;
  const authorization = origin ? credentials[origin] : undefined;
  return authorization === undefined ? {} : { headers: { Authorization: authorization, ...headers } };
}

/** No page of an extract job takes longer than there is time for all of it. */
function timeLeft(
  { timeoutMs = Infinity }: Pick<PageRequest, 'timeoutMs'>,
  { endsAt }: MergingPlan,
): Pick<PageRequest, 'timeoutMs'> {
  return { timeoutMs: Math.max(1, Math.min(timeoutMs, endsAt - Date.now())) };
}
