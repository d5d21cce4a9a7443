import { CrawlScope } from '../../../web/scope/crawl-scope.js';
import { lowerTimeout } from '../../../pipeline/lower-timeout.js';
import type { AllowList } from '../../../web/url/allow-list.js';
import type { PageUrl } from '../../../web/url/validate-url.js';
import type { CrawlRequest, CrawlUrl } from '../../../model/crawl/crawl.js';
import type { ResolvedOptions } from '../../../model/options.js';
import { formatAppliedLimit, type AppliedLimit } from '../../../model/problems/applied-limit.js';
import { checkCrawl } from './crawl-checks.js';
import { retentionAdjustments } from './retention.js';
import { checkStoredOptions } from './stored-options.js';

/** Pages of a crawl when the request states no limit. */
const DEFAULT_LIMIT = 10_000;
/** A day. Stores count delays in milliseconds, and not without end. */
const LONGEST_DELAY_MS = 86_400_000;
/** A worker's share of a big crawl. */
const PAGES_PER_SHARE = 500;

/** A validated request with defaults and limits applied, and warnings about options that do not apply. */
interface CrawlPlan {
  readonly request: CrawlRequest;
  readonly limit: number;
  readonly seeds: readonly CrawlUrl[];
  /** Workers that may join. */
  readonly slotCount: number;
  readonly warnings: readonly string[];
}

/** A crawl made definite. */
interface SiteCrawlPlan extends CrawlPlan {
  /** Structured form of the warnings. */
  readonly adjustments: readonly AppliedLimit[];
}

/** @throws InvalidRequestError naming a value or pattern; BlockedAddressError for a start or webhook out of bounds */
export function planCrawl(asked: CrawlRequest, allowed: AllowList, options: ResolvedOptions): SiteCrawlPlan {
  const start = checkCrawl(asked, allowed);
  const { maxCrawlPages, maxTimeoutMs } = options.limits;
  const limit = Math.min(asked.limit ?? DEFAULT_LIMIT, maxCrawlPages);
  const { page } = pageInTime(asked.page, maxTimeoutMs);
  const delayMs = asked.delayMs === undefined ? undefined : Math.min(asked.delayMs, LONGEST_DELAY_MS);
  const respectRobots = (asked.respectRobots ?? true) || !options.allowIgnoreRobots;
  const request = {
    ...asked,
    url: start.href,
    limit,
    respectRobots,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...admissionRules(asked, options),
    page: withCredentials(page, start),
  };
  const adjustments = adjustmentsOf(asked, options);
  checkStoredOptions(request); // addresses grow when they are made definite
  return {
    request,
    limit,
    seeds: [seedOf(request, start)],
    slotCount: slotCount(request),
    adjustments,
    warnings: adjustments.map(formatAppliedLimit),
  };
}

/** Only crawls over several hosts have an order of hosts, and a limit per host. */
function admissionRules(
  { order, maxPagesPerHost, scope = {} }: CrawlRequest,
  { limits }: ResolvedOptions,
): Pick<CrawlRequest, 'order' | 'maxPagesPerHost'> {
  const hasManyHosts = Boolean(scope.subdomains) || Boolean(scope.externalLinks);
  const most = Math.min(maxPagesPerHost ?? Infinity, limits.maxPagesPerHost ?? Infinity);
  return {
    ...(order !== undefined || hasManyHosts ? { order: order ?? 'longest-host' } : {}),
    ...(most < Infinity ? { maxPagesPerHost: most } : {}),
  };
}

function adjustmentsOf(asked: CrawlRequest, { limits, allowIgnoreRobots }: ResolvedOptions): AppliedLimit[] {
  const { maxCrawlPages, maxTimeoutMs } = limits;
  const { limit = 0, page = {}, delayMs = 0, respectRobots = true } = asked;
  return [
    ...(limit > maxCrawlPages ? [{ code: 'limit-lowered', most: maxCrawlPages } as const] : []),
    ...((page.timeoutMs ?? 0) > maxTimeoutMs
      ? [{ code: 'timeout-lowered', mostMs: maxTimeoutMs } as const]
      : []),
    ...(delayMs > LONGEST_DELAY_MS ? [{ code: 'delay-lowered', mostMs: LONGEST_DELAY_MS } as const] : []),
    ...(respectRobots || allowIgnoreRobots ? [] : [{ code: 'robots-obeyed' } as const]),
    ...retentionAdjustments(asked, limits),
  ];
}

/** Workers that may join a crawl. */
export const slotCount = ({ limit = DEFAULT_LIMIT }: Pick<CrawlRequest, 'limit'>): number =>
  Math.ceil(limit / PAGES_PER_SHARE);

function seedOf(request: CrawlRequest, start: PageUrl): CrawlUrl {
  const { key, host } = new CrawlScope(request).explain(start.href, { rule: 'seed', hops: 0 });
  return { kind: 'page', url: request.url, key, host, hops: 0, rule: 'seed', foundOn: null, variantOf: null };
}

/** Held to the ceiling here, so that not every page of the crawl says that its time was lowered. */
export function pageInTime(
  page: CrawlRequest['page'] = {},
  ceilingMs: number,
): { page: NonNullable<CrawlRequest['page']>; warnings: readonly string[] } {
  if (page.timeoutMs === undefined) return { page, warnings: [] };
  const { timeoutMs, warnings } = lowerTimeout(page.timeoutMs, ceilingMs);
  return { page: { ...page, timeoutMs }, warnings };
}

/** Credentials of the start address become a header, which is sent to the start's host only. No result shows them. */
function withCredentials(
  page: NonNullable<CrawlRequest['page']>,
  { authorization }: PageUrl,
): NonNullable<CrawlRequest['page']> {
  if (authorization === null) return page;
  return { ...page, headers: { Authorization: authorization, ...page.headers } };
}
