import { hash, randomUUID } from 'node:crypto';
import {
  NO_PAGES,
  type Monitor,
  type MonitorHead,
  type MonitorTarget,
  type ScrapeTarget,
  type Workload,
} from '../../../model/monitor/monitor.js';
import type { CheckStatus, MonitorCheck } from '../../../model/monitor/check.js';
import { mostOfPage } from '../../credits-of.js';

const CRAWL_PAGES = 100;

/** Circumstances of a new check. */
export interface CheckBeginning {
  readonly trigger: MonitorCheck['trigger'];
  readonly scheduledFor: number | null;
  readonly status: CheckStatus;
  readonly nowMs: number;
}

/** Creates the next check of a monitor. */
export function newCheck(monitor: MonitorHead, workload: Workload, beginning: CheckBeginning): MonitorCheck {
  const { trigger, scheduledFor, status, nowMs } = beginning;
  const isSkipped = status !== 'queued';
  const isAdaptive = trigger === 'scheduled' && 'adaptive' in monitor.schedule;
  return {
    id: randomUUID(),
    monitorId: monitor.id,
    owner: monitor.owner,
    number: monitor.checkCount + 1,
    status,
    trigger,
    scheduledFor,
    startedAt: null,
    finishedAt: isSkipped ? nowMs : null,
    estimatedCredits: isSkipped ? 0 : estimateCredits(workload, monitor.lastCheckSummary),
    actualCredits: isSkipped ? 0 : null,
    summary: NO_PAGES,
    targetResults: [],
    error: null,
    progress: { target: 0, pages: 0, failures: 0 },
    toPlan: isAdaptive && !isSkipped,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Credits of a check: its crawls are as large as the last check. */
export function estimateCredits(
  { credits, crawls }: Workload,
  lastCheckSummary: Monitor['lastCheckSummary'],
): number {
  const known = lastCheckSummary?.totalPages ?? 0;
  const pages = known > 0 ? known : CRAWL_PAGES;
  return crawls.reduce((sum, crawl) => sum + Math.min(crawl.limit ?? Infinity, pages) * crawl.credits, credits); // prettier-ignore
}

/**
 * Extent of a check of some targets.
 * @param hasModel false if no language model is configured: no page is charged for one then
 */
export function workloadOf(targets: readonly MonitorTarget[], hasModel: boolean): Workload {
  const creditsOfPage = (page: ScrapeTarget['page'] = {}) => mostOfPage(hasModel ? page : {}).credits;
  const crawls = targets.flatMap(
    (target) =>
    target.type === 'crawl' ? [{ limit: target.crawl.limit ?? null, credits: creditsOfPage(target.crawl.page) }] : [], // prettier-ignore
  );
  const credits = targets.reduce((sum, target) => sum + fixedCreditsOf(target, creditsOfPage), 0);
  return { credits, crawls, hasSearch: targets.some(({ type }) => type === 'search') };
}

function fixedCreditsOf(
  target: MonitorTarget,
  creditsOfPage: (page: ScrapeTarget['page']) => number,
): number {
  if (target.type === 'search') return target.maxResults;
  return target.type === 'scrape' ? target.urls.length * creditsOfPage(target.page) : 0;
}

/** Delay within the minute, the same for each run of a monitor: distributes the starts of text schedules. */
export function spreadMsOf({ id, schedule }: Pick<Monitor, 'id' | 'schedule'>): number {
  const isSpread = 'cron' in schedule && schedule.isSpread;
  return isSpread ? Number.parseInt(hashOf(id).slice(0, 8), 16) % 60_000 : 0;
}

/** Id derived from names; the same names give the same id. */
export function idOf(...names: readonly string[]): string {
  const hex = hashOf(...names);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const hashOf = (...names: readonly string[]): string => hash('sha256', names.join('\0'), 'hex');

/** Id of the job for a target of a check. */
export const jobIdOf = (checkId: string, targetId: string): string => idOf('job', checkId, targetId);
