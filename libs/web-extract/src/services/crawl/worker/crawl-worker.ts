import { backoffMs } from '../../../model/retry/backoff.js';
import { PAUSES_MS, RETRIES } from '../../../model/retry/policies.js';
import type { CrawlJob, CrawlStatus, CrawlUrl, PageOutcome, VisitFacts } from '../../../model/crawl/crawl.js';
import type { Cost } from '../../../model/keys/api-key.js';
import { releaseMemory } from '../../../model/page/held-memory.js';
import {
  CacheMissError,
  ConversionFailedError,
  HookFailedError,
  JobTimeoutError,
  UnavailableError,
} from '../../../model/errors.js';
import type { CompletionResult } from '../../../ports/stores/frontier.port.js';
import type { TaskSource } from '../../../ports/page-loop.port.js';
import { mostOfPage } from '../../credits-of.js';
import { NO_COST } from '../../keys/allowance.js';
import { LinkEnqueuer } from '../page/link-enqueuer.js';
import { CrawlSource } from './crawl-source.js';
import type { CrawlContext } from './crawl-context.js';
import { failureOf } from '../page/failure-of.js';
import { isLockedDown, isTimeUp, namesPages } from '../planning/pages-of-job.js';
import { TemplateBuffer } from '../templates/template-buffer.js';
import type { PageTemplates } from '../templates/page-templates.js';
import { SENT_BACK } from './job-conclusion.js';
import { TrapWatch } from '../page/trap-watch.js';
import { sitemapSeeds } from '../page/sitemap-seeds.js';
import { isManyPages, mayHold } from '../planning/many-pages.js';
import { earlyMsOf, visitAfterRest } from './short-rest.js';
import type { ActiveTask } from './active-task.js';
import { PageVisit } from '../page/visit-page.js';
import type { Left, Postponed, Visited } from '../page/visit-result.js';

export interface WorkerOptions {
  readonly worker: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** See {@link PageLoopOptions}. */
  readonly givesWay: boolean;
  /** Longest time of one page in milliseconds. */
  readonly pageTimeoutMs: number;
  /** Page templates of the crawl, including those of earlier workers. */
  readonly kinds: PageTemplates;
}

/** A page that never comes to an end may be what ends the process: it is not tried for ever. */
const MAX_ATTEMPTS = 30;

/** Processes one crawl in one worker slot: leases URLs from a source, visits them and stores the results. */
export class CrawlWorker {
  readonly source: CrawlSource;
  /** Why robots.txt keeps us from the start page. */
  refusal: string | null = null;
  private readonly enqueuer: LinkEnqueuer;
  private readonly hold: TemplateBuffer;
  private readonly visit: PageVisit;
  private readonly traps = new TrapWatch();

  constructor(
    private readonly job: CrawlJob,
    private readonly tools: CrawlContext,
    private readonly options: WorkerOptions,
  ) {
    const { worker, leaseMs } = options;
    const { store, places, hostPlaces, reader } = tools;
    this.source = new CrawlSource(store, {
      crawlId: job.id,
      owner: job.owner,
      worker,
      leaseMs,
      places,
      hostPlaces,
      mayHaveBrowser: () => reader.browser !== 'missing',
    });
    this.hold = new TemplateBuffer(() => this.source.size, mayHold(job.request));
    const { session } = job.request.page ?? {};
    const guard = session === undefined ? null : () => tools.sessions.scopeOf(job.owner, session);
    this.enqueuer = new LinkEnqueuer(job, store, tools.hooks, guard);
    const lesson = isManyPages(job) ? { kinds: options.kinds, hold: this.hold } : null;
    this.visit = new PageVisit(tools, job, this.enqueuer, lesson);
  }

  /** Runs until the crawl is drained or over, or the source stops leasing. */
  async run(): Promise<void> {
    const { concurrency, givesWay, pageTimeoutMs } = this.options;
    const isOneByOne = this.job.request.delayMs !== undefined;
    if (this.job.counters.rendered > 0) this.tools.reader.startBrowserAhead();
    try {
      await this.tools.loop.run<ActiveTask>(this.tasks(), (active) => this.handle(active), {
        concurrency: isOneByOne ? 1 : concurrency,
        givesWay,
        maxRetries: RETRIES.page.retries,
        taskTimeoutMs: 4 * pageTimeoutMs + 60_000,
      });
    } finally {
      this.hold.close();
      this.source.close();
    }
  }

