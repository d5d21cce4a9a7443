import type { CrawlJob, PageTask } from '../../../model/crawl/crawl.js';
import { RobotsDisallowedError } from '../../../model/errors.js';
import type { Page } from '../../../model/page/page.js';
import type { PageReading, UnchangedPage } from '../../../pipeline/page-reading.js';
import { LeftToBrowserError, type BrowserTurns } from '../../../pipeline/rendering/browser-turns.js';
import type { PageRun } from '../../../pipeline/run/page-run.js';
import type { HostPermit } from '../../../ports/host-gate.port.js';
import { creditsOf } from '../../credits-of.js';
import { enterSite, type SiteEntry } from '../../enter-site.js';
import { withTimings } from '../../events/event-stream.js';
import type { ExtractionTime } from '../../extract/page-extraction.js';
import type { Untracked } from '../../history/page-tracker.js';
import { readFields, readingRequest } from '../../history/tracked-fields.js';
import type { TrackedVisit } from '../../history/visits/tracked-visit.js';
import type { TrackedPage } from '../../history/visits/visit-plan.js';
import { isLockedDown, namesPages, obeysRobots, requestOf } from '../planning/pages-of-job.js';
import type { ActiveTask } from '../worker/active-task.js';
import type { CrawlContext } from '../worker/crawl-context.js';
import { backOffOf } from './back-off.js';
import { isErrorStatus } from '../../../model/page/error-status.js';
import { failureOf } from './failure-of.js';
import { ReceivedResponse } from './keep-response.js';
import type { LinkEnqueuer } from './link-enqueuer.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';
import { sitemapSeeds } from './sitemap-seeds.js';
import { decisionBehind, decisionsFor, type KindLesson } from './template-decisions.js';
import {
  BLOCKED,
  endOf,
  saysNofollow,
  skipped,
  type Left,
  type Postponed,
  type Visited,
} from './visit-result.js';

/** Context of reading one page. */
interface Reading {
  readonly run: PageRun;
  readonly signal: AbortSignal;
  /** Absent where it is not tracked. */
  readonly visit: TrackedVisit | null;
  /** Absent where responses are not kept. */
  readonly received: ReceivedResponse | null;
}

type VisitTime = ExtractionTime & Pick<Reading, 'run' | 'received'>;

/** A page of the cache needs neither robots.txt nor a slot at its host. */
const NO_REQUEST: HostPermit = { release: () => Promise.resolve() };

/** The visit of one page address of a crawl: robots.txt, the host's pace, the page, and whether it belongs here. */
export class PageVisit {
  constructor(
    private readonly tools: CrawlContext,
    private readonly job: CrawlJob,
    private readonly addresses: Pick<LinkEnqueuer, 'scope'>,
    private readonly lesson: KindLesson | null,
  ) {}

  /** @throws the errors of PageReader, RedirectOutOfScopeError */
  async run(active: ActiveTask): Promise<Visited | Postponed | Left> {
    const { task } = active;
    const { id: crawlId, owner, request } = this.job;
    const { kind = 'crawl', trace } = request;
    const run = this.tools.events.begin({ kind, url: task.url, owner, crawlId, trace });
    try {
      const result = await this.visit(active, run);
      run.end(endOf(result));
      return result;
    } catch (error) {
      run.end({ outcome: 'failed', errorCode: failureOf(task, error).code });
      throw error;
    }
  }

  /** The result of a page that failed, if an earlier attempt recorded its visit; null without one. @throws UnavailableError */
  async recorded({ task, signal }: ActiveTask): Promise<Visited | null> {
    const known = await this.tools.tracking.recorded(this.job, task, signal);
    return known && this.asVisited(known.page, known);
  }

  private async visit(active: ActiveTask, run: PageRun): Promise<Visited | Postponed | Left> {
    const { task, signal } = active;
    const received = this.job.request.keepResponses ? new ReceivedResponse() : null;
    let visit: TrackedVisit | null = null;
    try {
      const tracking = await this.beginTracking(task, signal);
      visit = tracking && 'conclude' in tracking ? tracking : null;
      const known = visit && (visit.repeated ?? (await visit.unrequested()));
      if (known) return this.asVisited(known.page, known);
      const pass = isLockedDown(this.job)
        ? NO_REQUEST
        : await enterSite(this.tools, this.entryOf(task), run, signal);
      if ('retryAtMs' in pass) return { kind: 'postponed', untilMs: pass.retryAtMs, wasAsked: false };
      const startedAt = performance.now();
      const leave = () => pass.release().then(() => active.leaveHost());
      const reading = await this.read(task, pass, { run, signal, visit, received }).finally(leave);
      if ('untilMs' in reading) return reading;
      const time = { startedAt, signal, run, received };
      const visited = visit
        ? await this.visitedTracked(task, reading, visit, time)
        : await this.visited(task, reading as PageReading, time, tracking as Untracked | null);
      return received?.addTo(visited, requestOf(this.job, task, this.tools)) ?? visited;
    } catch (error) {
      if (error instanceof RobotsDisallowedError) return this.blocked(visit, error);
      if (error instanceof LeftToBrowserError) return { kind: 'left' };
      throw error;
    } finally {
      visit?.release();
    }
  }

