import type { TrackingRequest } from '../../../model/page/page-change.js';
import type { CrawlJob, CrawlRequest } from '../../../model/crawl/crawl.js';
import type { ExtractorJobCounts } from '../../../model/extractor/extractor-view.js';
import type { PageFormat } from '../../../model/formats/page-formats.js';
import type { PageRequest } from '../../../model/page/page-request.js';
import type { Page } from '../../../model/page/page.js';
import { presentScope, presentState, type JobState } from '../../jobs/answers/job-state.presenter.js';
import { idOfPage } from '../../pages/id-of-page.js';
import { unansweredWarnings } from '../pages/parsers.js';
import { presentPage, type PageReplyV2 } from '../pages/page.presenter.js';

/** `GET /v2/crawl/<id>` without `data` and `next`. Clients wait for ever where `success` is false. */
interface CrawlReplyV2 extends JobState {
  readonly success: true;
}

/** `GET /v2/crawl/<id>`, `GET /v2/batch/scrape/<id>`. */
export interface JobReplyV2 extends CrawlReplyV2 {
  /** A part of the pages, in order of completion. */
  readonly data: readonly PageReplyV2[];
  /** URL of the next part; absent on the last one. */
  readonly next?: string;
  /** Pages that were read with extractors, of jobs that use one. */
  readonly extractors?: ExtractorJobCounts;
}

/** `GET /v2/crawl/active`. */
export interface ActiveCrawlsV2 {
  readonly success: true;
  readonly crawls: readonly ActiveCrawlV2[];
  /** Present if crawls are missing because a part of the store is unavailable. */
  readonly warning?: string;
}

export function presentCrawl(job: CrawlJob): CrawlReplyV2 {
  return { success: true, ...presentState(job) };
}

/** Formats a page of a job with the fields requested by the submission, in any version. */
export function presentCrawledPage(page: Page, { id, request }: CrawlJob): PageReplyV2 {
  const { markdown = true } = request.presentation ?? {};
  return presentPage(page, {
    fields: { json: true, markdown },
    scrapeId: idOfPage(id, page.requestedUrl),
    warnings: page.fetchedBy === 'pdf' ? unansweredWarnings(request.presentation ?? {}) : [],
    maxPages: request.page?.maxPages,
  });
}

/** A running crawl in `GET /v2/crawl/active`. */
interface ActiveCrawlV2 {
  readonly id: string;
  readonly teamId: string;
  readonly url: string;
  readonly created_at: string;
  readonly options: object;
}

export function presentActive({ id, owner, request, createdAt }: CrawlJob): ActiveCrawlV2 {
  return {
    id,
    teamId: owner,
    url: request.url,
    created_at: new Date(createdAt).toISOString(),
    options: presentOptions(request),
  };
}

/** As a body of v2 names them. */
function presentFormat(format: PageFormat, { screenshotOptions }: Pick<PageRequest, 'screenshotOptions'>) {
  if (format === 'extraction') return { type: 'json' };
  if (format === 'screenshot@fullPage') return { type: 'screenshot', fullPage: true, ...screenshotOptions };
  return format === 'screenshot' && screenshotOptions ? { type: format, ...screenshotOptions } : format;
}

/** Tracking as a format of v2. */
function presentTracking({ tag, modes = [] }: TrackingRequest) {
  return { type: 'changeTracking', modes, ...(tag === undefined ? {} : { tag }) };
}

/** The submission in the names of its body, as far as it says nothing secret: headers and webhooks stay here. */
function presentOptions(request: CrawlRequest): object {
  const { patterns, page = {} } = request;
  const { formats = ['markdown'], onlyMainContent = true } = page;
  return {
    limit: request.limit,
    maxDiscoveryDepth: request.maxDiscoveryDepth,
    includePaths: patterns?.include ?? [],
    excludePaths: patterns?.exclude ?? [],
    sitemap: request.useSitemap === false ? 'skip' : request.followLinks === false ? 'only' : 'include',
    ...presentScope(request),
    scrapeOptions: {
      formats: [
        ...formats.map((format) => presentFormat(format, page)),
        ...(page.track ? [presentTracking(page.track)] : []),
      ],
      onlyMainContent,
    },
  };
}
