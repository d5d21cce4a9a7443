import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { CrawlStore } from '../../ports/crawl-store.port.js';
import type { CrawlShare as QueuedShare, JobQueue, ShareResult } from '../../ports/job-queue.port.js';
import { CrawlShare, newWorkerName, type ShareTools } from './crawl-share.js';

export interface CrawlRunnerOptions {
  readonly leaseMs: number;
  readonly retentionMs: number;
  /** Pages of one crawl under way at once. */
  readonly crawlConcurrency: number;
  /** Longest time of one page in milliseconds, when the request states none. */
  readonly timeoutMs: number;
}

const NOTHING_FETCHED = 'No page of the site could be fetched';

/** Works on crawls: takes shares from the queue, and ends a crawl when nothing is left of it. */
export class CrawlRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker = newWorkerName();
  private readonly shares = new Set<CrawlShare>();
  private readonly logger = new Logger('WebExtract');
  private isStopping = false;

  constructor(
    private readonly queue: JobQueue,
    private readonly tools: ShareTools,
    private readonly options: CrawlRunnerOptions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.queue.work((share) => this.work(share));
    // crawls that a process before this one left behind
    for (const { id } of await this.tools.store.running(null)) await this.queue.submit(id, 1);
  }

  /** Hands every page under way back, so that it is taken up at once after the restart. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.shares].map((share) => share.source.abandon()));
  }

  private async work({ crawlId, signal }: QueuedShare): Promise<ShareResult> {
    const job = await this.tools.store.find(crawlId);
    if (!job || job.status !== 'running' || this.isStopping) return 'done';
    const share = new CrawlShare(job, this.tools, {
      worker: this.worker,
      leaseMs: this.options.leaseMs,
      concurrency: Math.min(job.request.maxConcurrency ?? Infinity, this.options.crawlConcurrency),
      pageTimeoutMs: job.request.page?.timeoutMs ?? this.options.timeoutMs,
    });
    const leave = () => share.source.leave();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    this.shares.add(share);
    try {
      await share.run();
      return await this.settle(crawlId, share);
    } catch (error) {
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return 'again';
    } finally {
      this.shares.delete(share);
      signal.removeEventListener('abort', leave);
    }
  }

  private async settle(crawlId: string, share: CrawlShare): Promise<ShareResult> {
    if (share.ended === null) return 'again';
    if (share.ended === 'drained') await this.finish(this.tools.store, crawlId);
    return 'done';
  }

  private async finish(store: CrawlStore, crawlId: string): Promise<void> {
    const job = await store.find(crawlId);
    if (!job || job.status !== 'running') return;
    if (job.counters.pages > 0) {
      await store.finish(crawlId, 'completed', null, this.options.retentionMs);
    } else {
      const [failure] = await store.failures(crawlId);
      const reason =
        failure?.message ??
        (job.counters.blocked > 0 ? 'The start page is disallowed by robots.txt' : NOTHING_FETCHED);
      await store.finish(crawlId, 'failed', reason, this.options.retentionMs);
    }
  }
}
