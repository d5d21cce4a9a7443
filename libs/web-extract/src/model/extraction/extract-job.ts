import type { CrawlStatus, CrawlWebhook, PageFailure } from '../crawl/crawl.js';
import type { ExtractionRequest, ModelUsage, SourcedEvidence } from './extraction.js';
import type { PageRequest } from '../page/page-request.js';
import type { Shortfall } from '../problems/shortfall.js';

/** Data wanted of several pages together. A schema or a prompt must be given, and `urls` unless a search is to find pages. */
export interface ExtractJobRequest extends Pick<
  ExtractionRequest,
  'schema' | 'prompt' | 'systemPrompt' | 'temperature'
> {
  /**
   * Up to 100 addresses. One that ends in `/*` is a site, or the folder of one: of its pages those are read that have most to do
   * with the prompt and the names in the schema, `extract.maxPages` at most.
   */
  readonly urls?: readonly string[];
  /** How pages are read. */
  readonly page?: Omit<PageRequest, 'url' | 'owner' | 'formats' | 'extraction'>;
  /** Read what a search for the prompt finds, too, up to `extract.maxPages` pages. @default true without `urls`, else false */
  readonly webSearch?: boolean;
  /** Of sites, read their sitemaps. @default true */
  readonly useSitemap?: boolean;
  /** Of sites, pages of their subdomains too. @default false */
  readonly subdomains?: boolean;
  /** Of sites, pages of other hosts that they link to as well. @default false */
  readonly externalLinks?: boolean;
  /** Addresses that cannot be read are told in `invalidUrls`, and the others are read; else they refuse the whole. @default false */
  readonly ignoreInvalidUrls?: boolean;
  /** Receiver of `extract.started`, `extract.completed` and `extract.failed`. */
  readonly webhook?: CrawlWebhook;
  /** Keep the results for `limits.zeroRetentionMs` after the end of the job only. @default false */
  readonly zeroDataRetention?: boolean;
  /** Kept with the job for whoever presents it; means nothing to it. */
  readonly presentation?: Readonly<Record<string, boolean>>;
}

/** An extract job made definite: what its pages are read for, and how they are found. */
export interface GatheringPlan {
  readonly extraction: ExtractionRequest;
  /** As they were named, definite; sites end in `/*`. */
  readonly urls: readonly string[];
  /** Most pages of each site, and of a search. */
  readonly maxPages: number;
  /** Absent: true. */
  readonly useSitemap?: boolean;
  readonly subdomains: boolean;
  readonly externalLinks: boolean;
  /** Ask robots.txt about named pages, too; it always is about pages that were found. */
  readonly obeysRobotsForNamed: boolean;
  /** End of the time for all of it, in milliseconds since the epoch; what was read by then counts. */
  readonly endsAt: number;
  /** What was asked for and will be done otherwise, in sentences. */
  readonly warnings: readonly string[];
}

/** What an extract job came to. Plain JSON. */
export interface GatheredData {
  /** One object over all pages; it satisfies the schema, if there was one. */
  readonly data: unknown;
  /** Where each value comes from, by JSON Pointer: an entry for each page that states it, 2,000 at most. */
  readonly evidence: readonly SourcedEvidence[];
  /** Pages by the property of the root that they say something of. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** What asking the model took, for all pages together. */
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  /** Those of the warnings that tell what a browser did not do, for programs. Absent where there are none. */
  readonly shortfalls?: readonly Shortfall[];
}

/** An extract job as `ExtractService` tells of it. Times are milliseconds since the epoch. */
export interface ExtractJob {
  readonly id: string;
  readonly status: CrawlStatus;
  /** Null until it has completed. */
  readonly gathered: GatheredData | null;
  /** Why it failed. */
  readonly error: string | null;
  /** What could not be read, of those that were to be. */
  readonly failures: readonly PageFailure[];
  /** What was asked for and was done otherwise, in sentences. */
  readonly warnings: readonly string[];
  /** Units of account of all pages. */
  readonly credits: number;
  readonly createdAt: number;
  /** Null while it runs. */
  readonly expiresAt: number | null;
  /** As they were given at the start. */
  readonly presentation: Readonly<Record<string, boolean>>;
}
