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
import type { StateKey } from '../../../model/page/state-key.js';
import type { FetchResponse } from '../../../ports/fetcher.port.js';
import type { CookieReading, JobCookies } from '../cookies/job-cookies.js';
import {
  isLockedDown,
  namesPages,
  obeysRobots,
  requestOf,
  type StatefulTask,
} from '../planning/pages-of-job.js';
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
  uncounted,
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
  /** Absent where the job keeps no cookies. */
  readonly cookies: CookieReading | null;
}

/** A page that was read, with what it was read for. */
interface PageOfTask {
  readonly task: StatefulTask;
  readonly visit: TrackedVisit | null;
  readonly reading: PageReading | UnchangedPage;
}

type VisitTime = ExtractionTime & Pick<Reading, 'run' | 'received'>;

/** Time for another page of the site. */
const PUT_OFF_MS = 250;

/** Pause of a job whose pages another process reads. */
const ELSEWHERE_MS = 1_000;

/** Hosts whose need of cookies is remembered. */
const MAX_HOSTS = 1_000;

/** A page of the cache needs neither robots.txt nor a slot at its host. */
const NO_REQUEST: HostPermit = { release: () => Promise.resolve() };

/** The visit of one page address of a crawl: robots.txt, the host's pace, the page, and whether it belongs here. */
export class PageVisit {
  private readonly cookies: JobCookies | null;
  /** Hosts that needed cookies when they were tracked before. */
  private readonly remembered = new Map<string, Promise<StateKey | undefined>>();

