import { NO_CHANGES, type ChangeCounts } from '../../../model/page/page-change.js';
import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';
import { DAY_MS, HOUR_MS, knownPages } from './crawl-progress.js';

/** State of a job. */
export interface JobState {
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly expiresAt: string;
  readonly error?: string;
  /** Why the result of a completed job is short. */
  readonly warning?: string;
  /** Number of responses by HTTP status, with `skipErrorPages`. */
  readonly statusCounts?: Readonly<Record<string, number>>;
  /** Changes of the pages since their last visits, if they are tracked. */
  readonly changes?: ChangesReply;
}

/** Pages of a job by change status, and the cost of the visits. */
interface ChangesReply extends ChangeCounts {
  /** Pages that failed. */
  readonly failed: number;
}

export function presentState(job: CrawlJob): JobState {
  const { counters, status, error, request } = job;
  return {
    status: status === 'running' ? 'scraping' : status,
    total: knownPages(job),
    completed: counters.pages,
    creditsUsed: counters.credits,
    expiresAt: new Date(
      job.expiresAt ?? Date.now() + (request.zeroDataRetention ? HOUR_MS : DAY_MS),
    ).toISOString(),
    ...(error === null ? {} : status === 'completed' ? { warning: error } : { error }),
    ...(request.skipErrorPages === undefined ? {} : { statusCounts: counters.statusCounts }),
    ...(job.request.page?.track
      ? { changes: { ...NO_CHANGES, ...counters.changes, failed: counters.failed } }
      : {}),
  };
}

/** Crawl scope and speed by name in the request body. */
export function presentScope({ scope = {}, delayMs, ...request }: CrawlRequest): object {
  return {
    ignoreRobotsTxt: request.respectRobots === false,
    crawlEntireDomain: scope.entireDomain ?? false,
    allowSubdomains: scope.subdomains ?? false,
    allowExternalLinks: scope.externalLinks ?? false,
    ignoreQueryParameters: scope.ignoreQuery ?? false,
    deduplicateSimilarURLs: scope.deduplicateSimilar ?? true,
    delay: delayMs === undefined ? undefined : delayMs / 1000,
    maxConcurrency: request.maxConcurrency,
  };
}
