import { randomUUID } from 'node:crypto';
import { CrawlScope } from '../../engine/scope/crawl-scope.js';
import type {
  CrawlJob,
  CrawlRequest,
  CrawlStatus,
  CrawlUrl,
  PageOutcome,
  PageTask,
  VisitFacts,
} from '../../model/crawl.js';
import { ConversionFailedError, JobTimeUpError, UnavailableError } from '../../model/errors.js';
import type { Fetcher } from '../../ports/fetcher.port.js';
import type { PageLoop } from '../../ports/page-loop.port.js';
import { costOfPage } from '../credits-of.js';
import type { SourceFinder } from '../extract/source-finder.js';
import type { Allowance } from '../keys/allowance.js';
import { childrenOf, sitemapsTask, type Children } from './children-of.js';
import { CrawlSource } from './crawl-source.js';
import type { FairPlaces } from './fair-places.js';
import { failureOf } from './failure-of.js';
import { FrontierRoom } from './frontier-room.js';
import { namesPages } from './names-pages.js';
import { KnownKeys } from './known-keys.js';
import { PageHold } from './page-hold.js';
import type { PageKinds } from './page-kinds.js';
import { sitemapSeeds } from './sitemap-seeds.js';
import { isTimeUp } from './time-of-gathering.js';
import { PageVisit, type Visited, type VisitTools } from './visit-page.js';

/** What a share needs from outside. */
export interface ShareTools extends VisitTools {
  readonly loop: PageLoop;
  readonly fetcher: Fetcher;
  /** For pages under way, over all crawls of this process. */
  readonly places: FairPlaces;
  /** Finds the pages of extract jobs. */
  readonly finder: SourceFinder;
  /** Counts the pages of owners; absent where nobody counts. */
  readonly allowance?: Pick<Allowance, 'charge'>;
}

export interface ShareOptions {
  readonly worker: string;
  readonly leaseMs: number;
  readonly concurrency: number;
  /** Longest time of one page in milliseconds. */
  readonly pageTimeoutMs: number;
  /** What is known of the pages of the crawl, by shares before this one too. */
  readonly kinds: PageKinds;
}

/** Tries of a page after the first, for errors that may pass. */
const MAX_RETRIES = 2;
const FIRST_RETRY_MS = 500;
/** A page that never comes to an end may be what ends the process: it is not tried for ever. */
const MAX_ATTEMPTS = 30;
/** A store or a queue that is full or out of reach is asked again after this time. */
const PAUSE_MS = 1_000;
/** Addresses handed to the store at once. */
const LINKS_AT_ONCE = 1_000;

/** One worker's turn at one crawl. */
export class CrawlShare {
  readonly source: CrawlSource;
  /** Why robots.txt keeps us from the start page. */
  refusal: string | null = null;
  private readonly known = new KnownKeys();
  private readonly room: FrontierRoom;
  private readonly hold: PageHold;
  private scope: CrawlScope;
  private visit: PageVisit;

  constructor(
    private job: CrawlJob,
    private readonly tools: ShareTools,
    private readonly options: ShareOptions,
  ) {
    const { worker, leaseMs } = options;
    const { store, places, reader } = tools;
    this.source = new CrawlSource(store, this, {
      crawlId: job.id,
      owner: job.owner,
      worker,
      leaseMs,
      places,
      mayHaveBrowser: () => reader.browser !== 'missing',
    });
    this.hold = new PageHold(() => this.source.size, mayHold(job.request));
    this.scope = new CrawlScope(job.request, job.rootUrl ?? job.request.url);
    this.visit = this.visitIn(this.scope);
    const countQueued = async () => (await store.find(job.id))?.counters.queued ?? 0;
    this.room = new FrontierRoom(job.request.limit ?? 0, job.counters.queued, countQueued);
  }

