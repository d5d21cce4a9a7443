import { IsBoolean, IsIn, IsInt, Min } from 'class-validator';
import type { CrawlOrder } from '../../model/crawl/crawl.js';
import { IfPresent } from '../bodies/validators.js';
import { PatternFields } from './pattern.fields.js';

export const CRAWL_ORDERS: readonly CrawlOrder[] = ['oldest', 'longest-host'];

/** Which pages a crawl takes in, in the words of v1 and v2. */
export class CrawlReachFields extends PatternFields {
  /**
   * Maximum number of pages; limited by the host.
   * @default 10000
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  limit?: number;

  /** Follow the links in documents such as PDFs. */
  @IfPresent()
  @IsBoolean()
  followDocumentLinks?: boolean;

  /**
   * Follow links to other hosts.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowExternalLinks?: boolean;
}

/** The same in words that v2 has no more. */
export class OlderCrawlFields {
  /**
   * Maximum number of path segments below the start page.
   * @default 10
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  maxDepth?: number;

  /**
   * Ignore sitemaps.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  /**
   * Follow links outside the path of the start URL.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowBackwardLinks?: boolean;
}

/** Crawl options in v1 and v2. */
export class CrawlFields {
  /**
   * Match patterns against the full URL.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  regexOnFullURL?: boolean;

  /** Maximum number of link hops from the start page. Default: unlimited. */
  @IfPresent()
  @IsInt()
  @Min(0)
  maxDiscoveryDepth?: number;

  /**
   * Follow links outside the path of the start URL.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  crawlEntireDomain?: boolean;

  /**
   * Follow links to subdomains.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowSubdomains?: boolean;

  /**
   * Treat URLs that differ only in their query as one page.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  /**
   * Treat URLs that differ only in `www.`, a trailing slash or the scheme as one page.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  deduplicateSimilarURLs?: boolean;

  /**
   * Ignore robots.txt, if the host allows it.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreRobotsTxt?: boolean;

  /** Maximum number of pages in progress at the same time; limited by the host. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxConcurrency?: number;

  /** Maximum number of pages of each crawled host; limited by the server. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPagesPerHost?: number;

  /**
   * Order of hosts: `oldest`, in order of discovery, or `longest-host`, by number of queued URLs. It does not change which pages are crawled. Defaults to `longest-host` if several hosts are allowed.
   */
  @IfPresent()
  @IsIn(CRAWL_ORDERS)
  order?: CrawlOrder;

  /**
   * Report pages with a status of 400 or more as errors such as `PAGE_STATUS_404` instead of documents. They cost no credits and do not count towards `limit`. Not with change tracking.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  skipErrorPages?: boolean;

  /**
   * Keep the responses of pages for exports as WARC: status, headers and decoded body, at most 10 MiB each. Cookies are masked.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  storeResponses?: boolean;
}
