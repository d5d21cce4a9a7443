import type { GatheredData, GatheringPlan } from '../extraction/extract-job.js';
import type { Page, QualityFlag } from '../page/page.js';
import type { ChangeCounts } from '../page/page-change.js';
import type { PageRequest } from '../page/page-request.js';

/** Which addresses a crawl may visit, besides those under the start address. */
export interface CrawlScopeOptions {
  /** Follow links outside the start path. @default false */
  readonly entireDomain?: boolean;
  /** @default false */
  readonly subdomains?: boolean;
  /** Follow links to other hosts. @default false */
  readonly externalLinks?: boolean;
  /** One visit a path, whatever the query. @default false */
  readonly ignoreQuery?: boolean;
  /** www or not, http or https, index.html, trailing slash: one page. @default true */
  readonly deduplicateSimilar?: boolean;
  /** Refuse crawl traps. @default true */
  readonly traps?: boolean;
  /** Do not follow links marked nofollow, nor links of pages whose robots meta says so. @default false */
  readonly respectNofollow?: boolean;
}

/** Patterns an address is held against. Exclusion wins. */
export interface CrawlPatterns {
  /** `regex`: searched in the path (or whole address); `path`: the path patterns of v0. */
  readonly syntax: 'regex' | 'path';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Search the whole address instead of the path. */
  readonly onWholeUrl?: boolean;
}

/** Where the events of a crawl are posted. */
export interface CrawlWebhook {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Merged into every message. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** @default all of them */
  readonly events?: readonly ('started' | 'page' | 'completed' | 'failed')[];
  /** Name of the form that messages are written in: a version of the HTTP API. @default 'v1' */
  readonly format?: string;
}

/** A site to be crawled. Only `url` is required. */
export interface CrawlRequest {
  /**
   * `batch`: the job reads the pages that it was given, and follows no links; `BatchService` makes such. `extract`: it makes one
   * object of what its pages state; `ExtractService` makes such.
   * @default 'crawl'
   */
  readonly kind?: 'crawl' | 'batch' | 'extract';
  /** Of a batch or an extract job, the first of its addresses. */
  readonly url: string;
  /** Most pages to collect. @default 10_000 */
  readonly limit?: number;
  /** Path segments below the start address. @default 10 */
  readonly maxDepth?: number;
  /** Link hops from the start; sitemap entries are hop 1. Unbounded when absent. */
  readonly maxDiscoveryDepth?: number;
  readonly patterns?: CrawlPatterns;
  readonly scope?: CrawlScopeOptions;
  /** Seed from robots.txt sitemaps and /sitemap.xml. @default true */
  readonly useSitemap?: boolean;
  /** Follow the links of pages; without it only sitemaps lead on from the start page. @default true */
  readonly followLinks?: boolean;
  /** Follow the links of documents (PDF, Word and others) as those of pages. @default false */
  readonly followDocumentLinks?: boolean;
  /** Obey robots.txt. `false` counts only where the host allows it. @default true */
  readonly respectRobots?: boolean;
  /** Least time between two pages of one host, in milliseconds, a day at most; forces one at a time. */
  readonly delayMs?: number;
  /** Pages of this crawl under way at once; the host's ceiling holds. */
  readonly maxConcurrency?: number;
  /** What is wanted of each page. */
  readonly page?: Omit<PageRequest, 'url' | 'owner'>;
  /**
   * Store pages with a status of 400 or more as failures with the code `PAGE_STATUS_<status>` instead of pages: they use no place of
   * the limit and no credits, and their links are followed.
   * @default false
   */
  readonly skipErrorPages?: boolean;
  /**
   * Keep the results for `limits.zeroRetentionMs` after the end of the job only, and show its pages in no search.
   * @default false
   */
  readonly zeroDataRetention?: boolean;
  readonly webhook?: CrawlWebhook;
  /** Of a batch: origin → `Authorization` for it, where addresses held credentials. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Kept with the job for whoever presents it; means nothing to the crawl. */
  readonly presentation?: Readonly<Record<string, boolean>>;
  /** Of an extract job: what its pages are read for. */
  readonly gathering?: GatheringPlan;
  /** Started with a stored key: cancelled once its owner has no valid one. Set by the HTTP API. */
  readonly needsKey?: boolean;
  /** Trace of whoever started the job, as W3C's `traceparent`; means nothing to the crawl. */
  readonly trace?: string;
}

