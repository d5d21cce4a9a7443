import type { PageReading } from '../../../engine/page-reader.js';
import { LeftToBrowserError, type BrowserTurns } from '../../../engine/rendering/browser-turns.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { isBusyStatus } from '../../../model/retry/busy-status.js';
import { RETRIES } from '../../../model/retry/policies.js';
import { retryAfterMs } from '../../../model/retry/retry-after.js';
import type { PageRun, RunEnd } from '../../../engine/run/page-run.js';
import type { CrawlJob, PageOutcome, PageTask } from '../../../model/crawl.js';
import { RobotsDisallowedError } from '../../../model/errors.js';
import type { Page, PageLink } from '../../../model/page.js';
import type { HostPass } from '../../../ports/host-gate.port.js';
import { enterSite, type SiteEntry } from '../../enter-site.js';
import { withTimings } from '../../events/event-stream.js';
import type { ExtractionTime } from '../../extract/page-extraction.js';
import { creditsOf } from '../../credits-of.js';
import type { AddressIntake } from './address-intake.js';
import type { CrawlTools } from './crawl-tools.js';
import { failureOf } from './failure-of.js';
import { namesPages, obeysRobots, requestOf } from '../planning/pages-of-job.js';
import type { PageHold } from '../kinds/page-hold.js';
import type { PageKinds } from '../kinds/page-kinds.js';
import { ErrorPageError, isErrorStatus } from './error-page.error.js';
import { RedirectOutOfScopeError } from './redirect-out-of-scope.error.js';
import type { TaskUnderway } from './task-underway.js';

/** What a visit learns from the pages of the same crawl, and gives them. */
interface KindLesson {
  readonly kinds: PageKinds;
  readonly hold: PageHold;
}

/** A visit that came to something. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: PageOutcome;
  /** Final address of a page that was had. */
  readonly url: string | null;
  readonly anchors: readonly PageLink[];
  readonly bytes: number;
  /** The page asks robots not to follow its links. */
  readonly nofollow: boolean;
  /** What robots.txt says against it. */
  readonly refusal: string | null;
}

/** A visit for which it is not the time: the host wants to be left alone. */
export interface Postponed {
  readonly kind: 'postponed';
  readonly untilMs: number;
  /** The page was asked for, and the site said "not now". */
  readonly wasAsked: boolean;
}

/** A visit that goes on in a worker which has a browser. */
export interface Left {
  readonly kind: 'left';
}

/** A site that asks for more has refused. */
const MAX_BACK_OFF_MS = 60_000;

/** The visit of one page address of a crawl: robots.txt, the host's pace, the page, and whether it belongs here. */
export class PageVisit {
  constructor(
    private readonly tools: CrawlTools,
    private readonly job: CrawlJob,
    private readonly addresses: Pick<AddressIntake, 'scope'>,
    private readonly lesson: KindLesson | null,
  ) {}

  /** @throws the errors of PageReader, RedirectOutOfScopeError */
  async run(underway: TaskUnderway): Promise<Visited | Postponed | Left> {
    const { task } = underway;
    const { id: crawlId, owner, request } = this.job;
    const { kind = 'crawl', trace } = request;
    const run = this.tools.events.begin({ kind, url: task.url, owner, crawlId, trace });
    try {
      const result = await this.visit(underway, run);
      run.end(endOf(result));
      return result;
    } catch (error) {
      run.end({ outcome: 'failed', errorCode: failureOf(task, error).code });
      throw error;
    }
  }

  private async visit(underway: TaskUnderway, run: PageRun): Promise<Visited | Postponed | Left> {
    const { task, signal } = underway;
    try {
      const pass = await enterSite(this.tools, this.entryOf(task), run, signal);
      if ('retryAtMs' in pass) return { kind: 'postponed', untilMs: pass.retryAtMs, wasAsked: false };
      const startedAt = performance.now();
      const leave = () => pass.release().then(() => underway.leaveHost());
      const reading = await this.read(task, pass, run, signal).finally(leave);
      return 'kind' in reading ? reading : await this.visited(task, reading, { startedAt, signal, run });
    } catch (error) {
      if (error instanceof RobotsDisallowedError) return { ...BLOCKED, refusal: error.message };
      if (error instanceof LeftToBrowserError) return { kind: 'left' };
      throw error;
    }
  }

  private entryOf(task: PageTask): SiteEntry {
    const { url, host } = task;
    const { delayMs } = this.job.request;
    return { url, host, caller: this.job, obeysRobots: obeysRobots(this.job, task), delayMs };
  }

  private async read(
    task: PageTask,
    pass: HostPass,
    run: PageRun,
    signal: AbortSignal,
  ): Promise<PageReading | Postponed> {
    const reading = await this.tools.reader.read(requestOf(this.job, task), {
      signal,
      run,
      priority: 'crawl',
      collectAnchors: this.job.request.followLinks !== false,
      collectSearchText: this.tools.collectSearchText,
      turns: this.turnsOf(task),
      followDocumentLinks: this.job.request.followDocumentLinks ?? false,
      retry: false,
      ...(this.lesson === null ? {} : { kinds: this.lesson.kinds.decisionsOn(task.host) }),
      ...(obeysRobots(this.job, task) ? { validateHop: (url) => this.validateHop(url, task, signal) } : {}),
    });
    const backOffMs = backOffOf(reading, task.attempts);
    if (backOffMs !== null) {
      await pass.release(backOffMs);
      return { kind: 'postponed', untilMs: Date.now() + backOffMs, wasAsked: true };
    }
    return reading;
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
    time: ExtractionTime & { readonly run: PageRun },
  ): Promise<Visited> {
    const { anchors, bytes } = reading;
    const { url } = reading.page;
    if (task.rule !== 'seed' && url !== task.url && !namesPages(this.job)) this.refuseOutOfScope(task, url);
    if (this.job.request.skipErrorPages && isErrorStatus(reading.page.statusCode))
      return skipped(task, reading);
    const read = { ...reading, page: await this.settled(task, reading, time.signal) };
    const { gathering } = this.job.request;
    const extracted = await this.tools.extraction.add(read, requestOf(this.job, task), {
      ...time,
      priority: 'crawl',
      ...(gathering ? { tokens: await this.tools.tokens.of(this.job.id) } : {}),
    });
    const wanted = gathering ? { ...extracted, markdown: null } : extracted; // only read, not asked for
    const page = withTimings(wanted, this.job.request.page ?? {}, time.run);
    // asked for by several addresses it is one page of a crawl, but not of a batch: each address has its answer
    const keys = namesPages(this.job)
      ? []
      : this.addresses.scope.keysOf(page.url, page.metadata.canonicalUrl);
    return {
      kind: 'visited',
      outcome: { kind: 'page', page, keys, credits: creditsOf(page, this.job.request.page?.maxPages) },
      url: page.url,
      anchors: anchors ?? [],
      bytes,
      nofollow: saysNofollow(page),
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

/** Whether robots metadata asks not to follow the links of a page. */
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

/** How long to leave the host alone before this page is asked for again; null when its answer counts, as that of the last try does. */
function backOffOf({ page, retryAfter }: PageReading, attempts: number): number | null {
  if (!isBusyStatus(page.statusCode) || attempts >= RETRIES.busyPage.retries) return null;
  const askedMs = retryAfterMs(retryAfter) ?? backoffMs(RETRIES.busyPage, attempts + 1);
  return askedMs > MAX_BACK_OFF_MS ? null : askedMs;
}
