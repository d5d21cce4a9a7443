import type { MergedData, MergingPlan } from '../extraction/merging.js';
import type { Page, QualityFlag } from '../page/page.js';
import type { ChangeCounts } from '../page/page-change.js';
import type { PageRequest } from '../page/page-request.js';
import type { StateKey } from '../page/state-key.js';

/** URLs that a crawl may visit in addition to those below the start URL. */
export interface CrawlScopeOptions {
  /** Follow links outside the path of the start URL. @default false */
  readonly entireDomain?: boolean;
  /** @default false */
  readonly subdomains?: boolean;
  /** Follow links to other hosts. @default false */
  readonly externalLinks?: boolean;
  /** Visit each path once, regardless of the query. @default false */
  readonly ignoreQuery?: boolean;
  /**
   * Treat URLs that differ only in www, http or https, index.html or a trailing slash as one page. @default
   * true
   */
  readonly deduplicateSimilar?: boolean;
  /** Reject crawl traps. @default true */
  readonly traps?: boolean;
  /** Do not follow nofollow links, or links of pages with a nofollow robots meta tag. @default false */
  readonly respectNofollow?: boolean;
}

/** Include and exclude patterns for URLs. Exclusion takes precedence. */
export interface CrawlPatterns {
  /** `regex`: matched anywhere in the path (or the whole URL); `path`: the path patterns of v0. */
  readonly syntax: 'regex' | 'path';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Match the whole URL instead of the path. */
  readonly onWholeUrl?: boolean;
}

/** Webhook that receives the events of a crawl. */
export interface CrawlWebhook {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Merged into every message. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** @default all events */
  readonly events?: readonly ('started' | 'page' | 'completed' | 'failed')[];
  /** Name of the message format: a version of the HTTP API. @default 'v1' */
  readonly format?: string;
}

/** `oldest`: the URL that was discovered first; `longest-host`: a URL of the host that has the most queued ones. */
export type CrawlOrder = 'oldest' | 'longest-host';

/** When cookies of a site are sent with further pages of a job. */
export type CookieMode = 'auto' | 'always' | 'never';