export type CrawlStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** What became of the addresses of a crawl. `taken = pages + failed + blocked + collapsed (+ abandoned when cancelled)`. */
export interface CrawlCounters {
  /** Results stored. */
  readonly pages: number;
  readonly failed: number;
  /** Refused by robots.txt. */
  readonly blocked: number;
  /** Ended at a page that was there already. */
  readonly collapsed: number;
  /** Under way when the crawl was cancelled. */
  readonly abandoned: number;
  /** Known and not yet taken. */
  readonly queued: number;
  /** Under way. */
  readonly leased: number;
  /** Refused as query variants beyond the bound of their path. */
  readonly trapped: number;
  /** Results that a browser was asked to finish. */
  readonly rendered: number;
  /** Units of account of all results. */
  readonly credits: number;
  /** Responses by HTTP status, such as `{ '200': 9, '404': 14 }`: pages, and the failures of `skipErrorPages`. */
  readonly statusCounts: Readonly<Record<string, number>>;
  /** Of a crawl whose pages are tracked. */
  readonly changes?: ChangeCounts;
}

/** A crawl as its store knows it. Times are milliseconds since the epoch. */
export interface CrawlJob {
  readonly id: string;
  /** The key (team) that made it; others do not see it. */
  readonly owner: string;
  readonly request: CrawlRequest;
  readonly status: CrawlStatus;
  /** Final address of the start page, once it was read: it defines the scope. */
  readonly rootUrl: string | null;
  readonly counters: CrawlCounters;
  /** Why it failed. */
  readonly error: string | null;
  /** What an extract job came to; null until then, and for other jobs. */
  readonly gathered: GatheredData | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Null while it runs. */
  readonly expiresAt: number | null;
}

/** A crawl in a list: it takes little room, however much its caller asked for. */
export interface CrawlNote extends Pick<CrawlJob, 'id' | 'owner' | 'createdAt'> {
  /** Most pages to collect. */
  readonly limit: number;
  /** Results stored. */
  readonly pages: number;
}

/** How an address became known. */
export type DiscoveryRule = 'seed' | 'link' | 'sitemap' | 'redirect' | 'canonical' | 'remembered';

/** An address that may enter a crawl. */
export interface CrawlUrl {
  /**
   * A page to read, or, counted as no result, something to take addresses from: the site's sitemaps, or for an extract job a site
   * (its start page) or a search (the request says what for).
   */
  readonly kind: 'page' | 'sitemaps' | 'site' | 'search';
  /** As it will be fetched. */
  readonly url: string;
  /** Two addresses with one key are one page. */
  readonly key: string;
  /** Host and port, such as `example.com:443`: what politeness is counted by. */
  readonly host: string;
  /** Link hops from the start. */
  readonly hops: number;
  readonly rule: DiscoveryRule;
  /** The page it was found on; null for seeds. */
  readonly foundOn: string | null;
  /** Path whose query variants are bounded; null when it has no query or is exempt. */
  readonly variantOf: string | null;
}

/** An address taken out of the queue: only its holder may complete it, until the lease ends. */
export interface PageTask extends CrawlUrl {
  readonly crawlId: string;
  /** Token of this lease; another `take` of the same address makes another. */
  readonly lease: string;
  /** How often it was taken before and given up by a failing worker or a retry. */
  readonly attempts: number;
}

/** What is remembered about each address that was taken to an end. Times in milliseconds. */
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
  /** What may be wrong with the page. */
  readonly flags: readonly QualityFlag[];
  /** Its links that did not enter the crawl, counted by rule. */
  readonly refused: Readonly<Record<string, number>>;
}

/** What only the visitor of a page knows about the visit. */
export interface VisitFacts extends Pick<
  PageRecord,
  'startedAt' | 'durationMs' | 'bytes' | 'flags' | 'refused'
> {
  /** Of a page that is tracked. */
  readonly changes?: ChangeCounts;
}

/** How a task ended. */
export type PageOutcome =
  | {
      readonly kind: 'page';
      readonly page: Page;
      /** Keys of the addresses the page answers to (final and canonical): a page already stored under one collapses this. */
      readonly keys: readonly string[];
      readonly credits: number;
    }
  | {
      readonly kind: 'failed';
      readonly failure: PageFailure;
      /** Response of a page that was skipped for its status; counted in `statusCounts`, and for a seed the job's `rootUrl`. */
      readonly response?: { readonly statusCode: number; readonly url: string };
    }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'collapsed' }
  /** The task was no page but gave addresses; counted nowhere. */
  | { readonly kind: 'seeded' };

/** An address that could not be had. */
export interface PageFailure {
  readonly id: string;
  readonly url: string;
  /** A WebExtractError code, REDIRECT_OUT_OF_SCOPE, or `PAGE_STATUS_404` and the like of `skipErrorPages`. */
  readonly code: string;
  readonly message: string;
  readonly attempts: number;
  readonly failedAt: number;
}

/** A part of a crawl's results, in order of completion. */
export interface CrawlResults {
  readonly pages: readonly Page[];
  /** Position after the last page here. */
  readonly next: number;
  /** Whether finished pages remain after these. */
  readonly hasMore: boolean;
}
