import { NO_VISITS, type PageState } from '../../../model/monitor/check.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { hostWithPort, splitUrl } from '../../../web/scope/split-url.js';
import { HostRates } from './host-rates.js';
import type { PlannedPage } from './plan-visits.js';

/** States of the pages of a monitor by URL. */
export type States = ReadonlyMap<string, PageState>;

type Targets = Pick<Monitor, 'targets'>;

/** The pages of a monitor: those of its lists, and those that its crawls found. Start pages of crawls are visited by these. */
export function pagesOf(monitor: Targets, states: States): PlannedPage[] {
  const hosts = hostReader();
  const rates = new HostRates();
  for (const { url, visits } of states.values()) rates.add(hosts(url), visits);
  return urlsOf(monitor, states.values()).map((url) => {
    const state = states.get(url);
    const { lastAt = null, visits = NO_VISITS, failures } = state ?? {};
    return { url, lastAt, visits, failures, prior: rates.of(hosts(url)) };
  });
}

/** The URLs of `pagesOf`. */
function urlsOf(monitor: Targets, states: Iterable<PageState>): readonly string[] {
  const { listed, isFound } = scopeOf(monitor);
  const urls = new Set(listed);
  for (const state of states) if (isFound(state)) urls.add(state.url);
  return [...urls];
}

/** True for states of pages of a monitor: a changed monitor may have states of former pages. */
export function isMonitored(monitor: Targets): (state: PageState) => boolean {
  const { listed, isFound } = scopeOf(monitor);
  return (state) => listed.has(state.url) || isFound(state);
}

function scopeOf({ targets }: Targets) {
  const listed = new Set(targets.flatMap((target) => (target.type === 'scrape' ? target.urls : [])));
  const sites = new Set(targets.filter(({ type }) => type === 'crawl').map(({ id }) => id));
  const starts = new Set(targets.flatMap((target) => (target.type === 'crawl' ? target.crawl.url : [])));
  return {
    listed,
    isFound: ({ targetId, url }: PageState) => sites.has(targetId) && !starts.has(url),
  };
}

/** Reads the hosts of URLs. Consecutive pages are mostly of one site: their URLs are parsed once. */
function hostReader(): (url: string) => string {
  let [origin, host] = ['\0', ''];
  return (url) => {
    if (url.startsWith(origin)) return host;
    const parts = splitUrl(url);
    host = parts ? hostWithPort(parts) : '';
    const pathAt = url.indexOf('/', url.indexOf('//') + 2);
    origin = parts && pathAt > 0 ? url.slice(0, pathAt + 1) : '\0';
    return host;
  };
}