  /** The source, and what becomes of tasks that failed. */
  private tasks(): TaskSource<ActiveTask> {
    const { source } = this;
    return {
      next: () => source.next(),
      isEmpty: () => source.isEmpty(),
      isFinished: () => source.isFinished(),
      onChange: (listener) => source.onChange(listener),
      retry: (active) =>
        this.giveBack(active, Date.now() + backoffMs(RETRIES.page, active.attempts + 1), true),
      fail: (active, error) => this.fail(active, error),
    };
  }

  /** A failed page. If an earlier attempt recorded its change, this is reported: the next visit compares with the recorded page. */
  private async fail(active: ActiveTask, error: unknown): Promise<void> {
    const { task, since } = active;
    const facts = { ...NO_FACTS, startedAt: since, durationMs: Date.now() - since };
    const isPage = task.kind === 'page';
    const recorded = isPage ? await active.whenPossible(() => this.visit.recorded(active)) : null;
    if (recorded) await this.complete(active, recorded.outcome, [], { ...facts, ...changesOf(recorded) });
    else await this.complete(active, { kind: 'failed', failure: failureOf(task, error) }, [], facts);
  }

  private async handle(active: ActiveTask): Promise<void> {
    const { task, signal } = active;
    try {
      signal.throwIfAborted();
      if (isLockedDown(this.job) && task.kind !== 'page')
        return await this.fail(active, new CacheMissError(task.url)); // sites and searches are not cached
      if (isTimeUp(this.job)) return await this.fail(active, new JobTimeoutError());
      if (task.rule === 'unanswered')
        return await this.fail(active, new HookFailedError('shouldFollow', task.url));
      if (task.attempts >= MAX_ATTEMPTS) throw new ConversionFailedError(task.url, 'no try came to an end');
      if (task.rule !== 'seed') await this.enqueuer.loadRootUrl();
      await (task.kind === 'page' ? this.visitPage(active) : this.takeAddresses(active));
    } catch (error) {
      // lease lost, crawl over or process stopping: the result is not needed
      if (signal.aborted) return this.done(active);
      if (!(error instanceof UnavailableError)) throw error;
      await this.giveBack(active, Date.now() + PAUSES_MS.busyStore, false); // we are busy; the page cannot help it
    }
  }

  private async visitPage(active: ActiveTask): Promise<void> {
    const { owner, request } = this.job;
    const payment = { owner, most: mostOfPage(request.page ?? {}), costOf: (cost: Cost) => cost };
    await this.tools.allowance.charge(payment, () => this.visitPaid(active));
  }

  /** @returns the cost of the stored page */
  private async visitPaid(active: ActiveTask): Promise<Cost> {
    const startedAt = Date.now();
    const result = await visitAfterRest(
      this.job,
      active,
      () => this.visit.run(active),
      (host, untilMs) => this.source.pauseHost(host, untilMs),
    );
    if (result.kind !== 'visited') {
      await this.putOff(active, result);
      return NO_COST;
    }
    if (active.task.rule === 'seed' && !namesPages(this.job)) {
      this.enqueuer.setRootUrl(result.url);
      this.refusal = result.refusal;
    }
    if (this.isTrap(active, result)) return this.leaveTrap(active, result, startedAt);
    const { urls, refused } = await this.enqueuer.linksToEnqueue(active, result);
    const outcome = await this.store(active, result, urls, { startedAt, refused });
    if (outcome === null) return NO_COST;
    this.enqueuer.stored(urls);
    return outcome.kind === 'page' ? { pages: 1, credits: outcome.credits } : NO_COST;
  }

