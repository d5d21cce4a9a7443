import type { PageReading, UnchangedPage } from '../../../pipeline/page-reading.js';
import { LeftToBrowserError, type BrowserTurns } from '../../../pipeline/rendering/browser-turns.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { isBusyStatus } from '../../../model/retry/busy-status.js';
import { RETRIES } from '../../../model/retry/policies.js';
import { retryAfterMs } from '../../../model/retry/retry-after.js';
import type { PageRun, RunEnd } from '../../../pipeline/run/page-run.js';
import type { CrawlJob, PageOutcome, PageTask } from '../../../model/crawl/crawl.js';
import { RobotsDisallowedError } from '../../../model/errors.js';
import type { Page, PageLink } from '../../../model/page/page.js';
import type { ChangeCounts } from '../../../model/page/page-change.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import type { HostPermit } from '../../../ports/host-gate.port.js';
import { enterSite, type SiteEntry } from '../../enter-site.js';
import { withTimings } from '../../events/event-stream.js';
import type { ExtractionTime } from '../../extract/page-extraction.js';
import { creditsOf } from '../../credits-of.js';
import type { Untracked } from '../../history/page-tracker.js';
import { readFields, readingRequest } from '../../history/tracked-fields.js';
import type { TrackedVisit } from '../../history/tracked-visit.js';
import type { TrackedPage } from '../../history/visit-plan.js';
import type { LinkEnqueuer } from './link-enqueuer.js';
import type { CrawlContext } from '../worker/crawl-context.js';
import { failureOf } from './failure-of.js';
import { ReceivedResponse } from './keep-response.js';
import { isLockedDown, namesPages, obeysRobots, requestOf } from '../planning/pages-of-job.js';
import type { TemplateBuffer } from '../templates/template-buffer.js';
import type { PageTemplates } from '../templates/page-templates.js';
import { ErrorPageError, isErrorStatus } from './error-page.error.js';
import { sitemapSeeds } from './sitemap-seeds.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';
import type { ActiveTask } from '../worker/active-task.js';

/** Page templates shared by the visits of one crawl. */
interface KindLesson {
  readonly kinds: PageTemplates;
  readonly hold: TemplateBuffer;
}

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

/** A completed visit. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: PageOutcome;
  /** Final URL; null without a page. */
  readonly url: string | null;
  readonly anchors: readonly PageLink[];
  readonly bytes: number;
  /** The page asks robots not to follow its links. */
  readonly nofollow: boolean;
  /** Only for tracked pages. */
  readonly changes?: ChangeCounts;
  /** Message of the robots.txt refusal; null if the page is allowed. */
  readonly refusal: string | null;
}

/** A visit to be repeated later, because the host requires a pause. */
export interface Postponed {
  readonly kind: 'postponed';
  readonly untilMs: number;
  /** True if the page was requested and the site answered that it is busy. */
  readonly wasAsked: boolean;
}

/** A visit that goes on in a worker which has a browser. */
export interface Left {
  readonly kind: 'left';
}

/** A page of the cache needs neither robots.txt nor a slot at its host. */
const NO_REQUEST: HostPermit = { release: () => Promise.resolve() };

