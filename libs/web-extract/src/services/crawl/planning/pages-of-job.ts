import { parseUrl } from '../../../web/url/parse-url.js';
import type { CrawlJob, CrawlRequest, PageTask } from '../../../model/crawl/crawl.js';
import type { GatheringPlan } from '../../../model/extraction/extract-job.js';
import type { PageRequest } from '../../../model/page/page-request.js';

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

/** Whether robots.txt is asked. A page that the caller of an extract job named is a single one, whose pipeline is that of scrapes. */
export function obeysRobots({ request }: Pick<CrawlJob, 'request'>, { rule }: PageTask): boolean {
  const { respectRobots = true, gathering } = request;
  return gathering && rule === 'seed' ? gathering.obeysRobotsForNamed : respectRobots;
}

/** How a page of the job is to be read. */
export function requestOf(
  { owner, request }: Pick<CrawlJob, 'owner' | 'request'>,
  task: PageTask,
): PageRequest {
  const { page = {}, gathering } = request;
  return {
    ...inJob(page),
    ...headersOf(request, task, page.headers),
    url: task.url,
    owner,
    ...headersForOf(request, task),
    ...(gathering ? timeLeft(page, gathering) : {}),
    ...(request.zeroDataRetention ? { zeroDataRetention: true } : {}), // of the job: neither history nor cache
  };
}

/** What a page leads to, and what a search finds, is not always the caller's. */
function headersForOf(
  { kind, url }: CrawlRequest,
  { rule, foundOn }: PageTask,
): Pick<PageRequest, 'headersFor'> {
  if (kind === 'batch') return {};
  if (kind === 'extract') return rule === 'seed' ? {} : { headersFor: foundOn };
  return { headersFor: url };
}

/** Credentials of the addresses of a batch, where a page lies at an origin that has some. */
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
  { endsAt }: GatheringPlan,
): Pick<PageRequest, 'timeoutMs'> {
  return { timeoutMs: Math.max(1, Math.min(timeoutMs, endsAt - Date.now())) };
}
