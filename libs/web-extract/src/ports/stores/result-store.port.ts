import type { CrawlResults, PageFailure, PageRecord } from '../../model/crawl/crawl.js';

/** Range of results to read. Contains at least one page, if there is one. */
export interface ResultsRange {
  /** Position of the first result. */
  readonly from: number;
  readonly maxPages: number;
  /** Maximum total size of the serialized pages. */
  readonly maxBytes: number;
}

/**
 * Stores the outcomes of crawled URLs, as completed by a `Frontier`. Throws UnavailableError if it is
 * unreachable.
 */
export abstract class ResultStore {
  /** Returns pages in order of completion, which never changes. */
  abstract pages(crawlId: string, range: ResultsRange): Promise<CrawlResults>;

  /** Returns failures in order of occurrence, from a position. */
  abstract failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]>;

  /** Returns URLs disallowed by robots.txt in order of discovery, from a position. */
  abstract robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]>;

  /** Returns the records of processed URLs in order of completion, from a position. */
  abstract records(crawlId: string, from: number, count: number): Promise<PageRecord[]>;
}
