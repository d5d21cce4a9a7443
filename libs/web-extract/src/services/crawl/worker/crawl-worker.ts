import { backoffMs } from '../../../model/retry/backoff.js';
import { PAUSES_MS, RETRIES } from '../../../model/retry/policies.js';
import type { CrawlJob, CrawlStatus, CrawlUrl, PageOutcome, VisitFacts } from '../../../model/crawl/crawl.js';
import type { Cost } from '../../../model/keys/api-key.js';
import { releaseMemory } from '../../../model/page/held-memory.js';
import {
  CacheMissError,
  ConversionFailedError,
  JobTimeUpError,
  UnavailableError,
} from '../../../model/errors.js';
import type { TaskSource } from '../../../ports/page-loop.port.js';
import { mostOfPage } from '../../credits-of.js';
import { NO_COST } from '../../keys/allowance.js';
import { AddressIntake } from '../page/address-intake.js';
import { CrawlSource } from './crawl-source.js';
import type { CrawlTools } from './crawl-tools.js';
import { failureOf } from '../page/failure-of.js';
import { isLockedDown, isTimeUp, namesPages } from '../planning/pages-of-job.js';
import { PageHold } from '../templates/page-hold.js';
import type { PageKinds } from '../templates/page-kinds.js';
import { sitemapSeeds } from '../page/sitemap-seeds.js';
import { isManyPages, mayHold } from '../planning/many-pages.js';
import { earlyMsOf, visitAfterRest } from './short-rest.js';
import type { TaskUnderway } from './task-underway.js';
import { PageVisit, type Left, type Postponed } from '../page/visit-page.js';

export interface WorkerOptions {
  readonly worker: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** See {@link PageLoopOptions}. */
  readonly givesWay: boolean;
  /** Longest time of one page in milliseconds. */
  readonly pageTimeoutMs: number;
  /** Page templates of the crawl, including those of earlier workers. */
  readonly kinds: PageKinds;
}

/** A page that never comes to an end may be what ends the process: it is not tried for ever. */
const MAX_ATTEMPTS = 30;

/** Processes one crawl in one worker slot: leases URLs from a source, visits them and stores the results. */
export class CrawlWorker {
  readonly source: CrawlSource;
  /** Why robots.txt keeps us from the start page. */
  refusal: string | null = null;
  private readonly intake: AddressIntake;
  private readonly hold: PageHold;
  private readonly visit: PageVisit;

  constructor(
    private readonly job: CrawlJob,
    private readonly tools: CrawlTools,
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
    this.hold = new PageHold(() => this.source.size, mayHold(job.request));
    this.intake = new AddressIntake(job, store);
    const lesson = isManyPages(job) ? { kinds: options.kinds, hold: this.hold } : null;
    this.visit = new PageVisit(tools, job, this.intake, lesson);
  }

