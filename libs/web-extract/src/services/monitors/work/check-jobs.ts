import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../../model/errors.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { MonitorCheck } from '../../../model/monitor/check.js';
import type { CrawlTarget, Monitor, MonitorTarget, ScrapeTarget } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import { CrawlStore } from '../../../ports/crawl-store.port.js';
import { BatchService } from '../../crawl/batch.service.js';
import { CrawlService } from '../../crawl/crawl.service.js';
import { jobIdOf } from './begin-check.js';

/** A target that is a job. */
type JobTarget = ScrapeTarget | CrawlTarget;

/** Retention of the results of a check's job after its end, for a check that continues after a restart. Until then they count among the jobs of the owner. */
const RETENTION_MS = 600_000;

/** The jobs of checks: their ids are derived from the check, so that none is started twice. */
@Injectable()
export class CheckJobs {
  constructor(
    private readonly batches: BatchService,
    private readonly crawls: CrawlService,
    private readonly store: CrawlStore,
    private readonly options: ResolvedOptions,
  ) {}

  /**
   * Starts the job of a target, unless it was started before.
   * @param maxPages maximum number of pages
   * @returns its id
   * @throws RateLimitedError, InsufficientCreditsError and the other errors of the services
   */
  async start(check: MonitorCheck, target: JobTarget, monitor: Monitor, maxPages: number): Promise<string> {
    const id = jobIdOf(check.id, target.id);
    if (await this.store.find(id)) return id;
    const { owner, needsKey } = monitor;
    const origin = { owner, needsKey, id, idempotencyKey: `monitor check ${id}` };
    try {
      await this.submit(target, monitor, maxPages, origin);
    } catch (error) {
      const isStarted = error instanceof ConflictError && (await this.store.find(id)) !== null;
      if (!isStarted) throw error;
    }
    return id;
  }

  private submit(target: JobTarget, monitor: Monitor, maxPages: number, origin: object): Promise<unknown> {
    const retainForMs = Math.min(RETENTION_MS, this.options.limits.retentionMs);
    if (target.type === 'scrape') {
      const { urls, page } = target;
      return this.batches.start(
        { urls: urls.slice(0, maxPages), page: trackedPage(page, monitor), retainForMs },
        origin,
      );
    }
    const { crawl } = target;
    const limit = Math.min(crawl.limit ?? Infinity, maxPages, this.options.limits.maxCrawlPages);
    return this.crawls.start(
      { ...crawl, limit, page: trackedPage(crawl.page, monitor), retainForMs },
      origin,
    );
  }

  /** @returns null if its results have expired */
  async find(id: string): Promise<CrawlJob | null> {
    return this.store.find(id);
  }

  /** Cancels the running jobs of a check. */
  async cancel({ id, targets }: MonitorCheck): Promise<void> {
    for (const target of targets.filter(isJob)) {
      await this.crawls.cancel(jobIdOf(id, target.id)).catch((error: unknown) => {
        if (!(error instanceof NotFoundError || error instanceof ConflictError)) throw error; // not started, or ended
      });
    }
  }
}

export const isJob = (target: MonitorTarget): target is JobTarget => target.type !== 'search';

/** Options of the pages of a monitor: tracked in a history of its own, unless the target names one. */
function trackedPage(
  page: Omit<PageRequest, 'url' | 'owner'> = {},
  { id }: Monitor,
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