  constructor(
    private readonly tools: CrawlContext,
    private readonly job: CrawlJob,
    private readonly addresses: Pick<LinkEnqueuer, 'scope'>,
    private readonly lesson: KindLesson | null,
  ) {
    this.cookies = tools.cookies.of(job);
  }

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
    const bound = await this.bind(task).catch(() => null); // its session is gone: nothing was recorded that can be found
    const known = bound && (await this.tools.tracking.recorded(this.job, bound, signal));
    return known && this.asVisited(known.page, known);
  }

  private async visit(active: ActiveTask, run: PageRun): Promise<Visited | Postponed | Left> {
    const { signal } = active;
    const received = this.job.request.keepResponses ? new ReceivedResponse() : null;
    let visit: TrackedVisit | null = null;
    let task: StatefulTask = active.task;
    const endReading = this.cookies?.begin(task.url);
    try {
      if (await this.isElsewhere())
        return { kind: 'postponed', untilMs: Date.now() + ELSEWHERE_MS, wasAsked: false };
      task = await this.bind(task);
      const tracking = await this.beginTracking(task, signal);
      visit = tracking && 'conclude' in tracking ? tracking : null;
      const known = visit && (visit.repeated ?? (await visit.unrequested()));
      if (known) return this.asVisited(known.page, known);
      const putOff = this.cookies?.takePutOff(task.url) ?? null;
      const isKnown = putOff !== null && visit === null && task.state === undefined;
      const pass =
        isKnown || isLockedDown(this.job)
          ? NO_REQUEST
          : await enterSite(this.tools, this.entryOf(task), run, signal);
      if ('retryAtMs' in pass) return { kind: 'postponed', untilMs: pass.retryAtMs, wasAsked: false };
      const startedAt = performance.now();
      const leave = () => pass.release().then(() => active.leaveHost());
      const cookies = isKnown ? putOff.cookies : (this.cookies?.reading(task.state === 'jar') ?? null);
      const under = { run, signal, visit, received, cookies };
      const result = await this.read(task, pass, under, isKnown ? putOff.reading : null).finally(leave);
      if ('untilMs' in result) return result;
      if (result.visit !== visit) visit?.release();
      ({ task, visit } = result);
      const { reading } = result;
      const time = { startedAt, signal, run, received, jobId: this.job.id };
      const read = visit
        ? await this.visitedTracked(task, reading, visit, time)
        : await this.visited(task, reading as PageReading, time, tracking as Untracked | null);
      if (visit && task.state === 'jar') await this.rememberCookies(task);
      const maxFailures = visit ? this.maxUncounted(read) : null;
      const visited = maxFailures === null ? this.withWarnings(read) : read;
      const stored = received?.addTo(visited, requestOf(this.job, task, this.tools)) ?? visited;
      return maxFailures === null ? stored : uncounted(task, stored, maxFailures);
    } catch (error) {
      if (error instanceof RobotsDisallowedError) return this.blocked(visit, error);
      if (error instanceof LeftToBrowserError) return { kind: 'left' };
      throw error;
    } finally {
      endReading?.();
      visit?.release();
    }
  }

  /** Adds what is to be said about the cookies of the job, to one page. */
  private withWarnings(visited: Visited): Visited {
    const { outcome } = visited;
    const warnings = outcome.kind === 'page' ? (this.cookies?.takeWarnings() ?? []) : [];
    if (outcome.kind !== 'page' || warnings.length === 0) return visited;
    const page = { ...outcome.page, warnings: [...outcome.page.warnings, ...warnings] };
    return { ...visited, outcome: { ...outcome, page } };
  }

  /** True if another process has the cookies of the job, in its memory. */
  private async isElsewhere(): Promise<boolean> {
    await this.cookies?.follow();
    return (await this.cookies?.isElsewhere()) ?? false;
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

  /** @param known the page if it was read before and put off */
  private async read(
    task: StatefulTask,
    pass: HostPermit,
    under: Reading,
    known: PageReading | null,
  ): Promise<PageOfTask | Postponed> {
    const first = { task, visit: under.visit, reading: known ?? (await this.readOnce(task, under)) };
    const second = await this.readWithCookies(first, under);
    if (!second && !known && this.isPutOff(first, under))
      return { kind: 'postponed', untilMs: Date.now() + PUT_OFF_MS, wasAsked: true, pausesHost: false };
    const last = second ?? first;
    const { reading } = last;
    if ('kind' in reading) return last;
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
    return last;
  }

  /** A page without another one to compare it with is put off: the next page of its site tells whether it is a wall. */
  private isPutOff({ task, reading }: PageOfTask, { visit, received, cookies }: Reading): boolean {
    const hasOthers = namesPages(this.job) ? (this.job.request.limit ?? 2) > 1 : task.rule !== 'seed';
    if ('kind' in reading || visit || received || !cookies || !this.cookies || !hasOthers) return false;
    return !isErrorStatus(reading.page.statusCode) && this.cookies.putOff(task, { reading, cookies });
  }

  /** The task with the state that its page is read with. @throws SessionUnknownError, SessionExpiredError */
  private async bind(task: PageTask): Promise<StatefulTask> {
    const { owner, request } = this.job;
    const { session } = request.page ?? {};
    if (session !== undefined) {
      const { state } = await this.tools.sessions.bind({ url: task.url, owner, session });
      return state === undefined ? task : { ...task, state };
    }
    if (!this.cookies) return task;
    if ((await this.rememberedAt(task)) === 'jar') this.cookies.remember(task.url);
    return (await this.cookies.sendsAt(task.url)) ? { ...task, state: 'jar' } : task;
  }

  private rememberedAt({ host, url }: PageTask): Promise<StateKey | undefined> {
    const known = this.remembered.get(host) ?? this.tools.tracking.jarAt(this.job, url);
    if (this.remembered.size < MAX_HOSTS) this.remembered.set(host, known);
    return known;
  }

  private async rememberCookies({ host, url }: PageTask): Promise<void> {
    if ((await this.remembered.get(host)) === 'jar') return;
    this.remembered.set(host, Promise.resolve('jar'));
    await this.tools.tracking.noteJarAt(this.job, url);
  }

  /** Reads a page again that seems to need the cookies of its site; null if it does not. */
  private async readWithCookies(first: PageOfTask, under: Reading): Promise<PageOfTask | null> {
    const { reading, task } = first;
    const { cookies, signal } = under;
    if (!this.cookies || !cookies || 'kind' in reading) return null;
    const visits: TrackedVisit[] = [];
    const bound: StatefulTask = { ...task, state: 'jar' };
    const again = async (): Promise<PageReading> => {
      const tracking = await this.beginTracking(bound, signal);
      const visit = tracking && 'conclude' in tracking ? tracking : null;
      if (visit) visits.push(visit);
      const second = { ...under, visit, cookies: this.cookies!.reading(true) };
      const request = requestOf(this.job, bound, this.tools);
      const { reader } = this.tools;
      if (!visit) return reader.read(request, this.contextOf(bound, second));
      return reader.reread(visit.readingRequest(readingRequest(request)), this.contextOf(bound, second));
    };
    const { followLinks = true } = this.job.request;
    const terms = { signal, followsLinks: followLinks && !namesPages(this.job) };
    const second = await this.cookies.repeatIfNeeded(task, { page: reading, reading: cookies }, again, terms);
    const visit = visits.pop() ?? null;
    if (second === null) visit?.release();
    else await this.tools.reader.forgetStored(requestOf(this.job, task, this.tools));
    return second && { task: bound, visit, reading: second };
  }

  private async readOnce(task: StatefulTask, under: Reading): Promise<PageReading | UnchangedPage> {
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

  private contextOf(task: StatefulTask, { run, signal, visit, received, cookies }: Reading) {
    const kinds = decisionsFor(this.lesson, task, visit);
    return {
      signal,
      run,
      ...(cookies
        ? {
            visitor: cookies.visitor,
            onFetched: (response: FetchResponse) => this.cookies?.noteBody(cookies, response),
          }
        : {}),
      priority: 'crawl' as const,
      collectAnchors: visit !== null || this.job.request.followLinks !== false,
      collectSearchText: this.isSearchable,
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

  private get isSearchable(): boolean {
    const { page, zeroDataRetention } = this.job.request;
    return this.tools.collectSearchText && page?.session === undefined && zeroDataRetention !== true;
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
    task: StatefulTask,
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
    task: StatefulTask,
    reading: PageReading | UnchangedPage,
    visit: TrackedVisit,
    time: VisitTime,
  ): Promise<Visited> {
    if (!('kind' in reading)) this.checkScope(task, reading.page.url);
    const { run, signal, received } = time;
    const request = requestOf(this.job, task, this.tools);
    const wanted = visit.readingRequest(readingRequest(request));
    const tracked = await visit.conclude(reading, {
      reread: () =>
        this.tools.reader.reread(
          wanted,
          this.contextOf(task, {
            run,
            signal,
            visit,
            received,
            cookies: this.cookies?.reading(task.state === 'jar') ?? null,
          }),
        ),
      finish: (read) => this.finishTracked(task, read, visit, time),
    });
    this.checkScope(task, tracked.page.url);
    return this.asVisited(withTimings(tracked.page, this.job.request.page ?? {}, run), tracked);
  }

  /** Maximum number of failures up to which the page is one of them; null for a page that counts towards the limit. */
  private maxUncounted({ outcome }: Visited): number | null {
    const { errorPagesCount = true, limit } = this.job.request;
    if (errorPagesCount || limit === undefined || outcome.kind !== 'page') return null;
    return isErrorStatus(outcome.page.statusCode) ? limit : null;
  }

  private async finishTracked(
    task: StatefulTask,
    reading: PageReading,
    visit: TrackedVisit,
    time: VisitTime,
  ) {
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

  private beginTracking(task: StatefulTask, signal: AbortSignal): Promise<TrackedVisit | Untracked | null> {
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
      outcome: {
        kind: 'page',
        page,
        keys,
        credits: creditsOf(page, this.job.request.page?.maxPages),
        ...(this.isSearchable && { isSearchable: true }),
      },
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
