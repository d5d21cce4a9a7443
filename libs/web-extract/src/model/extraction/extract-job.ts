import type { MergedData } from './merging.js';
import type { CrawlStatus, CrawlWebhook, PageFailure } from '../crawl/crawl.js';
import type { ExtractionRequest } from './extraction.js';
import type { PageRequest } from '../page/page-request.js';

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
