import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '../../../model/crawl/crawl.js';
import { ResolvedOptions } from '../../../model/options.js';
import { CrawlStore } from '../../../ports/stores/crawl-store.port.js';
import { HandlerStore } from '../../../ports/stores/handler-store.port.js';
import { retentionMsOf } from '../../crawl/planning/retention.js';
import type { HandledJob } from '../handler-calls.js';
import { handlesJob, HandlerRegistry } from '../handler-registry.js';
import { jobSource } from './source-name.js';
import { KEPT, kept } from '../../../model/kept.js';

/** Results that a handler has not processed so long after the end of their job are kept longer. */
const PATIENCE_MS = 60_000;

/** Share of its retention for which the end of a job waits for the handlers of its pages. */
const MOST_WAITED = 0.75;

/** Time between two checks of a job, in milliseconds. */
const CHECK_MS = 5_000;
const MAX_CHECKED = KEPT.retainedResults.most;

/** Keeps the results of ended jobs until handlers have processed them, within limits. */
@Injectable()
export class RetainedResults {
  private readonly checkedAt = kept('retainedResults', new Map<string, number>());

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

  /** Restores the usual expiry when all handlers have processed the results of a job. */
  async release(crawlId: string): Promise<void> {
    this.checkedAt.delete(crawlId);
    const job = await this.store.find(crawlId);
    const usual = job && this.usualExpiry(job);
    if (!job || usual === null || job.expiresAt! <= usual) return;
    for (const { name, kind } of await this.handlers.handlers()) {
      const cursor = kind === 'change' ? null : await this.handlers.cursor(name, jobSource(crawlId));
      if (cursor && !cursor.isDone) return;
    }
    await this.store.keepUntil(crawlId, Math.max(usual, Date.now()));
  }

  /** True if the end of a job may be handled: the handlers of pages have processed it, or most of its retention is over. */
  async mayEnd(facts: HandledJob): Promise<boolean> {
    if (await this.arePagesHandled(facts)) return true;
    const job = await this.store.find(facts.id);
    const usual = job && this.usualExpiry(job);
    return usual !== null && Date.now() - job!.finishedAt! >= (usual - job!.finishedAt!) * MOST_WAITED;
  }

  private async arePagesHandled(job: HandledJob): Promise<boolean> {
    for (const handler of this.registry.handlers) {
      if (handler.kind !== 'page' || !handlesJob(handler, job)) continue;
      if (!(await this.handlers.cursor(handler.name, jobSource(job.id)))?.isDone) return false;
    }
    return true;
  }

  /** Null while the job is running. */
  private usualExpiry({ finishedAt, request }: CrawlJob): number | null {
    return finishedAt === null ? null : finishedAt + retentionMsOf(request, this.options.limits);
  }
}
