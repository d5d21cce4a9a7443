import { setTimeout } from 'node:timers/promises';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { CrawlJob } from '../../model/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import type { CrawlShare as QueuedShare, JobQueue, ShareResult } from '../../ports/job-queue.port.js';
import type { JobGatherer } from '../extract/job-gatherer.js';
import { BrowserAnnouncer } from './browser-announcer.js';
import { CrawlKinds } from './crawl-kinds.js';
import { CrawlShare, newWorkerName, type ShareTools } from './crawl-share.js';
import { sharesOf } from './plan-crawl.js';

export interface CrawlRunnerOptions {
  readonly leaseMs: number;
  readonly retentionMs: number;
  /** Crawls at work at once. */
  readonly maxActiveCrawls: number;
  /** Pages of one crawl under way at once. */
  readonly crawlConcurrency: number;
  /** Longest time of one page in milliseconds, when the request states none. */
  readonly timeoutMs: number;
  /** How long work under way may go on when the application closes, in milliseconds. */
  readonly shutdownMs: number;
}

export interface RunnerTools extends ShareTools {
  /** Ends extract jobs. */
  readonly gatherer: JobGatherer;
}

/** Pages of a crawl that are cut off cost no more than being fetched again: whoever waits for a scrape is given longer. */
const DRAIN_SHARE = 0.6;

const NOTHING_FETCHED = 'No page of the site could be fetched';
const START_BLOCKED = 'The start page is disallowed by robots.txt';
const FAULT_PAUSE_MS = 1_000;

/** Works on crawls: takes shares from the queue, and ends a crawl when nothing is left of it. */
export class CrawlRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker = newWorkerName();
  /** Each with the end of its run. */
  private readonly shares = new Map<CrawlShare, Promise<void>>();
  private readonly kinds = new CrawlKinds();
  private readonly logger = new Logger('WebExtract');
  private readonly announcer: BrowserAnnouncer;
  private isStopping = false;
  /** Ends what is done behind the last page of a job. */
  private readonly stop = new AbortController();

  constructor(
    private readonly queue: JobQueue,
    private readonly tools: RunnerTools,
    private readonly options: CrawlRunnerOptions,
  ) {
    this.announcer = new BrowserAnnouncer(tools.store, tools.reader, options.leaseMs);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.tools.loop.prepare().catch(() => {}); // nobody waits; what is wrong with it is said by the first crawl
    await this.announcer.start();
    await this.queue.work((share) => this.work(share), this.options.maxActiveCrawls);
    await this.takeUp().catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) throw error; // else the keeper's rounds do the same as soon as they can
    });
  }

  /** Queues the crawls that a process before this one left behind. */
  private async takeUp(): Promise<void> {
    for (const crawl of await this.tools.store.running(null)) {
      await this.queue.submit(crawl.id, sharesOf(crawl), crawl.owner);
    }
  }

  /** Takes nothing more, lets pages under way come to their end, and hands back what takes too long: it is taken up after the restart. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.announcer.stop();
    for (const share of this.shares.keys()) share.source.leave();
    await this.drain(DRAIN_SHARE * this.options.shutdownMs);
    this.stop.abort(new UnavailableError('shutting down'));
    await Promise.all([...this.shares.keys()].map((share) => share.source.abandon()));
  }

  private async drain(longestMs: number): Promise<void> {
    const enough = new AbortController();
    const timeUp = setTimeout(longestMs, null, { signal: enough.signal }).catch(() => null);
    await Promise.race([Promise.all(this.shares.values()), timeUp]);
    enough.abort();
  }

  private async work({ crawlId, signal }: QueuedShare): Promise<ShareResult> {
    if (this.isStopping) return 'again'; // in another process, or after the restart
    const job = await this.tools.store.find(crawlId);
    if (!job || job.status !== 'running') return 'done';
    const share = new CrawlShare(job, this.tools, {
      worker: this.worker,
      leaseMs: this.options.leaseMs,
      concurrency: Math.min(job.request.maxConcurrency ?? Infinity, this.options.crawlConcurrency),
      pageTimeoutMs: job.request.page?.timeoutMs ?? this.options.timeoutMs,
      kinds: this.kinds.of(crawlId),
    });
    const leave = () => share.source.leave();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    const run = share.run();
    const end = run.catch(() => {}); // told below
    this.shares.set(share, end);
    try {
      await run;
      return await this.settle(crawlId, share);
    } catch (error) {
      await this.rest(error, signal);
      return 'again';
    } finally {
      this.shares.delete(share);
      signal.removeEventListener('abort', leave);
    }
  }

  /** What the store cannot do now it can later; anything else is a fault of ours, which must not spin. */
  private async rest(error: unknown, signal: AbortSignal): Promise<void> {
    if (!(error instanceof UnavailableError)) {
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    await setTimeout(FAULT_PAUSE_MS, null, { signal }).catch(() => {}); // cut short when the slot is wanted
  }

  private async settle(crawlId: string, share: CrawlShare): Promise<ShareResult> {
    if (share.ended === null) return share.source.isElsewhere ? 'elsewhere' : 'again';
    this.kinds.forget(crawlId);
    if (share.ended === 'drained') await this.finish(crawlId, share.refusal);
    return 'done';
  }

  private async finish(crawlId: string, refusal: string | null): Promise<void> {
    const { store } = this.tools;
    const job = await store.find(crawlId);
    if (!job || job.status !== 'running') return;
    const { retentionMs } = this.options;
    if (job.counters.pages > 0) await this.complete(job);
    else await store.finish(crawlId, 'failed', refusal ?? (await this.reasonOf(job)), retentionMs);
  }

  private async complete(job: CrawlJob): Promise<void> {
    const { store, gatherer } = this.tools;
    const { retentionMs } = this.options;
    if (!job.request.gathering) return void (await store.finish(job.id, 'completed', null, retentionMs));
    const { gathered, error } = await gatherer.gather(job, this.stop.signal);
    await store.finish(job.id, gathered ? 'completed' : 'failed', error, retentionMs, gathered);
  }

  /** Why there is no page at all. */
  private async reasonOf({ id, counters }: CrawlJob): Promise<string> {
    const [failure] = await this.tools.store.failures(id);
    return failure?.message ?? (counters.blocked > 0 ? START_BLOCKED : NOTHING_FETCHED);
  }
}
