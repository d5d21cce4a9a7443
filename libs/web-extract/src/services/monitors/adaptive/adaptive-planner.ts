import { Injectable } from '@nestjs/common';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import type { PageState, VisitCounts } from '../../../model/monitor/check.js';
import type { CrawlTarget, Monitor, MonitorTarget, ScrapeTarget } from '../../../model/monitor/monitor.js';
import { NO_VISITS } from '../../../model/monitor/check.js';
import { ResolvedOptions } from '../../../model/options.js';
import { MonitorStore } from '../../../ports/monitor-store.port.js';
import { hostWithPort, splitUrl } from '../../../web/scope/split-url.js';
import { priorOf } from './change-rate.js';
import { chooseDue, planVisits, type PlannedPage, type PlannedVisit } from './plan-visits.js';
import { SiteNews, type VisitedPage } from './site-news.js';

const MINUTE_MS = 60_000;
/** URLs of one target of a check. */
const MAX_URLS = 1_000;
/** Plans of one owner that are made at once: each holds the visits of all pages of a monitor. */
const PLANS = 2;
/** Pages that are looked up in sitemaps and feeds. */
const MAX_DATED = 20_000;

/** States of the pages of a monitor by URL. */
type States = ReadonlyMap<string, PageState>;

/** Times of a check. */
export interface CheckTimes {
  readonly nowMs: number;
  /** Time of the previous check. */
  readonly previousRunAt: number | null;
}

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
  async dueTargets(
    monitor: Monitor,
    { nowMs, previousRunAt }: CheckTimes,
    signal: AbortSignal,
  ): Promise<readonly MonitorTarget[]> {
    const { schedule, targets, owner } = monitor;
    if (!('adaptive' in schedule)) return targets;
    const named = await this.news.changed(await this.visitedPages(monitor), owner, signal); // not in turn: sites may be slow
    return this.inTurn(owner, async () => {
      const states = await this.statesOf(monitor);
      const pages = pagesOf(monitor, states);
      const dated = pages.map((page) => (named.has(page.url) ? { ...page, isDated: true } : page));
      const plan = await planVisits(dated, schedule.adaptive, nowMs);
      const untilMs = nowMs + this.options.monitors.minIntervalMs / 2;
      const range = { bounds: schedule.adaptive, nowMs, untilMs, lastRunAt: previousRunAt };
      const due = new Set(chooseDue(plan, pages, range));
      return targets.flatMap((target) => dueTarget(target, due, states, monitor, nowMs) ?? []);
    });
  }

  /** Time of the next check of an adaptive monitor; null for monitors with a cron schedule. */
  async nextRun(monitor: Monitor, nowMs: number): Promise<number | null> {
    const { schedule, owner } = monitor;
    if (!('adaptive' in schedule)) return null;
    return this.inTurn(owner, async () => {
      const states = await this.statesOf(monitor);
      const plan = await planVisits(pagesOf(monitor, states), schedule.adaptive, nowMs);
      const longestMs = schedule.adaptive.maxMinutes * MINUTE_MS;
      const first = firstOf(plan, crawlTimes(monitor, states, { nowMs, longestMs }), nowMs + longestMs);
      return Math.max(first, nowMs + this.options.monitors.minIntervalMs);
    });
  }

  private visitedPages(monitor: Monitor): Promise<readonly VisitedPage[]> {
    return this.inTurn(monitor.owner, async () =>
      pagesOf(monitor, await this.statesOf(monitor))
        .flatMap(({ url, lastAt }) => (lastAt === null ? [] : { url, lastAt }))
        .slice(0, MAX_DATED),
    );
  }

  private async inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => void this.places.wait(owner, resolve));
    try {
      return await work();
    } finally {
      this.places.release(owner);
    }
  }

  /** States of pages, without those of search results. */
  private async statesOf({ id, targets }: Monitor): Promise<States> {
    const searches = new Set(targets.filter(({ type }) => type === 'search').map((target) => target.id));
    const states = new Map<string, PageState>();
    for await (const part of this.store.eachState(id))
      for (const [, state] of part) if (!searches.has(state.targetId)) states.set(state.url, state);
    return states;
  }
}

