import { setTimeout } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { CrawlJob, CrawlNote } from '../../../model/crawl/crawl.js';
import { UnavailableError } from '../../../model/errors.js';
import { ResolvedOptions } from '../../../model/options.js';
import { JobQueue, type SlotResult, type WorkerSlot } from '../../../ports/job-queue.port.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';
import { RunningWork } from '../../running-work.js';
import { BrowserAnnouncer } from './browser-announcer.js';
import { TemplateRegistry } from '../templates/template-registry.js';
import { CrawlContext } from './crawl-context.js';
import { CrawlWorker, type WorkerOptions } from './crawl-worker.js';
import { slotCount } from '../planning/plan-crawl.js';
import { RecentIds } from '../page/recent-ids.js';
import { concludeCrawl } from './job-conclusion.js';
import { newWorkerName } from './worker-name.js';
import { kept } from '../../../model/kept.js';

/** Fraction of the shutdown time for crawls. Interrupted crawl pages are refetched, so scrapes get the rest. */
const DRAIN_SHARE = 0.6;

/** More jobs than a process works on at once: a forgotten one is reported as resumed again. */
const MAX_SEEN = 10_000;

const NOTHING_FETCHED = 'No page of the site could be fetched';
const START_BLOCKED = 'The start page is disallowed by robots.txt';

/** Works on crawls: takes slotCount from the queue, and ends a crawl when nothing is left of it. */
@Injectable()
export class CrawlRunner implements OnApplicationBootstrap {
  private readonly name = newWorkerName();
  /** Each with the end of its run. */
  private readonly workers = kept('turns', new Map<CrawlWorker, Promise<void>>());
  private readonly kinds = new TemplateRegistry();
  private readonly logger = new Logger('WebExtract');
  private readonly announcer: BrowserAnnouncer;
  private readonly limits: ResolvedOptions['limits'];
  private isStopping = false;
  private requeued: Promise<void> = Promise.resolve();
  /** Jobs that this process has worked on: those that end in another process are not reported here. */
  private readonly seen = new RecentIds(MAX_SEEN);
  /** Aborts the work after the last page of a job. */
  private readonly stop = new AbortController();

  constructor(
    private readonly queue: JobQueue,
    private readonly tools: CrawlContext,
    work: RunningWork,
    { limits }: ResolvedOptions,
  ) {
    work.endWith(() => this.close());
    this.limits = limits;
    this.announcer = new BrowserAnnouncer(tools.store, tools.reader, limits.leaseMs);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.tools.loop.prepare().catch(() => {}); // not awaited: the first crawl reports a failure
    await this.announcer.start();
    await this.queue.work((slot) => this.work(slot), this.limits.crawlSlotsPerProcess);
    // not awaited: with thousands of crawls in Redis the application would not answer meanwhile
    this.requeued = this.requeue(await this.tools.store.running(null).catch(noneIfUnavailable));
  }

