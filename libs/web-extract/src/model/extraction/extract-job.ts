import type { CrawlStatus, CrawlWebhook, PageFailure } from '../crawl/crawl.js';
import type { ExtractionRequest, ModelUsage, SourcedEvidence } from './extraction.js';
import type { PageRequest } from '../page/page-request.js';
import type { DegradedFeature } from '../problems/degraded-feature.js';

/**
 * Extracts one object from several pages. Requires a schema or a prompt, and `urls` unless `webSearch` is
 * set.
 */
export interface ExtractJobRequest extends Pick<
  ExtractionRequest,
  'schema' | 'prompt' | 'systemPrompt' | 'temperature'
> {
  /**
   * Up to 100 URLs. A URL that ends in `/*` is a site, or a directory of one: the pages most relevant to the
   * prompt and to the property names of the schema are read, at most `extract.maxPages`.
   */
  readonly urls?: readonly string[];
  /** Options for each page. */
  readonly page?: Omit<PageRequest, 'url' | 'owner' | 'formats' | 'extraction'>;
  /**
   * Also read the results of a web search for the prompt, up to `extract.maxPages` pages. @default true
   * without `urls`, else false
   */
  readonly webSearch?: boolean;
  /** Read the sitemaps of sites. @default true */
  readonly useSitemap?: boolean;
  /** Include the subdomains of sites. @default false */
  readonly subdomains?: boolean;
  /** Include pages of other hosts that sites link to. @default false */
  readonly externalLinks?: boolean;
  /**
   * Skip invalid URLs and list them in `invalidUrls`, instead of rejecting the whole request. @default false
   */
  readonly ignoreInvalidUrls?: boolean;
  /** Webhook that receives `extract.started`, `extract.completed` and `extract.failed`. */
  readonly webhook?: CrawlWebhook;
  /** Keep the results for `limits.zeroRetentionMs` only after the job has ended. @default false */
  readonly zeroDataRetention?: boolean;
  /** Stored with the job for the layer that presents it; not used by the job. */
  readonly presentation?: Readonly<Record<string, boolean>>;
}

/** Resolved plan of an extract job: which pages to read, and what to extract. */
export interface MergingPlan {
  readonly extraction: ExtractionRequest;
  /** Requested URLs after validation; sites end in `/*`. */
  readonly urls: readonly string[];
  /** Maximum number of pages of each site and of the search. */
  readonly maxPages: number;
  /** @default true */
  readonly useSitemap?: boolean;
  readonly subdomains: boolean;
  readonly externalLinks: boolean;
  /** Also check robots.txt for requested URLs; discovered URLs are always checked. */
  readonly obeysRobotsForNamed: boolean;
  /** Deadline of the job, in milliseconds since the epoch; the pages read before it are used. */
  readonly endsAt: number;
  /** Messages about options that are not applied as requested. */
  readonly warnings: readonly string[];
}

/** Result of an extract job. Plain JSON. */
export interface MergedData {
  /** One object merged from all pages; it satisfies the schema, if there is one. */
  readonly data: unknown;
  /** Sources of each value, by JSON Pointer: one entry for each page that states it, at most 2,000. */
  readonly evidence: readonly SourcedEvidence[];
  /** Pages by the top-level property that they contribute to. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** Model usage of all pages together. */
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  /** The warnings about missing browser features, in machine-readable form. Absent if there are none. */
  readonly shortfalls?: readonly DegradedFeature[];
}

/** An extract job as returned by `ExtractService`. Times are milliseconds since the epoch. */
export interface ExtractJob {
  readonly id: string;
  readonly status: CrawlStatus;
  /** Null until the job has completed. */
  readonly gathered: MergedData | null;
  /** Reason of the failure. */
  readonly error: string | null;
  /** Pages that could not be read. */
  readonly failures: readonly PageFailure[];
  /** Messages about options that were not applied as requested. */
  readonly warnings: readonly string[];
  /** Credits used by all pages. */
  readonly credits: number;
  readonly createdAt: number;
  /** Null while the job is running. */
  readonly expiresAt: number | null;
  /** As passed at the start of the job. */
  readonly presentation: Readonly<Record<string, boolean>>;
}
