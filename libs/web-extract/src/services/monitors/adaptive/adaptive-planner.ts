import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import type { MonitorCheck, PageState } from '../../../model/monitor/check.js';
import type {
  AdaptiveBounds,
  CrawlTarget,
  Monitor,
  MonitorHead,
  MonitorTarget,
  ScrapeTarget,
} from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import { MonitorStore } from '../../../ports/stores/monitor-store.port.js';
import { isMonitored, pagesOf, type States } from './monitored-pages.js';
import { chooseDue, planVisits, retryAt } from './plan-visits.js';
import { SiteNews, type VisitedPage } from './site-news.js';
import { visitAllowance, visitedAt, type VisitAllowance } from './visit-budget.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** URLs of one target of a check. */
const MAX_URLS = 1_000;
/** Plans of one owner that are made at once: each holds the visits of all pages of a monitor. */
const PLANS = 2;
/** Pages that are looked up in sitemaps and feeds. */
const MAX_DATED = 20_000;
/** Checks of a day that count towards the budget: one in 86 seconds. */
const MAX_CHECKS = 1_000;
/** Checks that are read at once. */
const PART = 100;

/** Work of an adaptive check. */
export interface PlannedCheck {
  readonly targets: readonly MonitorTarget[];
  /** Earliest time when a page that the check does not visit is due; null without such pages. */
  readonly restDueAt: number | null;
}

/** An adaptive monitor. */
type AdaptiveHead = MonitorHead & { readonly schedule: Extract<Monitor['schedule'], { adaptive: unknown }> };
type AdaptiveMonitor = AdaptiveHead & Pick<Monitor, 'targets'>;

/** Chooses the pages that an adaptive monitor visits, and the time of its next check. */
@Injectable()
export class AdaptivePlanner {
  private readonly places = new FairSemaphore(PLANS);

  constructor(
    private readonly store: MonitorStore,
    private readonly options: ResolvedOptions,
    private readonly news: SiteNews,
  ) {}

  /**
   * Targets of a check with the pages that are due; all targets for monitors with a cron schedule. Reads sitemaps and feeds first.
   * @throws the reason of the signal
   */
  async plan(monitor: MonitorHead, nowMs: number, signal: AbortSignal): Promise<PlannedCheck> {
    if (!isAdaptive(monitor)) return { targets: await this.targetsOf(monitor), restDueAt: null };
    const named = await this.news.changed(await this.visitedPages(monitor), monitor.owner, signal); // not in turn: sites may be slow
    return this.inTurn(monitor, (whole) => this.dueTargets(whole, named, nowMs));
  }

  private async targetsOf({ id }: MonitorHead): Promise<readonly MonitorTarget[]> {
    return (await this.store.targets(id)) ?? [];
  }

  private async dueTargets(
    monitor: AdaptiveMonitor,
    named: ReadonlySet<string>,
    nowMs: number,
  ): Promise<PlannedCheck> {
    const states = await this.statesByUrl(monitor);
    const pages = pagesOf(monitor, states);
    const dated = pages.map((page) => (named.has(page.url) ? { ...page, isDated: true } : page));
    const plan = await planVisits(dated, monitor.schedule.adaptive, nowMs);
    const untilMs = nowMs + this.options.monitors.minIntervalMs / 2;
    const planning = { bounds: monitor.schedule.adaptive, states, nowMs };
    const due = chooseDue(plan, untilMs, (await this.allowanceOf(monitor, nowMs)).pages);
    return {
      targets: monitor.targets.flatMap((target) => dueTarget(target, due.urls, planning) ?? []),
      restDueAt: Number.isFinite(due.nextAt) ? due.nextAt : null,
    };
  }

  /**
   * Time of the next check of an adaptive monitor; null for monitors with a cron schedule.
   * @param restDueAt that of the check that ends, if it was planned
   */
  async nextRun(
    monitor: MonitorHead,
    nowMs: number,
    restDueAt: number | null | undefined,
  ): Promise<number | null> {
    if (!isAdaptive(monitor)) return null;
    const soonest = nowMs + this.options.monitors.minIntervalMs;
    const { nextAt: allowedAt } = await this.allowanceOf(monitor, nowMs);
    // the other pages decide: a plan of all pages again would find no earlier time
    if (restDueAt != null && restDueAt <= soonest && allowedAt <= soonest) return soonest;
    return this.inTurn(monitor, async (whole) => {
      const states = await this.statesByUrl(whole);
      const crawlsAt = crawlTimes(whole, states, nowMs);
      let pagesAt = nowMs + monitor.schedule.adaptive.maxMinutes * MINUTE_MS;
      for (const { at } of await planVisits(pagesOf(whole, states), monitor.schedule.adaptive, nowMs))
        pagesAt = Math.min(pagesAt, at);
      return Math.max(soonest, Math.min(...crawlsAt, Math.max(pagesAt, allowedAt)));
    });
  }