  private blocked(visit: TrackedVisit | null, { message: refusal }: RobotsDisallowedError): Visited {
    const known = visit?.recorded;
    return known ? this.asVisited(known.page, known) : { ...BLOCKED, refusal };
  }

  private entryOf(task: PageTask): SiteEntry {
    const { url, host } = task;
    const { delayMs } = this.job.request;
    return { url, host, caller: this.job, obeysRobots: obeysRobots(this.job, task), delayMs };
  }

  private async read(
    task: PageTask,
    pass: HostPermit,
    under: Reading,
  ): Promise<PageReading | UnchangedPage | Postponed> {
    const reading = await this.readOnce(task, under);
    if ('kind' in reading) return reading;
    const backOff = backOffOf(reading, task.attempts);
    if (backOff !== null) {
      await pass.release(backOff.isOfHost ? backOff.ms : 0);
      return {
        kind: 'postponed',
        untilMs: Date.now() + backOff.ms,
        wasAsked: true,
        pausesHost: backOff.isOfHost,
      };
    }
    return reading;
  }

  private async readOnce(task: PageTask, under: Reading): Promise<PageReading | UnchangedPage> {
    const { reader } = this.tools;
    const { visit } = under;
    const request = requestOf(this.job, task, this.tools);
    const context = this.contextOf(task, under);
    if (!visit) return reader.read(request, context);
    const wanted = visit.readingRequest(readingRequest(request));
    const reading = await reader.revisit(wanted, visit.known, context);
    const isDoubted = 'kind' in reading && (await visit.doubts(reading));
    return isDoubted ? reader.revisit(wanted, visit.knownInDoubt, context) : reading;
  }

  private contextOf(task: PageTask, { run, signal, visit, received }: Reading) {
    const kinds = decisionsFor(this.lesson, task, visit);
    return {
      signal,
      run,
      priority: 'crawl' as const,
      collectAnchors: visit !== null || this.job.request.followLinks !== false,
      collectSearchText: this.tools.collectSearchText,
      turns: this.turnsOf(task),
      followDocumentLinks: this.job.request.followDocumentLinks ?? false,
      retry: false,
      ...(received ? { onResponse: received.note } : {}),
      ...(kinds === null ? {} : { kinds }),
      ...(obeysRobots(this.job, task)
        ? { validateHop: (url: string) => this.validateHop(url, task, signal) }
        : {}),
    };
  }

  private turnsOf(task: PageTask): BrowserTurns {
    const { store, maxRenderedPages: most, leaseMs: patienceMs } = this.tools;
    return {
      most,
      ask: (hasBrowser) => store.frontier.askForBrowser(task, { hasBrowser, most, patienceMs }),
    };
  }

  /** The first hop was checked before the host was entered. */
  private async validateHop(url: string, task: PageTask, signal: AbortSignal): Promise<void> {
    if (url !== task.url) await this.tools.robots.check(url, signal, this.job.owner);
  }

  private async visited(
    task: PageTask,
    reading: PageReading,
    time: VisitTime,
    untracked: Untracked | null,
  ): Promise<Visited> {
    const { anchors, bytes, sitemap, setsCookies = false } = reading;
    this.checkScope(task, reading.page.url);
    if (this.job.request.skipErrorPages && isErrorStatus(reading.page.statusCode))
      return skipped(task, reading);
    const read = { ...reading, page: await this.settled(task, reading, time.signal) };
    const { gathering } = this.job.request;
    const extracted = await this.tools.extraction.add(read, requestOf(this.job, task, this.tools), {
      ...time,
      priority: 'crawl',
      ...(gathering ? { tokens: await this.tools.tokens.of(this.job.id) } : {}),
    });
    const wanted = gathering ? { ...extracted, markdown: null } : extracted; // a source of the answer: its markdown was not requested
    const timed = withTimings(wanted, this.job.request.page ?? {}, time.run);
    const page = untracked ? { ...timed, warnings: [...timed.warnings, untracked.warning] } : timed;
    const isSentBack = setsCookies && reading.page.url !== task.url;
    return this.asVisited(page, { anchors: anchors ?? [], bytes, sitemap, isSentBack });
  }

