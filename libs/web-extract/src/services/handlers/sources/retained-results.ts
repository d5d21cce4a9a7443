import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { HandlerStore } from '../../../ports/stores/handler-store.port.js';
import { retentionMsOf } from '../../crawl/planning/retention.js';
import { handlesJob, HandlerRegistry } from '../handler-registry.js';
import type { Handler } from '../handler.js';
import { factsOf, type ListedJob } from './handled-jobs.js';
import { jobSource } from './source-name.js';
import { KEPT, kept } from '../../../model/kept.js';

/** Results that a handler has not processed so long after the end of their job are kept longer. */
const PATIENCE_MS = 60_000;

/** Share of its retention for which the end of a job waits for the handlers of its pages. */
const MOST_WAITED = 0.75;

/** Time between two checks of a job, in milliseconds. */
const CHECK_MS = 5_000;
const MAX_CHECKED = KEPT.retainedResults.most;

/** An ended job whose pages were not processed at the last check. */
interface WaitingEnd extends Pick<ListedJob, 'finishedAt'> {
  /** Time of the monotonic clock until which it is not checked again, in milliseconds. */
  readonly until: number;
}

/** Keeps the results of ended jobs until handlers have processed them, within limits. */
@Injectable()
export class RetainedResults {
  private readonly checkedAt = kept('retainedResults', new Map<string, number>());
  private readonly waiting = kept('retainedResults', new Map<string, WaitingEnd>());

  constructor(
    private readonly store: CrawlStore,
    private readonly handlers: HandlerStore,
    private readonly registry: HandlerRegistry,
    private readonly options: ResolvedOptions,
  ) {}

  /** Keeps the results of a job for `limits.retentionMs` longer if a handler is late. */
  async hold(crawlId: string): Promise<void> {
    if (performance.now() - (this.checkedAt.get(crawlId) ?? -Infinity) < CHECK_MS) return;
    if (this.checkedAt.size >= MAX_CHECKED) this.checkedAt.clear();
    this.checkedAt.set(crawlId, performance.now());
    const job = await this.store.find(crawlId);
    const usual = job && this.usualExpiry(job);
    if (!job || usual === null || job.request.zeroDataRetention) return;
    const { retentionMs } = this.options.limits;
    const isLate = Date.now() - job.finishedAt! >= Math.min(PATIENCE_MS, (usual - job.finishedAt!) / 4);
    if (isLate && job.expiresAt! < usual + retentionMs)
      await this.store.keepUntil(crawlId, usual + retentionMs);
  }

  /** Restores the usual expiry when all handlers have processed the results and the end of a job. */
  async release(crawlId: string): Promise<void> {
    this.checkedAt.delete(crawlId);
    this.waiting.delete(crawlId);
    const job = await this.store.find(crawlId);
    const usual = job && this.usualExpiry(job);
    if (!job || usual === null || job.expiresAt! <= usual) return;
    if (!(await this.isHandledBy(this.registry.handlers, job))) return;
    // handlers of other processes have a cursor once they have found the job
    for (const { name, kind } of await this.handlers.handlers()) {
      const cursor = kind === 'change' ? null : await this.handlers.cursor(name, jobSource(crawlId));
      if (cursor && !cursor.isDone) return;
    }
    await this.store.keepUntil(crawlId, Math.max(usual, Date.now()));
  }

  /** True if the end of a listed job may be handled. A job is checked once in some seconds until it may. */
  async mayEnd({ id, finishedAt }: Pick<ListedJob, 'id' | 'finishedAt'>): Promise<boolean> {
    const known = this.waiting.get(id);
    if (known?.finishedAt === finishedAt && performance.now() < known.until) return false;
    if (this.waiting.size >= MAX_CHECKED) this.waiting.clear();
    const checked: WaitingEnd = { finishedAt, until: performance.now() + CHECK_MS };
    this.waiting.set(id, checked);
    const job = await this.store.find(id); // before the cursors: pages that are added later belong to another end
    const isReady = job !== null && (await this.isReady(job));
    if (this.waiting.get(id) !== checked) return isReady; // a handler has processed pages in the meantime
    const latest = job && this.latestEnd(job);
    if (isReady) this.waiting.delete(id);
    else if (latest !== null) {
      const leftMs = Math.min(CHECK_MS, latest - Date.now());
      this.waiting.set(id, { finishedAt, until: performance.now() + leftMs });
    }
    return isReady;
  }

  /** True if the handlers of pages have processed an ended job as it is, or most of its retention is over. */
  async isReady(job: CrawlJob): Promise<boolean> {
    const latest = this.latestEnd(job);
    if (latest === null) return false;
    return Date.now() >= latest || this.isHandledBy(await this.pageHandlers(), job);
  }

  /** The handlers of pages that are registered: ends do not wait for those that cannot be registered yet. */
  private async pageHandlers(): Promise<readonly Handler[]> {
    const pageHandlers = this.registry.handlers.filter(({ kind }) => kind === 'page');
    if (pageHandlers.length === 0) return [];
    const stored = await this.handlers.handlers();
    return pageHandlers.filter((handler) => stored.some(({ name, kind }) => name === handler.name && kind === 'page')); // prettier-ignore
  }

  /** True if handlers of this process have processed all items of a job that has ended. */
  private async isHandledBy(handlers: readonly Handler[], job: CrawlJob): Promise<boolean> {
    for (const handler of handlers) {
      if (!handlesJob(handler, factsOf(job))) continue;
      const cursor = await this.handlers.cursor(handler.name, jobSource(job.id));
      // a job that was continued after the cursor was stored has more pages and another end
      if (!cursor?.isDone) return false;
      const position = Number(cursor.position);
      if (handler.kind === 'page' ? position < job.counters.pages : position !== job.finishedAt) return false;
    }
    return true;
  }

  /** Time for which the end of a job waits at most; null while the job is running. */
  private latestEnd(job: CrawlJob): number | null {
    const usual = this.usualExpiry(job);
    return usual === null ? null : job.finishedAt! + (usual - job.finishedAt!) * MOST_WAITED;
  }

  /** Null while the job is running. */
  private usualExpiry({ finishedAt, request }: CrawlJob): number | null {
    return finishedAt === null ? null : finishedAt + retentionMsOf(request, this.options.limits);
  }
}
