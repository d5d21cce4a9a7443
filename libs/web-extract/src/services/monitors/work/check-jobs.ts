import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../../model/errors.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { MonitorCheck } from '../../../model/monitor/check.js';
import type {
  CrawlTarget,
  MonitorHead,
  MonitorTarget,
  ScrapeTarget,
} from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { BatchService } from '../../crawl/batch.service.js';
import { CrawlService } from '../../crawl/crawl.service.js';
import { jobIdOf } from './begin-check.js';

/** A target that is a job. */
export type JobTarget = ScrapeTarget | CrawlTarget;

/**
 * Retention of the results of a job whose pages the check has recorded. Until then they count among the jobs of the owner: those of a hundred
 * monitors that run every five minutes would use up `limits.maxKeptCrawls` in less than two hours.
 */
const RETENTION_MS = 600_000;

/** The jobs of checks: their ids are derived from the check, so that none is started twice. */
@Injectable()
export class CheckJobs {
  constructor(
    private readonly batches: BatchService,
    private readonly crawls: CrawlService,
    private readonly store: CrawlStore,
    private readonly monitors: MonitorStore,
    private readonly options: ResolvedOptions,
  ) {}

  /**
   * Starts the job of a target, unless it was started before.
   * @param maxPages maximum number of pages
   * @returns its id
   * @throws RateLimitedError, InsufficientCreditsError and the other errors of the services
   */
  async start(
    check: MonitorCheck,
    target: JobTarget,
    monitor: MonitorHead,
    maxPages: number,
  ): Promise<string> {
    const id = jobIdOf(check.id, target.id);
    const { owner, needsKey } = monitor;
    const origin = { owner, needsKey, id, idempotencyKey: `monitor check ${id}`, mayLackSession: true };
    try {
      await this.submit(target, monitor, maxPages, origin);
    } catch (error) {
      const isStarted = error instanceof ConflictError && (await this.store.find(id)) !== null;
      if (!isStarted) throw error;
    }
    return id;
  }

  private submit(
    target: JobTarget,
    monitor: MonitorHead,
    maxPages: number,
    origin: object,
  ): Promise<unknown> {
    if (target.type === 'scrape') {
      const { urls, page } = target;
      return this.batches.start({ urls: urls.slice(0, maxPages), page: trackedPage(page, monitor) }, origin);
    }
    const { crawl } = target;
    const limit = Math.min(crawl.limit ?? Infinity, maxPages, this.options.limits.maxCrawlPages);
    return this.crawls.start({ ...crawl, limit, page: trackedPage(crawl.page, monitor) }, origin);
  }

  /** @returns null if its results have expired */
  async find(id: string): Promise<CrawlJob | null> {
    return this.store.find(id);
  }

  /**
   * Shortens the retention of a job whose results are recorded. Before, they are kept as long as those of other jobs: a check that is
   * continued after a long outage needs them. Results that a handler waits for are left alone.
   */
  async release({ id, finishedAt, expiresAt }: CrawlJob): Promise<void> {
    const { retentionMs } = this.options.limits;
    if (finishedAt === null || expiresAt === null || expiresAt - finishedAt > retentionMs) return;
    const until = Date.now() + RETENTION_MS;
    if (until < expiresAt) await this.store.keepUntil(id, until);
  }

  /** The targets of a check that are jobs. */
  async targetsOf(checkId: string): Promise<readonly string[]> {
    return (await this.monitors.checkTargets(checkId)).filter(isJob).map(({ id }) => id);
  }

  /** Cancels the running jobs of a check. Their results are kept no longer than those of recorded ones. */
  async cancel(checkId: string, targetIds: readonly string[]): Promise<void> {
    for (const targetId of targetIds) {
      const jobId = jobIdOf(checkId, targetId);
      await this.crawls.cancel(jobId).catch((error: unknown) => {
        if (!(error instanceof NotFoundError || error instanceof ConflictError)) throw error; // not started, or ended
      });
      const job = await this.find(jobId);
      if (job) await this.release(job);
    }
  }
}

export const isJob = <T extends Pick<MonitorTarget, 'type'>>(
  target: T,
): target is Exclude<T, { readonly type: 'search' }> => target.type !== 'search';

/** Options of the pages of a monitor: tracked in a history of its own, unless the target names one. */
function trackedPage(
  page: Omit<PageRequest, 'url' | 'owner'> = {},
  { id }: MonitorHead,
): Omit<PageRequest, 'url' | 'owner'> {
  const { formats = ['markdown'], track = {} } = page;
  return {
    ...page,
    formats: formats.includes('markdown') ? formats : ['markdown', ...formats],
    track: {
      ignoreNoise: true,
      ...track,
      tag: track.tag ?? `monitor:${id}`,
      modes: track.modes && track.modes.length > 0 ? track.modes : ['git-diff'],
    },
  };
}
