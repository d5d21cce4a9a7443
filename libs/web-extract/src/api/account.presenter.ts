import type { CrawlJob } from '../model/crawl/crawl.js';

/** Value reported for unlimited credits. */
export const UNLIMITED = 99_999_999;

/** Granted and remaining credits of an owner. */
export interface AllowanceState {
  readonly plan: number;
  readonly remaining: number;
}

/** Usage of earlier billing periods; always empty. */
export interface UsageHistory {
  readonly success: true;
  readonly periods: readonly unknown[];
}

export const NO_HISTORY: UsageHistory = { success: true, periods: [] };

/** The pages of one owner's jobs. */
export interface QueueState {
  readonly success: true;
  readonly jobsInQueue: number;
  readonly activeJobsInQueue: number;
  readonly waitingJobsInQueue: number;
  readonly maxConcurrency: number;
  /** When one of the owner's jobs was completed last, ISO 8601. */
  readonly mostRecentSuccess: string | null;
}

/** @param maxConcurrency pages of one owner in progress at the same time */
export function presentQueue(
  jobs: readonly CrawlJob[],
  lastCompletedAt: number | null,
  maxConcurrency: number,
): QueueState {
  const activeJobsInQueue = jobs.reduce((sum, { counters }) => sum + counters.leased, 0);
  const waitingJobsInQueue = jobs.reduce((sum, { counters }) => sum + counters.queued, 0);
  return {
    success: true,
    jobsInQueue: activeJobsInQueue + waitingJobsInQueue,
    activeJobsInQueue,
    waitingJobsInQueue,
    maxConcurrency,
    mostRecentSuccess: lastCompletedAt === null ? null : new Date(lastCompletedAt).toISOString(),
  };
}

export interface Concurrency {
  readonly success: true;
  /** Pages in progress. */
  readonly concurrency: number;
  readonly maxConcurrency: number;
}

export function presentConcurrency({ activeJobsInQueue, maxConcurrency }: QueueState): Concurrency {
  return { success: true, concurrency: activeJobsInQueue, maxConcurrency };
}