function firstOf(plan: readonly PlannedVisit[], starts: readonly number[], latest: number): number {
  let first = Math.min(latest, ...starts);
  for (const { at } of plan) first = Math.min(first, at);
  return first;
}

/** Times when the sites of a monitor are crawled again. */
function crawlTimes(
  { targets }: Monitor,
  states: States,
  { nowMs, longestMs }: { readonly nowMs: number; readonly longestMs: number },
): number[] {
  const crawls = targets.filter((target): target is CrawlTarget => target.type === 'crawl');
  return crawls.map(({ crawl }) => (states.get(crawl.url)?.lastAt ?? nowMs) + longestMs);
}

/** The pages of a monitor: those of its lists, and those that its crawls found. Start pages of crawls are visited by these. */
function pagesOf({ targets }: Monitor, states: States): PlannedPage[] {
  const sites = new Set(targets.filter(({ type }) => type === 'crawl').map(({ id }) => id));
  const starts = new Set(targets.flatMap((target) => (target.type === 'crawl' ? target.crawl.url : [])));
  const found = [...states.values()].filter(({ targetId }) => sites.has(targetId)).map(({ url }) => url);
  const listed = targets.flatMap((target) => (target.type === 'scrape' ? target.urls : []));
  const urls = [...new Set([...listed, ...found.filter((url) => !starts.has(url))])];
  const priors = priorsOf(states);
  return urls.map((url) => {
    const state = states.get(url);
    const prior = priors.get(hostOf(url));
    return {
      url,
      lastAt: state?.lastAt ?? null,
      visits: state?.visits ?? NO_VISITS,
      ...(prior === undefined ? {} : { prior }),
    };
  });
}

/** Rates by host. */
function priorsOf(states: States): ReadonlyMap<string, number> {
  const byHost = new Map<string, VisitCounts[]>();
  for (const { url, visits } of states.values()) {
    const host = hostOf(url);
    const list = byHost.get(host);
    if (list) list.push(visits);
    else byHost.set(host, [visits]);
  }
  return new Map([...byHost].map(([host, list]) => [host, priorOf(list)]));
}

const hostOf = (url: string): string => {
  const parts = splitUrl(url);
  return parts ? hostWithPort(parts) : '';
};

/** The part of a target that is due; null if there is none. */
function dueTarget(
  target: MonitorTarget,
  due: ReadonlySet<string>,
  states: States,
  monitor: Monitor,
  nowMs: number,
): MonitorTarget | null {
  if (target.type === 'search') return target;
  if (target.type === 'scrape')
    return listTarget(
      target,
      target.urls.filter((url) => due.has(url)),
    );
  if (isToCrawl(target, states, monitor, nowMs)) return target;
  const own = [...states.values()].filter(({ targetId, url }) => targetId === target.id && due.has(url)); // without the start page
  return listTarget({ id: target.id, type: 'scrape', urls: [], ...(target.crawl.page ? { page: target.crawl.page } : {}) }, own.map(({ url }) => url)); // prettier-ignore
}

function listTarget(target: ScrapeTarget, urls: readonly string[]): ScrapeTarget | null {
  return urls.length === 0 ? null : { ...target, urls: urls.slice(0, MAX_URLS) };
}

/** A site is crawled as a whole when its start page has not been visited for the longest interval: this finds new and removed pages. */
function isToCrawl({ crawl }: CrawlTarget, states: States, { schedule }: Monitor, nowMs: number): boolean {
  const start = states.get(crawl.url);
  const longestMs = 'adaptive' in schedule ? schedule.adaptive.maxMinutes * MINUTE_MS : 0;
  return !start || nowMs - start.lastAt >= longestMs;
}