  /** Queues the crawls that a process before this one left behind. */
  private async requeue(left: readonly CrawlNote[]): Promise<void> {
    try {
      for (const crawl of left) {
        if (this.isStopping) return;
        await this.queue.submit(crawl.id, slotCount(crawl), crawl.owner);
      }
    } catch (error) {
      if (error instanceof UnavailableError) return; // the keeper's rounds queue them as soon as they can
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /**
   * Stops leasing, waits for pages in progress, and returns the remaining ones to the queue. They continue after the
   * restart.
   */
  async close(): Promise<void> {
    this.isStopping = true;
    this.announcer.stop();
    for (const worker of this.workers.keys()) worker.source.drain();
    await this.drain(DRAIN_SHARE * this.limits.shutdownMs);
    this.stop.abort(new UnavailableError('shutting down'));
    await Promise.all([...this.workers.keys()].map((worker) => worker.source.releaseLeases()));
  }

  private async drain(longestMs: number): Promise<void> {
    const enough = new AbortController();
    const timeUp = setTimeout(longestMs, null, { signal: enough.signal }).catch(() => null);
    await Promise.race([Promise.all([this.requeued, ...this.workers.values()]), timeUp]);
    enough.abort();
  }

  private async work({ crawlId, signal }: WorkerSlot): Promise<SlotResult> {
    if (this.isStopping) return 'requeue'; // in another process, or after the restart
    const job = await this.tools.store.find(crawlId);
    if (!job || job.status !== 'running') return 'done';
    this.markResumed(job);
    const worker = new CrawlWorker(job, this.tools, {
      worker: this.name,
      leaseMs: this.limits.leaseMs,
      ...concurrencyOf(job.request.maxConcurrency, this.limits.crawlConcurrency),
      pageTimeoutMs: job.request.page?.timeoutMs ?? this.limits.timeoutMs,
      kinds: this.kinds.of(crawlId, job.owner),
    });
    const drain = () => worker.source.drain();
    signal.addEventListener('abort', drain, { once: true });
    if (signal.aborted) drain();
    const run = worker.run();
    const end = run.catch(() => {}); // errors are handled below
    this.workers.set(worker, end);
    try {
      await run;
      return await this.conclude(job, worker);
    } catch (error) {
      await this.backOff(error, signal);
      return 'requeue';
    } finally {
      this.workers.delete(worker);
      signal.removeEventListener('abort', drain);
    }
  }

  /** Pauses before the next attempt. Unexpected errors are logged; the pause prevents a busy loop. */
  private async backOff(error: unknown, signal: AbortSignal): Promise<void> {
    if (!(error instanceof UnavailableError)) {
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    await setTimeout(PAUSES_MS.brokenShare, null, { signal }).catch(() => {}); // cut short when the slot is wanted
  }

  /** Reports a job as resumed if another process has started it. */
  private markResumed(job: CrawlJob): void {
    if (!this.seen.add(job.id)) return;
    const { pages, failed, blocked, collapsed } = job.counters;
    if (pages + failed + blocked + collapsed > 0) this.tools.life.resumed(job);
  }

  private async conclude({ id: crawlId, owner }: CrawlJob, worker: CrawlWorker): Promise<SlotResult> {
    if (worker.ended === null) return worker.source.isLeasedElsewhere ? 'elsewhere' : 'requeue';
    if (worker.ended === 'drained' && (await this.hasRemembered(crawlId))) return 'requeue';
    this.tools.tracking.forget(crawlId);
    await this.tools.cookies.end(crawlId);
    this.kinds.forget(crawlId, owner);
    this.seen.delete(crawlId);
    if (worker.ended === 'drained') await this.finish(crawlId, worker.refusal);
    this.tools.tokens.forget(crawlId);
    return 'done';
  }

  /** Pages that earlier crawls saw, and that nothing led to, are visited last; another worker may have added them. */
  private async hasRemembered(crawlId: string): Promise<boolean> {
    const { store, tracking } = this.tools;
    const job = await store.find(crawlId);
    if (job?.status !== 'running' || !tracking.isTracked(job)) return false;
    if (await tracking.addRemembered(job, store.frontier)) return true;
    const { counters } = (await store.find(crawlId)) ?? job;
    return counters.pages < (job.request.limit ?? Infinity) && counters.queued + counters.leased > 0;
  }

  private async finish(crawlId: string, refusal: string | null): Promise<void> {
    const { store, life } = this.tools;
    const job = await store.find(crawlId);
    if (!job || job.status !== 'running') return;
    if (job.counters.pages > 0) await this.complete(job);
    else await life.end(crawlId, 'failed', refusal ?? (await this.reasonOf(job)));
  }

  private async complete(job: CrawlJob): Promise<void> {
    const { life, merger, tracking } = this.tools;
    await tracking.settle(job);
    if (!job.request.gathering) {
      const { status, reason } = await concludeCrawl(job, this.tools.store.results);
      return void (await life.end(job.id, status, reason));
    }
    const { gathered, error } = await merger.mergeResults(job, this.stop.signal);
    await life.end(job.id, gathered ? 'completed' : 'failed', error, gathered);
  }

  /** Why there is no page at all. */
  private async reasonOf({ id, counters }: CrawlJob): Promise<string> {
    const [failure] = await this.tools.store.results.failures(id);
    return failure?.message ?? (counters.blocked > 0 ? START_BLOCKED : NOTHING_FETCHED);
  }
}

/** Maximum number of pages in progress if it depends on the load of the host. */
const AUTO_CONCURRENCY = 16;

function concurrencyOf(
  wanted = Infinity,
  limit: number | 'auto',
): Pick<WorkerOptions, 'concurrency' | 'givesWay'> {
  const givesWay = limit === 'auto';
  return { concurrency: Math.min(wanted, givesWay ? AUTO_CONCURRENCY : limit), givesWay };
}

/** The keeper's rounds queue the crawls as soon as the store is available. */
function noneIfUnavailable(error: unknown): [] {
  if (error instanceof UnavailableError) return [];
  throw error;
}
