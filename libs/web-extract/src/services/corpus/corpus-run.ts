import type { FeedName, FeedState } from '../../model/change-log.js';
import type { CorpusSink, SyncOptions, SyncRequest, SyncResult } from '../../model/corpus.js';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { RateLimitedError } from '../../model/errors.js';
import { reasonOf } from '../../model/errors/reason-of.js';
import type { LastSync, SyncCounts } from '../../model/last-sync.js';
import type { ResolvedOptions } from '../../model/options.js';
import type { ResolvedHistoryOptions } from '../../model/options/freshness.options.js';
import type { ChangeLog } from '../../ports/stores/change-log.port.js';
import type { FeedRemovals } from '../changes/feed-removals.js';
import { hasReachedLimit } from '../crawl/planning/pages-of-job.js';
import type { CorpusCrawl } from './corpus-crawl.js';
import { HeldLedger } from './held-ledger.js';
import { SinkCalls } from './sink-calls.js';
import { SinkEffects } from './sink-effects.js';
import { SinkFilling, type FillingCounts } from './sink-filling.js';
import { planSync, type SyncPlan } from './sync-plan.js';
import { goneFailures, notCheckedOf, onlyErrors } from './unchecked-pages.js';

const SINK_TIMEOUT_MS = 300_000;
const MAX_REASON_CHARS = 500;

/** What a sync needs of the application. */
export interface SyncTools {
  readonly log: ChangeLog;
  readonly history: ResolvedHistoryOptions;
  readonly limits: ResolvedOptions['limits'];
  readonly crawl: CorpusCrawl;
  readonly removals: FeedRemovals;
}

/** A sync to run. */
export interface SyncCall {
  readonly request: SyncRequest;
  readonly sink: CorpusSink;
  readonly options: SyncOptions;
  readonly feed: FeedName;
  /** Aborts with the caller's signal, and when the application shuts down. */
  readonly signal: AbortSignal;
}

/** One sync: a crawl, then the difference between the corpus and a sink. */
export class CorpusRun {
  /** Of the crawl; null before it was started. */
  crawlId: string | null = null;

  constructor(
    private readonly tools: SyncTools,
    private readonly call: SyncCall,
  ) {}

  /** @throws as `CorpusService.sync` */
  async run(): Promise<SyncResult> {
    const { log, history, limits, crawl } = this.tools;
    const { request, sink, feed, signal } = this.call;
    signal.throwIfAborted();
    const { maxChunkTokens } = await this.openFeed();
    const { maxLedgers } = history;
    const startedAt = performance.now();
    const ledger = await HeldLedger.take(log, feed, sink.name, { maxLedgers, signal });
    const end = ({ reason, ...facts }: Omit<LastSync, 'at' | 'ms'>) =>
      ledger.noteEnd({
        at: Date.now(),
        ms: Math.round(performance.now() - startedAt),
        reason: reason?.slice(0, MAX_REASON_CHARS) ?? null,
        ...facts,
      });
    try {
      const held = AbortSignal.any([signal, ledger.lost]);
      const plan = planSync(request, maxChunkTokens, {
        limits,
        isHandled: crawl.isHandled(feed.owner, request.tag),
      });
      const job = await this.visit(plan, ledger, held);
      const counts = await this.fill(plan, ledger, held);
      const result = await this.resultOf(job, counts);
      await end(completed(result));
      return result;
    } catch (error) {
      const outcome = signal.aborted ? 'aborted' : 'failed';
      await end({ ...NOTHING_DONE, outcome, reason: reasonOf(error) });
      throw error;
    } finally {
      await ledger.leave();
    }
  }

  /** Opens the feed with these chunk settings. Its pages have the options of its first job. @throws RateLimitedError */
  private async openFeed(): Promise<FeedState> {
    const { log, history } = this.tools;
    const { feed, request } = this.call;
    const maxChunkTokens = request.chunks?.maxTokens ?? null;
    const change = request.chunks === undefined ? undefined : { maxChunkTokens };
    const { maxFeeds } = history;
    const state = await log.open(feed, { variant: null, maxChunkTokens }, { maxFeeds }, change);
    if (!state) throw new RateLimitedError(`an owner has at most ${maxFeeds} tags (history.maxFeeds)`, 1);
    return state;
  }

  private async visit(plan: SyncPlan, ledger: HeldLedger, signal: AbortSignal): Promise<CrawlJob> {
    const { onProgress, signal: caller, confirmRemovals } = this.call.options;
    const job = await this.tools.crawl.run(plan, ledger, {
      signal,
      isCancelled: () => caller?.aborted === true,
      onStart: (crawlId) => (this.crawlId = crawlId),
      onProgress: (crawlId, counters) => onProgress?.({ phase: 'crawl', crawlId, counters }),
    });
    if (confirmRemovals) await this.tools.removals.confirm(this.call.feed);
    return job;
  }

  private fill(plan: SyncPlan, ledger: HeldLedger, signal: AbortSignal): Promise<Readonly<FillingCounts>> {
    const { sink, options } = this.call;
    const { sinkTimeoutMs = SINK_TIMEOUT_MS, guard, confirmRemovals, refill = false, onProgress } = options;
    const calls = new SinkCalls(sink, sinkTimeoutMs, signal);
    const effects = sink.transaction && new SinkEffects(ledger, calls, sink.transaction, sinkTimeoutMs);
    const filling = new SinkFilling(ledger, calls, {
      ...(effects && { effects }),
      signature: plan.signature,
      refill,
      maxRemovedShare: confirmRemovals ? 1 : (guard?.maxRemovedShare ?? 1),
      signal,
      onPage: (counts, url) => onProgress?.({ phase: 'sink', ...shown(counts), url }),
    });
    return filling.fill();
  }

  private async resultOf(job: CrawlJob, counts: FillingCounts): Promise<SyncResult> {
    const { failed, blocked, changes } = job.counters;
    const state = await this.tools.log.state(this.call.feed);
    const isAtLimit = hasReachedLimit(job);
    const pages: SyncCounts = {
      ...counts,
      held: counts.held + (state?.held ?? 0),
      failed: failed - (job.request.errorPagesCount === false ? goneFailures(job.counters) : 0) + blocked,
      notChecked: isAtLimit ? notCheckedOf(job.counters, state) : 0,
      bytesSaved: changes?.bytesSaved ?? 0,
    };
    const crawlStatus = job.status as SyncResult['crawlStatus'];
    const result = {
      ...pages,
      crawlId: job.id,
      crawlStatus,
      incomplete: isAtLimit ? 'limit' : null,
    } as const;
    const nothing = isEmpty(pages) ? onlyErrors(job.counters) : null;
    if (!nothing) return result;
    return { ...result, failed: Math.max(pages.failed, nothing.pages), reason: nothing.reason };
  }
}

const NOTHING_DONE = { crawlStatus: null, counts: null, incomplete: null } as const;

function completed({
  crawlId: _,
  crawlStatus,
  incomplete,
  reason,
  ...counts
}: SyncResult): Omit<LastSync, 'at' | 'ms'> {
  return { outcome: 'completed', reason: reason ?? null, crawlStatus, counts, incomplete };
}

/** True if a corpus has no page, and had none. */
const isEmpty = ({ new: added, changed, removed, held, unchanged, skipped }: SyncCounts): boolean =>
  added + changed + removed + held + unchanged + skipped === 0;

const shown = ({ new: added, changed, removed }: FillingCounts) => ({ new: added, changed, removed });
