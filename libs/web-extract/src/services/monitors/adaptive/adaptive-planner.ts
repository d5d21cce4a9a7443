import { Injectable } from '@nestjs/common';
import type { PageState, VisitCounts } from '../../../model/monitor/check.js';
import type { CrawlTarget, Monitor, MonitorTarget, ScrapeTarget } from '../../../model/monitor/monitor.js';
import { NO_VISITS } from '../../../model/monitor/check.js';
import { ResolvedOptions } from '../../../model/options.js';
import { MonitorStore } from '../../../ports/monitor-store.port.js';
import { hostWithPort, splitUrl } from '../../../web/scope/split-url.js';
import { pageKey } from '../work/check-page.js';
import { priorOf } from './change-rate.js';
import { chooseDue, planVisits, type PlannedPage } from './plan-visits.js';

const MINUTE_MS = 60_000;
/** URLs of one target of a check. */
const MAX_URLS = 1_000;

/** Chooses the pages that an adaptive monitor visits, and the time of its next check. */
@Injectable()
export class AdaptivePlanner {
  constructor(
    private readonly store: MonitorStore,
    private readonly options: ResolvedOptions,
  ) {}

  /** Targets of a check with the pages that are due; undefined for monitors with a cron schedule. */
  async dueTargets(monitor: Monitor, nowMs: number): Promise<readonly MonitorTarget[] | undefined> {
    const { schedule, lastRunAt } = monitor;
    if (!('adaptive' in schedule)) return undefined;
    const states = await this.statesOf(monitor);
    const pages = pagesOf(monitor, states);
    const plan = planVisits(pages, schedule.adaptive, nowMs);
    const untilMs = nowMs + this.options.monitors.minIntervalMs / 2;
    const due = new Set(chooseDue(plan, pages, { bounds: schedule.adaptive, nowMs, untilMs, lastRunAt }));
    return monitor.targets.flatMap((target) => dueTarget(target, due, states, monitor, nowMs) ?? []);
  }

  /** Time of the next check of an adaptive monitor; null for monitors with a cron schedule. */
  async nextRun(monitor: Monitor, nowMs: number): Promise<number | null> {
    const { schedule, targets } = monitor;
    if (!('adaptive' in schedule)) return null;
    const states = await this.statesOf(monitor);
    const plan = planVisits(pagesOf(monitor, states), schedule.adaptive, nowMs);
    const longestMs = schedule.adaptive.maxMinutes * MINUTE_MS;
    const crawls = targets.filter(({ type }) => type === 'crawl') as CrawlTarget[];
    const starts = crawls.map(({ crawl }) => (states.get(pageKey(crawl.url))?.lastAt ?? nowMs) + longestMs);
    let first = Math.min(nowMs + longestMs, ...starts);
    for (const { at } of plan) first = Math.min(first, at);
    return Math.max(first, nowMs + this.options.monitors.minIntervalMs);
  }

  private async statesOf({ id }: Monitor): Promise<ReadonlyMap<string, PageState>> {
    const states = new Map<string, PageState>();
    for await (const part of this.store.eachState(id))
      for (const [key, state] of part) states.set(key, state);
    return states;
  }
}

/** The pages of a monitor: those of its lists, and those that its crawls found. Start pages of crawls are visited by these. */
function pagesOf({ targets }: Monitor, states: ReadonlyMap<string, PageState>): PlannedPage[] {
  const sites = new Set(targets.filter(({ type }) => type === 'crawl').map(({ id }) => id));
  const starts = new Set(targets.flatMap((target) => (target.type === 'crawl' ? target.crawl.url : [])));
  const found = [...states.values()].filter(({ targetId }) => sites.has(targetId)).map(({ url }) => url);
  const listed = targets.flatMap((target) => (target.type === 'scrape' ? target.urls : []));
  const urls = [...new Set([...listed, ...found.filter((url) => !starts.has(url))])];
  const priors = priorsOf(states);
  return urls.map((url) => {
    const state = states.get(pageKey(url));
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
function priorsOf(states: ReadonlyMap<string, PageState>): ReadonlyMap<string, number> {
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
  states: ReadonlyMap<string, PageState>,
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
function isToCrawl(
  { crawl }: CrawlTarget,
  states: ReadonlyMap<string, PageState>,
  { schedule }: Monitor,
  nowMs: number,
): boolean {
  const start = states.get(pageKey(crawl.url));
  const longestMs = 'adaptive' in schedule ? schedule.adaptive.maxMinutes * MINUTE_MS : 0;
  return !start || nowMs - start.lastAt >= longestMs;
}