  /** Works until the crawl is drained or over, or the source is told to leave. */
  async run(): Promise<void> {
    const { concurrency, pageTimeoutMs } = this.options;
    const isOneByOne = this.job.request.delayMs !== undefined;
    if (this.job.counters.rendered > 0) this.tools.reader.startBrowserAhead();
    try {
      await this.tools.loop.run<PageTask>(this.source, (task) => this.handle(task), {
        concurrency: isOneByOne ? 1 : concurrency,
        maxRetries: MAX_RETRIES,
        taskTimeoutMs: 4 * pageTimeoutMs + 60_000,
      });
    } finally {
      this.hold.close();
      this.source.close();
    }
  }

  /** Called by the loop: a page that may be had later goes back into the queue. */
  async retry(task: PageTask): Promise<void> {
    await this.giveBack(task, Date.now() + FIRST_RETRY_MS * 2 ** task.attempts, true);
  }

  /** Called by the loop: a page that could not be had. */
  async fail(task: PageTask, error: unknown): Promise<void> {
    const startedAt = this.source.startOf(task);
    const facts = { ...NO_FACTS, startedAt, durationMs: Date.now() - startedAt };
    await this.complete(task, { kind: 'failed', failure: failureOf(task, error) }, [], facts);
  }

  private async handle(task: PageTask): Promise<void> {
    const signal = this.source.signalOf(task);
    try {
      signal.throwIfAborted();
      if (isTimeUp(this.job)) return await this.fail(task, new JobTimeUpError());
      if (task.attempts >= MAX_ATTEMPTS) throw new ConversionFailedError(task.url, 'no try came to an end');
      if (task.rule !== 'seed') await this.learnRoot();
      await (task.kind === 'page' ? this.visitPage(task, signal) : this.takeAddresses(task, signal));
    } catch (error) {
      // the lease was lost, the crawl is over or the process stops: nobody waits for this page
      if (signal.aborted) return this.done(task);
      if (!(error instanceof UnavailableError)) throw error;
      await this.giveBack(task, Date.now() + PAUSE_MS, false); // we are busy; the page cannot help it
    }
  }

  private async visitPage(task: PageTask, signal: AbortSignal): Promise<void> {
    const startedAt = Date.now();
    const result = await this.visit.run(task, signal);
    if (result.kind === 'left') return this.source.done(task);
    if (result.kind === 'postponed') {
      this.source.rest(task.host, result.untilMs);
      return this.giveBack(task, result.wasAsked ? result.untilMs : 0, result.wasAsked);
    }
    if (task.rule === 'seed' && !namesPages(this.job)) {
      this.adoptRoot(result.url);
      this.refusal = result.refusal;
    }
    const { urls, refused } = await this.childrenOf(task, result, signal);
    const flags = result.outcome.kind === 'page' ? result.outcome.page.quality.flags : [];
    const facts = { startedAt, durationMs: Date.now() - startedAt, bytes: result.bytes, flags, refused };
    const isStored = await this.complete(task, result.outcome, urls, facts);
    if (isStored) this.charge(result.outcome);
    if (isStored) for (const { key } of urls) this.known.add(key);
  }

  private charge(outcome: PageOutcome): void {
    if (outcome.kind !== 'page') return;
    const cost = costOfPage(outcome.page, this.job.request.page?.maxPages);
    this.tools.allowance?.charge(this.job.owner, cost).catch(() => {}); // what cannot be counted is given away
  }

  /** Where the start page was found in the end defines host and folder. */
  private adoptRoot(url: string | null): void {
    if (url === null) return;
    this.job = { ...this.job, rootUrl: url };
    this.scope = new CrawlScope(this.job.request, url);
    this.visit = this.visitIn(this.scope);
  }

  private visitIn(scope: CrawlScope): PageVisit {
    const lesson = isManyPages(this.job) ? { kinds: this.options.kinds, hold: this.hold } : null;
    return new PageVisit(this.tools, this.job, scope, lesson);
  }

  /** The start page may have been read by another worker while this one waited. */
  private async learnRoot(): Promise<void> {
    if (this.job.rootUrl === null)
      this.adoptRoot((await this.tools.store.find(this.job.id))?.rootUrl ?? null);
  }