/** Longest accepted pause. If a site requests more, its answer is stored. */
const MAX_BACK_OFF_MS = 60_000;

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
      if (error instanceof RobotsDisallowedError) return { ...BLOCKED, refusal: error.message };
      if (error instanceof LeftToBrowserError) return { kind: 'left' };
      throw error;
    } finally {
      visit?.release();
    }
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
    const backOffMs = backOffOf(reading, task.attempts);
    if (backOffMs !== null) {
      await pass.release(backOffMs);
      return { kind: 'postponed', untilMs: Date.now() + backOffMs, wasAsked: true };
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
    const kinds = this.decisionsOf(task, visit);
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

  /** Template decisions for a page: those of its last visit if it is known, else those of this crawl. */
  private decisionsOf({ host }: PageTask, visit: TrackedVisit | null): readonly KindDecision[] | null {
    if (visit && !visit.isNew) return visit.decisions;
    if (this.lesson === null) return null;
    const learnt = this.lesson.kinds.decisionsOn(host);
    const stored = visit?.decisions.filter(({ kind }) => !learnt.some((decision) => decision.kind === kind));
    return stored?.length ? [...learnt, ...stored] : learnt;
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
    const { anchors, bytes } = reading;
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
    return this.asVisited(page, { anchors: anchors ?? [], bytes });
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
    return this.asVisited(withTimings(tracked.page, this.job.request.page ?? {}, run), tracked);
  }

  private async finishTracked(task: PageTask, reading: PageReading, visit: TrackedVisit, time: VisitTime) {
    const request = requestOf(this.job, task, this.tools);
    const learns = visit.isNew && this.lesson !== null;
    const page = learns ? await this.settled(task, reading, time.signal) : reading.page;
    const decision = learns ? this.decisionBehind(task, reading, page, visit) : visit.decisionOf(reading);
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

  /** Template decision that applied to a new page. */
  private decisionBehind(
    { host }: PageTask,
    { facts, vote }: PageReading,
    page: Page,
    visit: TrackedVisit,
  ): KindDecision | null {
    if (page.quality.candidate !== 'settled') return null;
    const kind = facts?.settledBy ?? vote?.kind;
    const learnt = this.lesson?.kinds.decisionsOn(host) ?? [];
    return [...learnt, ...visit.decisions].find((decision) => decision.kind === kind) ?? null;
  }

  private beginTracking(task: PageTask, signal: AbortSignal): Promise<TrackedVisit | Untracked | null> {
    const { job, tools, addresses } = this;
    const readDates = async (onDate: (url: string, date: string) => void) => {
      const site = { ...task, url: job.rootUrl ?? job.request.url };
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
    }: Pick<TrackedPage, 'anchors'> & Partial<TrackedPage> & { readonly bytes?: number },
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

function endOf(result: Visited | Postponed | Left): RunEnd {
  if (result.kind !== 'visited') return { outcome: result.kind };
  const { outcome } = result;
  if (outcome.kind === 'page') return { outcome: 'page', statusCode: outcome.page.statusCode };
  return outcome.kind === 'failed'
    ? { outcome: 'failed', errorCode: outcome.failure.code }
    : { outcome: 'blocked' };
}

/** A page that is stored as a failure. It is read only for its links. */
function skipped(task: PageTask, { page, anchors, bytes }: PageReading): Visited {
  const { statusCode, url } = page;
  const failure = failureOf(task, new ErrorPageError(task.url, statusCode));
  return {
    kind: 'visited',
    outcome: { kind: 'failed', failure, response: { statusCode, url } },
    url,
    anchors: anchors ?? [],
    bytes,
    nofollow: saysNofollow(page),
    refusal: null,
  };
}

/** True if robots metadata contains `nofollow` or `none`. */
export const saysNofollow = ({ metadata }: Page): boolean =>
  /\b(nofollow|none)\b/i.test(metadata.robots ?? '');

const BLOCKED = {
  kind: 'visited',
  outcome: { kind: 'blocked' },
  url: null,
  anchors: [],
  bytes: 0,
  nofollow: false,
} as const;

/**
 * Pause before the next request to the host, in milliseconds. Null if the answer is final: the site is not busy, this
 * was the last attempt, or the requested pause is too long.
 */
function backOffOf({ page, retryAfter }: PageReading, attempts: number): number | null {
  if (!isBusyStatus(page.statusCode) || attempts >= RETRIES.busyPage.retries) return null;
  const askedMs = retryAfterMs(retryAfter) ?? backoffMs(RETRIES.busyPage, attempts + 1);
  return askedMs > MAX_BACK_OFF_MS ? null : askedMs;
}