/** A crawl of a site. Only `url` is required. */
export interface CrawlRequest {
  /**
   * `batch`: reads the given pages without following links; created by `BatchService`. `extract`: builds one
   * object from the data of several pages; created by `ExtractService`.
   * @default 'crawl'
   */
  readonly kind?: 'crawl' | 'batch' | 'extract';
  /** Start URL. For batch and extract jobs, the first of their URLs. */
  readonly url: string;
  /** Maximum number of pages to collect. @default 10_000 */
  readonly limit?: number;
  /** Maximum number of path segments below the start URL. @default 10 */
  readonly maxDepth?: number;
  /** Maximum link hops from the start page; sitemap entries count as hop 1. @default unlimited */
  readonly maxDiscoveryDepth?: number;
  readonly patterns?: CrawlPatterns;
  readonly scope?: CrawlScopeOptions;
  /** Seed the crawl from the sitemaps in robots.txt and from /sitemap.xml. @default true */
  readonly useSitemap?: boolean;
  /** Follow the links of pages. If false, only the start page and sitemaps add URLs. @default true */
  readonly followLinks?: boolean;
  /** Follow the links of documents (PDF, Word and others) like those of pages. @default false */
  readonly followDocumentLinks?: boolean;
  /** Obey robots.txt. `false` requires the option `allowIgnoreRobots`. @default true */
  readonly respectRobots?: boolean;
  /**
   * Minimum delay between two pages of one host, in milliseconds, at most one day. Limits the crawl to one
   * page at a time.
   */
  readonly delayMs?: number;
  /** Maximum number of pages of this crawl in progress at once. The limit per host still applies. */
  readonly maxConcurrency?: number;
  /**
   * Maximum number of pages of each host. A page that fails does not count.
   * @default the option `limits.maxPagesPerHost`
   */
  readonly maxPagesPerHost?: number;
  /**
   * Order in which hosts are read. It has no influence on which URLs are read: the first ones discovered, up to the limits.
   * @default 'longest-host' for crawls with `scope.subdomains` or `scope.externalLinks`, else 'oldest'
   */
  readonly order?: CrawlOrder;
  /**
   * Cookies between the pages of the job. `auto`: they are sent only to sites that need them; `always`; `never`.
   * @default 'auto'
   */
  readonly cookies?: CookieMode;
  /** Options for each page. */
  readonly page?: Omit<PageRequest, 'url' | 'owner'>;
  /**
   * Store pages with a status of 400 or higher as failures with the code `PAGE_STATUS_<status>` instead of
   * pages. They count neither towards the limit nor as credits, and their links are followed.
   * @default false
   */
  readonly skipErrorPages?: boolean;
  /**
   * Count pages with a status of 400 or higher towards the limit of a crawl with change tracking. If false, their changes are recorded,
   * and as many of them as the limit are stored as failures with the code `PAGE_STATUS_<status>`: at most twice the limit is read.
   * @default true
   */
  readonly errorPagesCount?: boolean;
  /**
   * Keep the responses of pages for exports: status, headers and decoded body, at most 10 MiB each. Cookies are masked. Results become
   * larger by about the size of the pages.
   * @default false
   */
  readonly keepResponses?: boolean;
  /**
   * Keep the results for `limits.zeroRetentionMs` only after the job has ended, and exclude its pages from
   * searches.
   * @default false
   */
  readonly zeroDataRetention?: boolean;
  /** Longest retention of the results after the end of the job, in milliseconds. @default `limits.retentionMs` */
  readonly retainForMs?: number;
  readonly webhook?: CrawlWebhook;
  /** Batch jobs: `Authorization` header by origin, from URLs with credentials. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Stored with the job for the layer that presents it; not used by the crawl. */
  readonly presentation?: Readonly<Record<string, boolean>>;
  /** Extract jobs: the extraction plan. */
  readonly gathering?: MergingPlan;
  /**
   * True if the job was started with a stored key: it is cancelled when its owner has no valid key left. Set
   * by the HTTP API.
   */
  readonly needsKey?: boolean;
  /** State key of the pages of the session, if the job has one; set when the job is accepted. */
  readonly state?: StateKey;
  /** Trace context of the caller, as a W3C `traceparent`; not used by the crawl. */
  readonly trace?: string;
}

export type CrawlStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/**
 * Counters of the URLs of a crawl. `taken = pages + failed + blocked + collapsed (+ abandoned when
 * cancelled)`.
 */
export interface CrawlCounters {
  /** Stored results. */
  readonly pages: number;
  readonly failed: number;
  /** Disallowed by robots.txt. */
  readonly blocked: number;
  /** Resolved to a page that was already stored. */
  readonly collapsed: number;
  /** In progress when the crawl was cancelled. */
  readonly abandoned: number;
  /** Queued URLs. */
  readonly queued: number;
  /** Leased by workers. */
  readonly leased: number;
  /** Rejected as query variants above the limit of their path. */
  readonly trapped: number;
  /** Results rendered in a browser. */
  readonly rendered: number;
  /** Credits used by all results. */
  readonly credits: number;
  /**
   * Number of responses by HTTP status, such as `{ '200': 9, '404': 14 }`: pages, and failures of
   * `skipErrorPages`.
   */
  readonly statusCounts: Readonly<Record<string, number>>;
  /** Present for crawls with change tracking. */
  readonly changes?: ChangeCounts;
}

/** A crawl job as stored. Times are milliseconds since the epoch. */
export interface CrawlJob {
  readonly id: string;
  /** The key (team) that created the job; other owners cannot see it. */
  readonly owner: string;
  readonly request: CrawlRequest;
  readonly status: CrawlStatus;
  /** Final URL of the start page, known once it has been read: it defines the scope. */
  readonly rootUrl: string | null;
  readonly counters: CrawlCounters;
  /** Reason of the failure; of a completed job why its result is short. Null for none. */
  readonly error: string | null;
  /** Result of an extract job; null before it completes, and for other jobs. */
  readonly gathered: MergedData | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Null while the job is running. */
  readonly expiresAt: number | null;
}