  /** The links of a page that enter the crawl with it. Most of a very long list enters ahead: little of it is held at once. */
  private async childrenOf(task: PageTask, result: Visited, signal: AbortSignal): Promise<Children> {
    const { outcome, url } = result;
    if (outcome.kind !== 'page' || url === null) return { urls: [], refused: {} };
    const anchors = this.job.request.followLinks === false ? [] : result.anchors;
    const { metadata } = outcome.page;
    const known = { hasKey: (key: string) => this.known.has(key) };
    const wantsSitemaps = task.rule === 'seed' && this.job.request.useSitemap !== false;
    const refused: Record<string, number> = {};
    let urls = wantsSitemaps ? [sitemapsTask(url)] : [];
    for (let at = 0; at < anchors.length; at += LINKS_AT_ONCE) {
      if (!(await this.whenPossible(() => this.room.hasRoom(), signal))) {
        addCounts(refused, { 'queue-full': anchors.length - at });
        break;
      }
      if (at > 0) await this.whenPossible(() => this.tools.store.add(task.crawlId, urls), signal);
      const slice = anchors.slice(at, at + LINKS_AT_ONCE);
      const children = await childrenOf(task, url, slice, metadata, this.scope, known);
      urls = at > 0 ? [...children.urls] : [...urls, ...children.urls];
      this.room.use(children.urls.length);
      addCounts(refused, children.refused);
    }
    return { urls, refused };
  }

  private async takeAddresses(task: PageTask, signal: AbortSignal): Promise<void> {
    const found =
      task.kind === 'sitemaps'
        ? sitemapSeeds(task, this.job, this.scope, this.tools, signal)
        : this.tools.finder.find(task, this.job, signal);
    for await (const urls of found) {
      if (!(await this.whenPossible(() => this.room.hasRoom(), signal))) break;
      this.room.use(urls.length);
      await this.whenPossible(() => this.tools.store.add(task.crawlId, urls), signal);
    }
    await this.complete(task, { kind: 'seeded' }, [], NO_FACTS);
  }

  /** @returns false when it counts no more: the lease was lost, or the crawl is over */
  private async complete(
    task: PageTask,
    outcome: PageOutcome,
    children: readonly CrawlUrl[],
    facts: VisitFacts,
  ): Promise<boolean> {
    const signal = this.source.signalOf(task);
    const store = () => this.tools.store.complete(task, outcome, children, facts);
    const kind = await this.whenPossible(store, signal);
    this.done(task);
    return kind !== null && kind !== 'lost';
  }

  private done(task: PageTask): void {
    this.source.done(task);
    this.hold.look();
  }

  private async giveBack(task: PageTask, notBeforeMs: number, isRetry: boolean): Promise<void> {
    const signal = this.source.signalOf(task);
    await this.whenPossible(() => this.tools.store.release(task, notBeforeMs, isRetry), signal);
    this.done(task);
  }

  /** A page that was had is not lost because the disk is full for a while: the heartbeat keeps its lease. */
  private async whenPossible<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        await new Promise((resume) => setTimeout(resume, PAUSE_MS));
      }
    }
    return null;
  }

  /** How the crawl came to its end, if it has: `null` while others are still at work on it, or it was left. */
  get ended(): CrawlStatus | 'drained' | null {
    return this.source.ended ?? (this.source.isDrained ? 'drained' : null);
  }
}

/** Fewer pages settle no kind. */
const MIN_PAGES = 5;

/** Whether pages of the job can learn from each other. What is gathered for one answer is of many sites. */
function isManyPages({ request, counters }: CrawlJob): boolean {
  const { kind, limit = Infinity } = request;
  if (kind === 'extract') return false;
  const most = kind === 'batch' ? counters.pages + counters.queued + counters.leased : limit;
  return most >= MIN_PAGES;
}

/** Where pages come one by one none can wait for the next; one that is extracted has a deadline. */
function mayHold({ delayMs, page }: CrawlRequest): boolean {
  return delayMs === undefined && page?.extraction === undefined;
}

const NO_FACTS: VisitFacts = { startedAt: 0, durationMs: 0, bytes: 0, flags: [], refused: {} };

/** A name for this process in leases. */
export const newWorkerName = (): string => randomUUID();

function addCounts(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const rule in counts) sums[rule] = (sums[rule] ?? 0) + counts[rule]!;
}
