import { hash, randomUUID } from 'node:crypto';
import { NO_PAGES, type Monitor, type MonitorTarget } from '../../../model/monitor/monitor.js';
import type { CheckStatus, MonitorCheck } from '../../../model/monitor/check.js';

/** Credits of a page with and without a model. */
const CREDITS = { page: 1, pageWithModel: 5 };
const CRAWL_PAGES = 100;

/** Circumstances of a new check. */
export interface CheckBeginning {
  readonly trigger: MonitorCheck['trigger'];
  readonly scheduledFor: number | null;
  readonly status: CheckStatus;
  readonly nowMs: number;
}

/** Creates the next check of a monitor. */
export function newCheck(monitor: Monitor, beginning: CheckBeginning): MonitorCheck {
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
    targets: isSkipped ? [] : monitor.targets,
    estimatedCredits: isSkipped ? 0 : estimateCredits(monitor),
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

/** Credits of a check: those of as many pages as the last one had. */
export function estimateCredits({
  targets,
  lastCheckSummary,
}: Pick<Monitor, 'targets' | 'lastCheckSummary'>): number {
  const known = lastCheckSummary?.totalPages ?? 0;
  return targets.reduce((sum, target) => sum + creditsOf(target, known), 0);
}

function creditsOf(target: MonitorTarget, knownPages: number): number {
  if (target.type === 'search') return target.maxResults;
  const page = (target.type === 'scrape' ? target.page : target.crawl.page) ?? {};
  const each = page.extraction || page.track?.fields ? CREDITS.pageWithModel : CREDITS.page;
  if (target.type === 'scrape') return target.urls.length * each;
  const pages = knownPages > 0 ? knownPages : CRAWL_PAGES;
  return Math.min(target.crawl.limit ?? Infinity, pages) * each;
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
