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
   * Most segments of a path below that of the start page.
   * @default 10
   */
  @IfPresent()
  @IsInt()
  @Min(0)
  maxDepth?: number;

  /**
   * Read no sitemaps.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreSitemap?: boolean;

  /**
   * Follow links outside of the folder of the start page.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  allowBackwardLinks?: boolean;
}

/** Crawl options in v1 and v2. */
export class CrawlFields {
  /**
   * Patterns are searched in the whole address.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  regexOnFullURL?: boolean;

  /** Most links between the start page and another. Absent: any number. */
  @IfPresent()
  @IsInt()
  @Min(0)
  maxDiscoveryDepth?: number;

  /**
   * Follow links outside of the folder of the start page.
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
   * Addresses that differ in their query are one page.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  ignoreQueryParameters?: boolean;

  /**
   * With and without www, slash at the end, or https: one page.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  deduplicateSimilarURLs?: boolean;

  /**
   * Crawl what robots.txt forbids; only where the host allows it.
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

  /** Maximum number of pages of each host; limited by the host of this API. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPagesPerHost?: number;

  /**
   * Order in which hosts are read: `oldest`, as addresses are discovered, or `longest-host`, the host with the most queued addresses
   * first. Which pages are read does not depend on it. Defaults to `longest-host` with `allowExternalLinks` or `allowSubdomains`.
   */
  @IfPresent()
  @IsIn(CRAWL_ORDERS)
  order?: CrawlOrder;

  /**
   * Pages with a status of 400 or more are listed in the errors of the job, as `PAGE_STATUS_404` and the like, and are no
   * documents. They cost nothing and use no place of the limit. Not with change tracking.
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
