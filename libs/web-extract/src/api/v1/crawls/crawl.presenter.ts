import type { CrawlJob, CrawlRequest } from '../../../model/crawl.js';
import type { PageFormat } from '../../../model/page-request.js';
import type { Page } from '../../../model/page.js';
import { presentPage, type PageReplyV1 } from '../pages/page.presenter.js';
import { DAY_MS, knownPages } from '../../jobs/crawl-progress.js';
import { idOfPage } from '../../pages/id-of-page.js';

/** `GET /v1/crawl/<id>` without `data` and `next`. */
interface CrawlReplyV1 {
  readonly success?: boolean;
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly expiresAt: string;
  readonly error?: string;
}

/** `GET /v1/crawl/<id>`, `GET /v1/batch/scrape/<id>`. */
export interface JobReplyV1 extends CrawlReplyV1 {
  /** Pages in the order of their completion, as far as one answer goes. */
  readonly data: readonly PageReplyV1[];
  /** Where the next part is; absent on the last one. */
  readonly next?: string;
}

/** `GET /v1/crawl/active`. */
export interface ActiveCrawlsV1 {
  readonly success: true;
  readonly crawls: readonly ActiveCrawlV1[];
}

export function presentCrawl(job: CrawlJob, successFlags: boolean): CrawlReplyV1 {
  const { counters, status, error } = job;
  return {
    ...(successFlags ? { success: status !== 'failed' } : {}),
    status: status === 'running' ? 'scraping' : status,
    total: knownPages(job),
    completed: counters.pages,
    creditsUsed: counters.credits,
    expiresAt: new Date(job.expiresAt ?? Date.now() + DAY_MS).toISOString(),
    ...(error === null ? {} : { error }),
  };
}

/** One page of a crawl, with the fields that the submission asked for. */
export function presentCrawledPage(page: Page, { id, request }: CrawlJob): PageReplyV1 {
  const { extract = false, json = false, markdown = true } = request.presentation ?? {};
  return presentPage(page, [], { extract, json, markdown }, idOfPage(id, page.requestedUrl));
}

/** One running crawl of `GET /v1/crawl/active`. */
interface ActiveCrawlV1 {
  readonly id: string;
  readonly teamId: string;
  readonly url: string;
  readonly created_at: string;
  readonly options: object;
}

export function presentActive({ id, owner, request, createdAt }: CrawlJob): ActiveCrawlV1 {
  return {
    id,
    teamId: owner,
    url: request.url,
    created_at: new Date(createdAt).toISOString(),
    options: presentOptions(request),
  };
}

/** Formats under the names of the body. */
function formatsOf(
  formats: readonly PageFormat[] = ['markdown'],
  { extract, json }: NonNullable<CrawlRequest['presentation']> = {},
): string[] {
  const wire = [...(extract ? ['extract'] : []), ...(json ? ['json'] : [])];
  return [...formats.filter((format) => format !== 'extraction'), ...wire];
}

/** The submission in the names of its body, as far as it says nothing secret: headers and webhooks stay here. */
function presentOptions({ patterns, scope = {}, page = {}, delayMs, ...request }: CrawlRequest): object {
  return {
    limit: request.limit,
    maxDepth: request.maxDepth,
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    includePaths: patterns?.include ?? [],
    excludePaths: patterns?.exclude ?? [],
    ignoreSitemap: request.useSitemap === false,
    ignoreRobotsTxt: request.respectRobots === false,
    crawlEntireDomain: scope.entireDomain ?? false,
    allowSubdomains: scope.subdomains ?? false,
    allowExternalLinks: scope.externalLinks ?? false,
    ignoreQueryParameters: scope.ignoreQuery ?? false,
    deduplicateSimilarURLs: scope.deduplicateSimilar ?? true,
    delay: delayMs === undefined ? undefined : delayMs / 1000,
    maxConcurrency: request.maxConcurrency,
    scrapeOptions: {
      formats: formatsOf(page.formats, request.presentation),
      onlyMainContent: page.onlyMainContent ?? true,
    },
  };
}
