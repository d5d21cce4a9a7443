import type { CrawlResults, PageFailure, PageRecord } from '../model/crawl/crawl.js';

/** Bounds of one reading of results. At least one page is given when there is one. */
export interface ResultsRange {
  /** Results before this position are skipped. */
  readonly from: number;
  readonly maxPages: number;
  /** Bytes of the serialised pages. */
  readonly maxBytes: number;
}

/** What became of the addresses of crawls: what a `Frontier` completes is there. Throws UnavailableError when it is out of reach. */
export abstract class ResultStore {
  /** Pages in order of completion; their order never changes. */
  abstract pages(crawlId: string, range: ResultsRange): Promise<CrawlResults>;

  /** In order of failing, from a position on. */
  abstract failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]>;

  /** Addresses that robots.txt forbids, in order of discovery, from a position on. */
  abstract robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]>;

  /** What became of each address, in order of completion, from a position on. */
  abstract records(crawlId: string, from: number, count: number): Promise<PageRecord[]>;
}
