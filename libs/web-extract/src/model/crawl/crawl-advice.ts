/** What a crawl is made of where it is wished for in words. What the words say nothing about is absent. */
export interface CrawlAdvice {
  /** Regular expressions of the paths that are read. */
  readonly includePaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  /** Link hops from the start. */
  readonly maxDiscoveryDepth?: number;
  /** Pages beside and above the start, too. */
  readonly crawlEntireDomain?: boolean;
  readonly allowExternalLinks?: boolean;
  readonly allowSubdomains?: boolean;
  readonly sitemap?: 'include' | 'skip' | 'only';
  /** One page a path. */
  readonly ignoreQueryParameters?: boolean;
  readonly deduplicateSimilarURLs?: boolean;
  /** Seconds between two pages. */
  readonly delay?: number;
  /** Most pages. */
  readonly limit?: number;
}
