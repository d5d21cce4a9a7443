/**
 * Crawl options derived from a natural-language prompt. Options that the prompt does not mention are absent.
 */
export interface CrawlAdvice {
  /** Regular expressions of the paths to include. */
  readonly includePaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  /** Maximum link hops from the start page. */
  readonly maxDiscoveryDepth?: number;
  /** Include sibling and parent paths of the start URL. */
  readonly crawlEntireDomain?: boolean;
  readonly allowExternalLinks?: boolean;
  readonly allowSubdomains?: boolean;
  readonly sitemap?: 'include' | 'skip' | 'only';
  /** Visit each path once, regardless of the query. */
  readonly ignoreQueryParameters?: boolean;
  readonly deduplicateSimilarURLs?: boolean;
  /** Delay between two pages, in seconds. */
  readonly delay?: number;
  /** Maximum number of pages. */
  readonly limit?: number;
}
