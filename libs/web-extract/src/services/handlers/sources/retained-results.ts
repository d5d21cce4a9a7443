import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import type { HandlerKind } from '../../../model/handlers/handler.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { HandlerStore } from '../../../ports/stores/handler-store.port.js';
import { retentionMsOf } from '../../crawl/planning/retention.js';
import { handlesJob, HandlerRegistry } from '../handler-registry.js';
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

/** An ended job whose pages were checked. */
interface CheckedEnd extends Pick<ListedJob, 'finishedAt'> {
  /** Time until which the result is used, in milliseconds since the epoch. */
  readonly until: number;
  readonly mayEnd: boolean;
}

/** Keeps the results of ended jobs until handlers have processed them, within limits. */
@Injectable()
export class RetainedResults {
  private readonly checkedAt = kept('retainedResults', new Map<string, number>());
  private readonly ends = kept('retainedResults', new Map<string, CheckedEnd>());

  constructor(
    private readonly store: CrawlStore,
    private readonly handlers: HandlerStore,
    private readonly registry: HandlerRegistry,
    private readonly options: ResolvedOptions,
  ) {}

  /** Keeps the results of a job for `limits.retentionMs` longer if a handler is late. */
  async hold(crawlId: string): Promise<void> {
    if (Date.now() - (this.checkedAt.get(crawlId) ?? -Infinity) < CHECK_MS) return;
    if (this.checkedAt.size >= MAX_CHECKED) this.checkedAt.clear();
    this.checkedAt.set(crawlId, Date.now());
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
    this.ends.delete(crawlId);
    const job = await this.store.find(crawlId);
    const usual = job && this.usualExpiry(job);
    if (!job || usual === null || job.expiresAt! <= usual) return;
    if (!(await this.isHandledBy(['page', 'crawl-end'], job))) return;
    // handlers of other processes have a cursor once they have found the job
    for (const { name, kind } of await this.handlers.handlers()) {
      const cursor = kind === 'change' ? null : await this.handlers.cursor(name, jobSource(crawlId));
      if (cursor && !cursor.isDone) return;
    }
    await this.store.keepUntil(crawlId, Math.max(usual, Date.now()));
  }

  /** True if the end of a job may be handled: the handlers of pages have processed it, or most of its retention is over. */
  async mayEnd({ id, finishedAt }: ListedJob): Promise<boolean> {
    const known = this.ends.get(id);
    if (known?.finishedAt === finishedAt && Date.now() < known.until) return known.mayEnd;
    if (this.ends.size >= MAX_CHECKED) this.ends.clear();
    const checked: CheckedEnd = { finishedAt, until: Date.now() + CHECK_MS, mayEnd: false };
    this.ends.set(id, checked);
    const job = await this.store.find(id); // before the cursors: pages that are added later belong to another end
    const usual = job && this.usualExpiry(job);
    if (!job || usual === null) return false;
    const latest = job.finishedAt! + (usual - job.finishedAt!) * MOST_WAITED;
    const mayEnd = Date.now() >= latest || (await this.isHandledBy(['page'], job));
    // not if a handler has processed pages in the meantime
    if (this.ends.get(id) === checked)
      this.ends.set(id, {
        ...checked,
        mayEnd,
        until: mayEnd ? checked.until : Math.min(checked.until, latest),
      });
    return mayEnd;
  }

  /** True if the handlers of this process have processed all items of a job that has ended. */
  private async isHandledBy(kinds: readonly HandlerKind[], job: CrawlJob): Promise<boolean> {
    for (const handler of this.registry.handlers) {
      if (!kinds.includes(handler.kind) || !handlesJob(handler, factsOf(job))) continue;
      const cursor = await this.handlers.cursor(handler.name, jobSource(job.id));
      // a job that was continued after the cursor was stored has more pages and another end
      const last = handler.kind === 'page' ? job.counters.pages : job.finishedAt!;
      if (!cursor?.isDone || Number(cursor.position) < last) return false;
    }
    return true;
  }

  /** Null while the job is running. */
  private usualExpiry({ finishedAt, request }: CrawlJob): number | null {
    return finishedAt === null ? null : finishedAt + retentionMsOf(request, this.options.limits);
  }
}