  /** @returns the stored outcome; null when it counts no more */
  private async store(
    active: ActiveTask,
    result: Visited,
    urls: readonly CrawlUrl[],
    { startedAt, refused }: Pick<VisitFacts, 'startedAt' | 'refused'>,
  ): Promise<PageOutcome | null> {
    const { outcome, bytes } = result;
    const facts = {
      startedAt,
      durationMs: Date.now() - startedAt,
      bytes,
      flags: outcome.kind === 'page' ? outcome.page.quality.flags : [],
      refused: result.isSentBack ? { ...refused, [SENT_BACK]: 1 } : refused,
      ...changesOf(result),
    };
    const storedAs = await this.complete(active, outcome, urls, facts);
    if (storedAs === 'full' && result.ifFull)
      return this.store(active, result.ifFull, urls, { startedAt, refused });
    return storedAs === null || storedAs === 'full' ? null : outcome;
  }

  /** True for one more page of an endless site. */
  private isTrap({ task }: ActiveTask, { outcome }: Visited): boolean {
    const { traps = true } = this.job.request.scope ?? {};
    return (
      traps && !namesPages(this.job) && outcome.kind === 'page' && this.traps.catches(task, outcome.page)
    );
  }

  private async leaveTrap(active: ActiveTask, { anchors, bytes }: Visited, startedAt: number): Promise<Cost> {
    const refused = { 'trap-same-content': Math.max(1, anchors.length) };
    const facts = { ...NO_FACTS, startedAt, durationMs: Date.now() - startedAt, bytes, refused };
    await this.complete(active, { kind: 'collapsed' }, [], facts);
    return NO_COST;
  }

  private async putOff(active: ActiveTask, result: Postponed | Left): Promise<void> {
    if (result.kind === 'left') return this.source.done(active);
    const earlyMs = result.wasAsked ? 0 : earlyMsOf(this.job);
    if (result.pausesHost ?? true) this.source.pauseHost(active.task.host, result.untilMs - earlyMs);
    await this.giveBack(active, result.wasAsked ? result.untilMs : 0, result.wasAsked);
  }

  private async takeAddresses(active: ActiveTask): Promise<void> {
    const { task, signal } = active;
    const { tracking } = this.tools;
    const dates =
      task.kind === 'sitemaps' && tracking.isTracked(this.job) ? tracking.datesOf(this.job) : undefined;
    const found =
      task.kind === 'sitemaps'
        ? sitemapSeeds(
            task,
            this.job,
            this.enqueuer.scope,
            this.tools,
            signal,
            dates && ((url, date) => dates.note(url, date)),
          )
        : this.tools.finder.find(task, this.job, signal);
    const taking = this.enqueuer.takeIn(active, found);
    dates?.follow(taking);
    await taking;
    await this.complete(active, { kind: 'seeded' }, [], NO_FACTS);
  }

  /** @returns null when it counts no more: the lease was lost, or the crawl is over; `full` while the task is still leased */
  private async complete(
    active: ActiveTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<Exclude<CompletionResult, 'lost'> | null> {
    const { task } = active;
    const { frontier } = this.tools.store;
    const kind = await active.whenPossible(() => frontier.complete(task, outcome, children, facts));
    if (kind === 'full') return kind;
    if (outcome.kind === 'page') releaseMemory(outcome.page.actions);
    this.done(active);
    if (kind === null || kind === 'lost') return null;
    this.tools.life.visited(this.job, { task, outcome, storedAs: kind, facts });
    return kind;
  }

  private done(active: ActiveTask): void {
    this.source.done(active);
    this.hold.look();
  }

  private async giveBack(active: ActiveTask, notBeforeMs: number, isRetry: boolean): Promise<void> {
    const { frontier } = this.tools.store;
    await active.whenPossible(() => frontier.release(active.task, notBeforeMs, isRetry));
    this.done(active);
  }

  /** Final status, `drained` if no page remains, or null if other workers continue or this one stopped early. */
  get ended(): CrawlStatus | 'drained' | null {
    return this.source.ended ?? (this.source.isDrained ? 'drained' : null);
  }
}

const changesOf = ({ changes }: Visited): Pick<VisitFacts, 'changes'> => (changes ? { changes } : {});

const NO_FACTS: VisitFacts = { startedAt: 0, durationMs: 0, bytes: 0, flags: [], refused: {} };
