import { ByteTurns } from '../../model/byte-turns.js';
import type { CrawlResults, PageFailure, PageRecord } from '../../model/crawl/crawl.js';
import type { Page } from '../../model/page/page.js';
import { decodePage } from '../../model/page/stored-page.js';

/** Bytes decoded in one turn of the event loop: a few milliseconds. */
const TURN_BYTES = 512 * 1024;

/** Range of results to read. Contains at least one page, if there is one. */
export interface ResultsRange {
  /** Position of the first result. */
  readonly from: number;
  readonly maxPages: number;
  /** Maximum total size of the encoded pages. */
  readonly maxBytes: number;
}

/** One batch of the results of a crawl, as they are stored. */
export interface StoredResults extends Omit<CrawlResults, 'pages'> {
  /** Pages as `encodePage` encodes them, or their JSON. */
  readonly pages: readonly Buffer[];
}

/**
 * Stores the outcomes of crawled URLs, as completed by a `Frontier`. Throws UnavailableError if it is
 * unreachable.
 */
export abstract class ResultStore {
  /** Returns pages in order of completion, which never changes, without decoding them. */
  abstract storedPages(crawlId: string, range: ResultsRange): Promise<StoredResults>;

  /** Returns failures in order of occurrence, from a position. */
  abstract failures(crawlId: string, from?: number, count?: number): Promise<PageFailure[]>;

  /** Returns URLs disallowed by robots.txt in order of discovery, from a position. */
  abstract robotsBlocked(crawlId: string, from?: number, count?: number): Promise<string[]>;

  /** Returns the records of processed URLs in order of completion, from a position. */
  abstract records(crawlId: string, from: number, count: number): Promise<PageRecord[]>;

  /** Returns pages in order of completion. Decoding yields to the event loop. */
  async pages(crawlId: string, range: ResultsRange): Promise<CrawlResults> {
    const { pages: stored, ...rest } = await this.storedPages(crawlId, range);
    const pages: Page[] = [];
    const turns = new ByteTurns(TURN_BYTES);
    for (const one of stored) {
      pages.push(await decodePage(one));
      await turns.after(one.length);
    }
    return { pages, ...rest };
  }
}
