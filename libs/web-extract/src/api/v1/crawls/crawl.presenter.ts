import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';
import type { PageFormat } from '../../../model/formats/page-formats.js';
import type { Page } from '../../../model/page/page.js';
import { presentPage, type PageReplyV1 } from '../pages/page.presenter.js';
import { presentScope, presentState, type JobState } from '../../jobs/answers/job-state.presenter.js';
import { idOfPage } from '../../pages/id-of-page.js';

/** `GET /v1/crawl/<id>` without `data` and `next`. */
interface CrawlReplyV1 extends JobState {
  readonly success?: boolean;
}

/** `GET /v1/crawl/<id>`, `GET /v1/batch/scrape/<id>`. */
export interface JobReplyV1 extends CrawlReplyV1 {
  /** A part of the pages, in order of completion. */
  readonly data: readonly PageReplyV1[];
  /** URL of the next part; absent on the last one. */
  readonly next?: string;
}

/** `GET /v1/crawl/active`. */
export interface ActiveCrawlsV1 {
  readonly success: true;
  readonly crawls: readonly ActiveCrawlV1[];
  /** Present if crawls are missing because a part of the store is unavailable. */
  readonly warning?: string;
}

export function presentCrawl(job: CrawlJob, successFlags: boolean): CrawlReplyV1 {
  return {
    ...(successFlags ? { success: job.status !== 'failed' } : {}),
    ...presentState(job),
  };
}

/** Formats a page of a crawl with the fields requested by the submission. */
export function presentCrawledPage(page: Page, { id, request }: CrawlJob): PageReplyV1 {
  const { extract = false, json = false, markdown = true } = request.presentation ?? {};
  return presentPage(page, [], { extract, json, markdown }, idOfPage(id, page.requestedUrl));
}

/** A running crawl in `GET /v1/crawl/active`. */
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
function presentOptions(request: CrawlRequest): object {
  const { patterns, page = {} } = request;
  return {
    limit: request.limit,
    maxDepth: request.maxDepth,
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    includePaths: patterns?.include ?? [],
    excludePaths: patterns?.exclude ?? [],
    ignoreSitemap: request.useSitemap === false,
    ...presentScope(request),
    scrapeOptions: {
      formats: [...formatsOf(page.formats, request.presentation), ...(page.track ? ['changeTracking'] : [])],
      onlyMainContent: page.onlyMainContent ?? true,
    },
  };
}