  /** Runs until the crawl is drained or over, or the source stops leasing. */
  async run(): Promise<void> {
    const { concurrency, givesWay, pageTimeoutMs } = this.options;
    const isOneByOne = this.job.request.delayMs !== undefined;
    if (this.job.counters.rendered > 0) this.tools.reader.startBrowserAhead();
    try {
      await this.tools.loop.run<TaskUnderway>(this.tasks(), (underway) => this.handle(underway), {
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
  private tasks(): TaskSource<TaskUnderway> {
    const { source } = this;
    return {
      next: () => source.next(),
      isEmpty: () => source.isEmpty(),
      isFinished: () => source.isFinished(),
      onChange: (listener) => source.onChange(listener),
      retry: (underway) =>
        this.giveBack(underway, Date.now() + backoffMs(RETRIES.page, underway.attempts + 1), true),
      fail: (underway, error) => this.fail(underway, error),
    };
  }

  /** A page that could not be had. */
  private async fail(underway: TaskUnderway, error: unknown): Promise<void> {
    const { task, since } = underway;
    const facts = { ...NO_FACTS, startedAt: since, durationMs: Date.now() - since };
    await this.complete(underway, { kind: 'failed', failure: failureOf(task, error) }, [], facts);
  }

  private async handle(underway: TaskUnderway): Promise<void> {
    const { task, signal } = underway;
    try {
      signal.throwIfAborted();
      if (isLockedDown(this.job) && task.kind !== 'page')
        return await this.fail(underway, new CacheMissError(task.url)); // sites and searches are not cached
      if (isTimeUp(this.job)) return await this.fail(underway, new JobTimeUpError());
      if (task.attempts >= MAX_ATTEMPTS) throw new ConversionFailedError(task.url, 'no try came to an end');
      if (task.rule !== 'seed') await this.intake.learnRoot();
      await (task.kind === 'page' ? this.visitPage(underway) : this.takeAddresses(underway));
    } catch (error) {
      // lease lost, crawl over or process stopping: the result is not needed
      if (signal.aborted) return this.done(underway);
      if (!(error instanceof UnavailableError)) throw error;
      await this.giveBack(underway, Date.now() + PAUSES_MS.busyStore, false); // we are busy; the page cannot help it
    }
  }

  private async visitPage(underway: TaskUnderway): Promise<void> {
    const { owner, request } = this.job;
    const payment = { owner, most: mostOfPage(request.page ?? {}), costOf: (cost: Cost) => cost };
    await this.tools.allowance.charge(payment, () => this.visitPaid(underway));
  }

  /** @returns the cost of the stored page */
  private async visitPaid(underway: TaskUnderway): Promise<Cost> {
    const startedAt = Date.now();
    const result = await visitAfterRest(
      this.job,
      underway,
      () => this.visit.run(underway),
      (host, untilMs) => this.source.rest(host, untilMs),
    );
    if (result.kind !== 'visited') {
      await this.putOff(underway, result);
      return NO_COST;
    }
    if (underway.task.rule === 'seed' && !namesPages(this.job)) {
      this.intake.adoptRoot(result.url);
      this.refusal = result.refusal;
    }
    const { urls, refused } = await this.intake.childrenOf(underway, result);
    const { outcome, bytes, changes } = result;
    const flags = outcome.kind === 'page' ? outcome.page.quality.flags : [];
    const facts = {
      startedAt,
      durationMs: Date.now() - startedAt,
      bytes,
      flags,
      refused,
      ...(changes ? { changes } : {}),
    };
    const isStored = await this.complete(underway, outcome, urls, facts);
    if (!isStored) return NO_COST;
    this.intake.stored(urls);
    return outcome.kind === 'page' ? { pages: 1, credits: outcome.credits } : NO_COST;
  }

  private async putOff(underway: TaskUnderway, result: Postponed | Left): Promise<void> {
    if (result.kind === 'left') return this.source.done(underway);
    const earlyMs = result.wasAsked ? 0 : earlyMsOf(this.job);
    this.source.rest(underway.task.host, result.untilMs - earlyMs);
    await this.giveBack(underway, result.wasAsked ? result.untilMs : 0, result.wasAsked);
  }

  private async takeAddresses(underway: TaskUnderway): Promise<void> {
    const { task, signal } = underway;
    const { tracking } = this.tools;
    const dates =
      task.kind === 'sitemaps' && tracking.isTracked(this.job) ? tracking.datesOf(this.job) : undefined;
    const found =
      task.kind === 'sitemaps'
        ? sitemapSeeds(
            task,
            this.job,
            this.intake.scope,
            this.tools,
            signal,
            dates && ((url, date) => dates.note(url, date)),
          )
        : this.tools.finder.find(task, this.job, signal);
    const taking = this.intake.takeIn(underway, found);
    dates?.follow(taking);
    await taking;
    await this.complete(underway, { kind: 'seeded' }, [], NO_FACTS);
  }

  /** @returns false when it counts no more: the lease was lost, or the crawl is over */
  private async complete(
    underway: TaskUnderway,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<boolean> {
    const { task } = underway;
    const { frontier } = this.tools.store;
    const kind = await underway.whenPossible(() => frontier.complete(task, outcome, children, facts));
    if (outcome.kind === 'page') releaseMemory(outcome.page.actions);
    this.done(underway);
    if (kind === null || kind === 'lost') return false;
    this.tools.life.visited(this.job, { task, outcome, storedAs: kind, facts });
    return true;
  }

  private done(underway: TaskUnderway): void {
    this.source.done(underway);
    this.hold.look();
  }

  private async giveBack(underway: TaskUnderway, notBeforeMs: number, isRetry: boolean): Promise<void> {
    const { frontier } = this.tools.store;
    await underway.whenPossible(() => frontier.release(underway.task, notBeforeMs, isRetry));
    this.done(underway);
  }

  /** Final status, `drained` if no page remains, or null if other workers continue or this one stopped early. */
  get ended(): CrawlStatus | 'drained' | null {
    return this.source.ended ?? (this.source.isDrained ? 'drained' : null);
  }
}

const NO_FACTS: VisitFacts = { startedAt: 0, durationMs: 0, bytes: 0, flags: [], refused: {} };