/** Summary of a crawl for lists, of small and bounded size. */
export interface CrawlNote extends Pick<CrawlJob, 'id' | 'owner' | 'createdAt'> {
  /** Maximum number of pages to collect. */
  readonly limit: number;
  /** Stored results. */
  readonly pages: number;
  /** Time of the end in milliseconds since the epoch; null while the crawl is running. */
  readonly finishedAt: number | null;
}

/** How a URL was discovered. `unanswered`: a link or a URL of a sitemap whose `shouldFollow` failed; it is not fetched. */
export type DiscoveryRule =
  'seed' | 'link' | 'sitemap' | 'redirect' | 'canonical' | 'remembered' | 'unanswered';

/** A URL that is a candidate for a crawl. */
export interface CrawlUrl {
  /**
   * `page`: a page to read. The others are sources of URLs and do not count as results: the sitemaps of the
   * site or, for extract jobs, a site (its start page) or a search (defined by the request).
   */
  readonly kind: 'page' | 'sitemaps' | 'site' | 'search';
  /** The URL to fetch. */
  readonly url: string;
  /** Deduplication key: URLs with the same key are the same page. */
  readonly key: string;
  /** Host and port, such as `example.com:443`; the unit of rate limits. */
  readonly host: string;
  /** Link hops from the start page. */
  readonly hops: number;
  readonly rule: DiscoveryRule;
  /** The page that links to it; null for seeds. Of the sitemaps of a site: the sitemap that its start page names. */
  readonly foundOn: string | null;
  /** Path with a limited number of query variants; null if the URL has no query or is exempt. */
  readonly variantOf: string | null;
}

/** A leased URL: only the lease holder may complete it, until the lease expires. */
export interface PageTask extends CrawlUrl {
  readonly crawlId: string;
  /** Lease token; each `take` of the same URL returns a new token. */
  readonly lease: string;
  /** Number of earlier attempts that ended with a worker failure or a retry. */
  readonly attempts: number;
}

/** Record of a processed URL. Times in milliseconds. */
export interface PageRecord {
  readonly url: string;
  readonly outcome: Exclude<PageOutcome['kind'], 'seeded'>;
  readonly foundOn: string | null;
  readonly hops: number;
  readonly rule: DiscoveryRule;
  readonly attempts: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly errorCode: string | null;
  /** Possible quality problems of the page. */
  readonly flags: readonly QualityFlag[];
  /** Number of its links that were rejected, by rule. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Details of a visit that only its worker knows. */
export interface VisitFacts extends Pick<
  PageRecord,
  'startedAt' | 'durationMs' | 'bytes' | 'flags' | 'refused'
> {
  /** Present for tracked pages. */
  readonly changes?: ChangeCounts;
}

/** How a task ended. */
export type PageOutcome =
  | {
      readonly kind: 'page';
      readonly page: Page;
      /**
       * Keys of the final and the canonical URL: if one of them is already stored, the page is collapsed into
       * it.
       */
      readonly keys: readonly string[];
      readonly credits: number;
      /** Add the page to the index of the store, if it has one. @default false */
      readonly isSearchable?: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly failure: PageFailure;
      /**
       * Response of a page that was skipped because of its status. Counted in `statusCounts`; for a seed, its
       * URL becomes the job's `rootUrl`.
       */
      readonly response?: { readonly statusCode: number; readonly url: string };
      /** The failure is stored only if the job has fewer failures than this. @default unlimited */
      readonly maxFailures?: number;
    }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'collapsed' }
  /** The task was a source of URLs and not a page; not counted. */
  | { readonly kind: 'seeded' };

/** A URL that failed. */
export interface PageFailure {
  readonly id: string;
  readonly url: string;
  /**
   * A WebExtractError code, REDIRECT_OUT_OF_SCOPE, or for `skipErrorPages` a code such as `PAGE_STATUS_404`.
   */
  readonly code: string;
  readonly message: string;
  readonly attempts: number;
  readonly failedAt: number;
}

/** One batch of the results of a crawl, in order of completion. */
export interface CrawlResults {
  readonly pages: readonly Page[];
  /** Position after the last page of this batch. */
  readonly next: number;
  /** True if more finished pages follow. */
  readonly hasMore: boolean;
}