  private async visitedTracked(
    task: PageTask,
    reading: PageReading | UnchangedPage,
    visit: TrackedVisit,
    time: VisitTime,
  ): Promise<Visited> {
    if (!('kind' in reading)) this.checkScope(task, reading.page.url);
    const { run, signal, received } = time;
    const request = requestOf(this.job, task, this.tools);
    const wanted = visit.readingRequest(readingRequest(request));
    const tracked = await visit.conclude(reading, {
      reread: () => this.tools.reader.reread(wanted, this.contextOf(task, { run, signal, visit, received })),
      finish: (read) => this.finishTracked(task, read, visit, time),
    });
    this.checkScope(task, tracked.page.url);
    if (await this.isUncounted(tracked.page.statusCode))
      return { ...skipped(task, { ...tracked, bytes: tracked.counts.bytes }), changes: tracked.counts };
    return this.asVisited(withTimings(tracked.page, this.job.request.page ?? {}, run), tracked);
  }

  /** True for an error page that does not count towards the limit: as many as the limit, so that the crawl ends. */
  private async isUncounted(statusCode: number): Promise<boolean> {
    const { errorPagesCount = true, limit } = this.job.request;
    if (errorPagesCount || limit === undefined || !isErrorStatus(statusCode)) return false;
    const job = await this.tools.store.find(this.job.id);
    return job !== null && job.counters.failed + job.counters.leased <= limit;
  }

  private async finishTracked(task: PageTask, reading: PageReading, visit: TrackedVisit, time: VisitTime) {
    const request = requestOf(this.job, task, this.tools);
    const learns = visit.isNew && this.lesson !== null;
    const page = learns ? await this.settled(task, reading, time.signal) : reading.page;
    const decision = learns
      ? decisionBehind(this.lesson, task, reading, page, visit)
      : visit.decisionOf(reading);
    const read = { ...reading, page };
    const crawled = { ...time, priority: 'crawl' as const };
    const extracted = await this.tools.extraction.add(read, request, crawled);
    const finished = await readFields(
      this.tools.extraction,
      { reading: read, page: extracted },
      request,
      crawled,
    );
    return { ...finished, decision };
  }

  private beginTracking(task: PageTask, signal: AbortSignal): Promise<TrackedVisit | Untracked | null> {
    const { job, tools, addresses } = this;
    const readDates = async (onDate: (url: string, date: string) => void) => {
      const site = { ...task, url: job.rootUrl ?? job.request.url, foundOn: null };
      for await (const _ of sitemapSeeds(site, job, addresses.scope, tools, signal, onDate)); // only dates are wanted
    };
    return tools.tracking.begin(job, task, readDates, signal);
  }

  private checkScope(task: PageTask, url: string): void {
    if (task.rule !== 'seed' && url !== task.url && !namesPages(this.job)) this.refuseOutOfScope(task, url);
  }

  private asVisited(
    page: Page,
    {
      anchors,
      counts,
      bytes = counts?.bytes ?? 0,
      sitemap,
      isSentBack = false,
    }: Pick<TrackedPage, 'anchors'> &
      Partial<TrackedPage> &
      Partial<Pick<Visited, 'bytes' | 'sitemap' | 'isSentBack'>>,
  ): Visited {
    // in a crawl, a page with several URLs is one page; in a batch, each URL has its own result
    const keys = namesPages(this.job)
      ? []
      : this.addresses.scope.keysOf(page.url, page.metadata.canonicalUrl);
    return {
      kind: 'visited',
      outcome: { kind: 'page', page, keys, credits: creditsOf(page, this.job.request.page?.maxPages) },
      url: page.url,
      anchors: this.job.request.followLinks === false ? [] : anchors,
      ...(sitemap === undefined ? {} : { sitemap }),
      ...(isSentBack ? { isSentBack } : {}),
      bytes,
      nofollow: saysNofollow(page),
      ...(counts ? { changes: counts } : {}),
      refusal: null,
    };
  }

  private settled({ host }: PageTask, reading: PageReading, signal: AbortSignal): Page | Promise<Page> {
    return this.lesson?.kinds.settle(host, reading, this.lesson.hold, signal) ?? reading.page;
  }

  private refuseOutOfScope(task: PageTask, url: string): void {
    const { admitted, rule } = this.addresses.scope.explain(url, { rule: 'redirect', hops: task.hops });
    if (!admitted) throw new RedirectOutOfScopeError(task.url, url, rule);
  }
}