  /** Visits within the budget of the monitor, by its checks of the last 24 hours. */
  private async allowanceOf({ id, schedule }: AdaptiveHead, nowMs: number): Promise<VisitAllowance> {
    const { maxPagesPerDay = Infinity } = schedule.adaptive;
    const checks = maxPagesPerDay === Infinity ? [] : await this.recentChecks(id, nowMs - DAY_MS);
    return visitAllowance(checks, maxPagesPerDay, nowMs);
  }

  private async recentChecks(id: string, sinceMs: number): Promise<readonly MonitorCheck[]> {
    const found: MonitorCheck[] = [];
    while (found.length < MAX_CHECKS) {
      const part = await this.store.checks(id, { offset: found.length, limit: PART });
      found.push(...part);
      if (part.length < PART || visitedAt(part.at(-1)!) < sinceMs) break;
    }
    return found;
  }

  private visitedPages(head: AdaptiveHead): Promise<readonly VisitedPage[]> {
    return this.inTurn(head, async (monitor) => {
      const isOwn = isMonitored(monitor);
      const pages: VisitedPage[] = [];
      for await (const part of this.statesOf(monitor)) {
        for (const { url, lastAt } of part.filter(isOwn)) pages.push({ url, lastAt });
        if (pages.length >= MAX_DATED) break;
      }
      return pages.slice(0, MAX_DATED);
    });
  }

  /** Works on a monitor with its targets and visits: they are read in turns, and held for as long as the work lasts. */
  private async inTurn<T>(head: AdaptiveHead, work: (monitor: AdaptiveMonitor) => Promise<T>): Promise<T> {
    const { owner } = head;
    await new Promise<void>((resolve) => void this.places.wait(owner, resolve));
    try {
      return await work({ ...head, targets: await this.targetsOf(head) });
    } finally {
      this.places.release(owner);
    }
  }

  private async statesByUrl(monitor: AdaptiveMonitor): Promise<States> {
    const states = new Map<string, PageState>();
    for await (const part of this.statesOf(monitor)) for (const state of part) states.set(state.url, state);
    return states;
  }

  /** States of pages, without those of search results. */
  private async *statesOf({ id, targets }: AdaptiveMonitor): AsyncGenerator<readonly PageState[]> {
    const searches = new Set(targets.filter(({ type }) => type === 'search').map((target) => target.id));
    for await (const part of this.store.eachState(id))
      yield part.flatMap(([, state]) => (searches.has(state.targetId) ? [] : state));
  }
}

const isAdaptive = (monitor: MonitorHead): monitor is AdaptiveHead => 'adaptive' in monitor.schedule;

/** Times when the sites of a monitor are crawled again. */
function crawlTimes({ targets, schedule }: AdaptiveMonitor, states: States, nowMs: number): number[] {
  const crawls = targets.filter((target): target is CrawlTarget => target.type === 'crawl');
  return crawls.map(({ crawl }) => crawlAt(states.get(crawl.url), schedule.adaptive, nowMs));
}

/**
 * Time of the next crawl of a site: when its start page has not been visited for the longest interval. This finds new and removed pages.
 */
function crawlAt(start: PageState | undefined, bounds: AdaptiveBounds, nowMs: number): number {
  if (!start) return nowMs;
  return start.failures ? retryAt(start.failures, bounds) : start.lastAt + bounds.maxMinutes * MINUTE_MS;
}

/** Circumstances of a plan. */
interface Planning {
  readonly bounds: AdaptiveBounds;
  readonly states: States;
  readonly nowMs: number;
}

/** The part of a target that is due; null if there is none. */
function dueTarget(
  target: MonitorTarget,
  due: ReadonlySet<string>,
  { bounds, states, nowMs }: Planning,
): MonitorTarget | null {
  if (target.type === 'search') return target;
  if (target.type === 'scrape')
    return listTarget(
      target,
      target.urls.filter((url) => due.has(url)),
    );
  if (crawlAt(states.get(target.crawl.url), bounds, nowMs) <= nowMs) return target;
  const own = [...states.values()].filter(({ targetId, url }) => targetId === target.id && due.has(url)); // without the start page
  const { page } = target.crawl;
  const list: ScrapeTarget = { id: target.id, type: 'scrape', urls: [], ...(page ? { page } : {}) };
  return listTarget(
    list,
    own.map(({ url }) => url),
  );
}

function listTarget(target: ScrapeTarget, urls: readonly string[]): ScrapeTarget | null {
  return urls.length === 0 ? null : { ...target, urls: urls.slice(0, MAX_URLS) };
}
