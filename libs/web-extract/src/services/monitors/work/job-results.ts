import type { BodyShare } from '../../../pipeline/body-room.js';
import { NotFoundError } from '../../../model/errors.js';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { weigh } from '../../memory/weigh.js';
import type { PageState, TargetResult } from '../../../model/monitor/check.js';
import { pageKey, toCheckPage, toFailedPage, type CheckedPage } from './check-page.js';
import type { CheckTools } from './check-tools.js';
import type { RecordedCheck } from './recorded-check.js';

/** Results of a job that are read at once. */
const CHUNK = { maxPages: 50, maxBytes: 4 * 1024 * 1024 };
const FAILURES = 200;
/** Look at a job without a notification from the store. */
const LOOK_MS = 1_000;

/** A target whose job has been started. */
export interface StartedTarget {
  readonly id: string;
  readonly type: 'scrape' | 'crawl';
}

/** Records the results of the job for one target of a check. */
export class JobResults {
  constructor(
    private readonly tools: CheckTools,
    private readonly check: RecordedCheck,
    private readonly target: StartedTarget,
    private readonly signal: AbortSignal,
  ) {}

  /** Follows a job to its end. @throws NotFoundError if its results have expired, InsufficientCreditsError, LeaseLostError */
  async recordAll(id: string): Promise<void> {
    const job = await this.follow(id);
    await this.recordFailures(job);
    const error = errorOf(job);
    await this.check.finishTarget(await this.startPage(job, error), {
      result: this.resultOf(job),
      credits: job.counters.credits,
      error,
    });
    await this.tools.jobs.release(job);
  }

  /** Records the pages of a job until it has ended. */
  private async follow(id: string): Promise<CrawlJob> {
    for (;;) {
      this.signal.throwIfAborted();
      const job = await this.tools.jobs.find(id);
      if (!job) throw new NotFoundError('The results of the check have expired');
      const isOver = job.status !== 'running';
      const isMore = job.counters.pages - this.check.now.progress.pages >= CHUNK.maxPages;
      const usedUp = isOver || isMore ? await this.recordPages(id) : null;
      if (isOver) return job;
      if (usedUp) throw usedUp; // jobs that run side by side were started with the same pages left
      await this.changeOf(id);
    }
  }

  /** @returns an error if the owner has used up the pages of the day */
  private async recordPages(id: string): Promise<Error | null> {
    const { owner } = this.check.now;
    for (let usedUp: Error | null = null; ;) {
      const share = await this.tools.memory.enter(owner, this.signal);
      try {
        const count = await this.recordPart(id, share);
        if (count === 0) return usedUp;
        usedUp = await this.tools.quota.add(owner, count);
      } finally {
        share.release();
      }
    }
  }

  /** Records a part of the pages. @returns their number */
  private async recordPart(id: string, share: Pick<BodyShare, 'settle'>): Promise<number> {
    const { progress } = this.check.now;
    const { pages, next } = await this.tools.crawls.results.pages(id, { from: progress.pages, ...CHUNK });
    share.settle(weigh(pages));
    if (pages.length === 0) return 0;
    const place = this.place();
    const known = await this.states(pages.map(({ requestedUrl }) => requestedUrl));
    const checked = pages.map((page, at) => toCheckPage(page, known[at]!, place));
    const fitting = await this.tools.room.fit(checked, known, this.check.now);
    const judged = await this.tools.judge.judge(this.check.monitor, fitting, this.signal);
    await this.check.record(judged, { progress: { ...progress, pages: next } });
    return pages.length;
  }

  private async recordFailures(job: CrawlJob): Promise<void> {
    for (;;) {
      const { progress } = this.check.now;
      const failures = await this.tools.crawls.results.failures(job.id, progress.failures, FAILURES);
      if (failures.length === 0) return;
      const place = this.place();
      const known = await this.states(failures.map(({ url }) => url));
      const checked = failures.map((failure, at) => toFailedPage(failure, known[at]!, place));
      const next = progress.failures + failures.length;
      const fitting = await this.tools.room.fit(checked, known, this.check.now);
      await this.check.record(fitting, { progress: { ...progress, failures: next } });
    }
  }

  /** A job without any results that has failed: its start page is the page that could not be read. */
  private async startPage(job: CrawlJob, reason: string | null): Promise<readonly CheckedPage[]> {
    const isEmpty = job.counters.pages === 0 && this.check.now.progress.failures === 0;
    if (!isEmpty || reason === null) return [];
    const { url } = job.request;
    const [known] = await this.states([url]);
    const failed = [toFailedPage({ url, message: reason }, known!, this.place())];
    return this.tools.room.fit(failed, [known!], this.check.now);
  }

  private resultOf({ id }: CrawlJob): TargetResult {
    const { id: targetId, type } = this.target;
    return type === 'scrape' ? { targetId, type, expectedJobs: [id] } : { targetId, type, crawlId: id };
  }

  /** States of pages, in their order; null for new ones. */
  private async states(urls: readonly string[]): Promise<readonly (PageState | null)[]> {
    const keys = urls.map(pageKey);
    const known = await this.tools.store.states(this.check.monitor.id, keys);
    return keys.map((key) => known[key] ?? null);
  }

  private place() {
    return { check: this.check.now, targetId: this.target.id, nowMs: Date.now() };
  }

  /** Waits until a job has changed. */
  private changeOf(id: string): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        unsubscribe();
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, LOOK_MS);
      const unsubscribe = this.tools.crawls.subscribe(id, (change) => change === 'ended' && done());
      this.signal.addEventListener('abort', done, { once: true });
      this.tools.jobs.find(id).then((job) => job?.status === 'running' || done(), done); // it may have ended before
    });
  }
}

/** A job that is completed may have a note, which is no error. */
function errorOf({ status, error }: CrawlJob): string | null {
  if (status === 'cancelled') return 'The job of the check was cancelled';
  return status === 'completed' ? null : error;
}
