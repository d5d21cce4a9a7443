import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CorpusSink, SyncOptions, SyncRequest, SyncResult } from '../../model/corpus.js';
import { NotConfiguredError, UnavailableError } from '../../model/errors.js';
import { reasonOf } from '../../model/errors/reason-of.js';
import type { CorpusSyncedEvent } from '../../model/events.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { tagOf, type StateKey } from '../../model/page/state-key.js';
import { ResolvedOptions } from '../../model/options.js';
import { PageHistory } from '../../ports/stores/page-history.port.js';
import { UsageCounter } from '../../ports/stores/usage-counter.port.js';
import { FeedRemovals } from '../changes/feed-removals.js';
import { EventStream } from '../events/event-stream.js';
import { RunningWork } from '../running-work.js';
import { SessionEngine } from '../sessions/session-engine.js';
import { CorpusCrawl } from './corpus-crawl.js';
import { CorpusRun, type SyncCall, type SyncTools } from './corpus-run.js';
import { SyncPlaces } from './sync-places.js';
import { validateSync } from './validate-sync.js';
import { kept } from '../../model/kept.js';

const NO_TRANSACTIONS =
  '`transaction` of a sink needs a store in PostgreSQL: set `drivers: PostgresDriversModule.forRoot({ connection })`, or remove `transaction`';

/** Keeps search indexes in sync with sites: visits their pages and passes the changes to a sink of the host. */
@Injectable()
export class CorpusService {
  private readonly running = kept('syncs', new Set<Promise<unknown>>());
  private readonly stop = new AbortController();
  private readonly places: SyncPlaces;

  constructor(
    // null where the host wants none; the union would leave Nest without a type to inject by
    @Inject(PageHistory) private readonly history: PageHistory | null,
    private readonly options: ResolvedOptions,
    private readonly crawl: CorpusCrawl,
    private readonly removals: FeedRemovals,
    private readonly events: EventStream,
    counter: UsageCounter,
    work: RunningWork,
    @Optional() private readonly sessions?: SessionEngine,
  ) {
    this.places = new SyncPlaces(counter);
    work.endWith(() => this.close());
  }

  /**
   * Visits the pages of a corpus and passes the chunks that differ to a sink, page by page, removed pages last. The state of a sink is
   * stored by tag and name after each page: an interrupted sync continues with the next one. Pages that could not be read stay as they
   * are.
   * @throws InvalidRequestError and the other errors of `CrawlService.start`; the error of the sink, SinkTimeoutError; ConflictError
   * while another sync has the sink; RateLimitedError (too many tags, sinks or syncs); NotConfiguredError, UnavailableError; the reason
   * of the signal
   */
  async sync(request: SyncRequest, sink: CorpusSink, options: SyncOptions = {}): Promise<SyncResult> {
    validateSync(request, sink, options);
    const { owner = HOST_OWNER, signal } = options;
    const tools = this.tools();
    if (sink.transaction !== undefined && !tools.log.transactions)
      throw new NotConfiguredError(NO_TRANSACTIONS);
    const feed = { owner, tag: tagOf(request.tag, await this.stateOf(request, owner)) };
    const leave = await this.places.take(feed, sink.name);
    const both = AbortSignal.any([this.stop.signal, ...(signal ? [signal] : [])]);
    const run = this.reported(tools, { request, sink, options, feed, signal: both }).finally(leave);
    const end = run.catch(() => {}); // reported to the caller
    this.running.add(end);
    try {
      return await run;
    } finally {
      this.running.delete(end);
    }
  }

  /** Pages of a session have feeds and ledgers of their own. @throws SessionUnknownError */
  private async stateOf({ crawl }: SyncRequest, owner: string): Promise<StateKey | undefined> {
    const { session } = ('page' in crawl && crawl.page) || {};
    return session === undefined ? undefined : this.sessions?.stateKey(owner, session);
  }

  /** @throws NotConfiguredError */
  private tools(): SyncTools {
    const { history, options, crawl, removals } = this;
    if (!history?.changes || !options.history)
      throw new NotConfiguredError('Syncs need the history of pages, which this server does not keep');
    return { log: history.changes, history: options.history, limits: options.limits, crawl, removals };
  }

  private async reported(tools: SyncTools, call: SyncCall): Promise<SyncResult> {
    const run = new CorpusRun(tools, call);
    const startedAt = performance.now();
    const report = (end: Pick<CorpusSyncedEvent, 'outcome' | 'reason' | 'counts'>) => {
      const ms = Math.round(performance.now() - startedAt);
      const { owner } = call.feed;
      const names = {
        kind: 'sync',
        owner,
        tag: call.request.tag,
        sink: call.sink.name,
        crawlId: run.crawlId,
      } as const;
      this.events.publish({ type: 'corpus-synced', ...names, ...end, ms, at: Date.now() });
    };
    try {
      const result = await run.run();
      const { crawlId: _, crawlStatus: __, incomplete: ___, reason = null, ...counts } = result;
      report({ outcome: 'completed', reason, counts });
      return result;
    } catch (error) {
      const outcome = call.signal.aborted ? 'aborted' : 'failed';
      report({ outcome, reason: reasonOf(error), counts: null });
      throw error;
    }
  }

  /** Interrupts all syncs: the next ones continue, and their crawls do after the restart. */
  private async close(): Promise<void> {
    this.stop.abort(new UnavailableError('shutting down'));
    await Promise.all(this.running);
  }
}
