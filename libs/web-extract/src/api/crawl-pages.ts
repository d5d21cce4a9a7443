import type { Page } from '../model/page.js';
import type { CrawlService } from '../services/crawl/crawl.service.js';

/** What is read from the store at once; the rest of an answer waits there until the client has taken this. */
const BATCH = { maxPages: 10, maxBytes: 2 * 1024 * 1024 };

export interface PagesRange {
  readonly from: number;
  readonly maxPages: number;
  /** Bytes of all pages together; at least one page is given. */
  readonly maxBytes: number;
}

/** Reads pages of a crawl piece by piece, and knows afterwards where it stopped. */
export class CrawlPages implements AsyncIterable<Page> {
  /** Position after the last page given. */
  next: number;
  /** Whether finished pages remain. */
  hasMore = false;

  constructor(
    private readonly crawls: CrawlService,
    private readonly id: string,
    private readonly range: PagesRange,
    private readonly owner: string,
  ) {
    this.next = range.from;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Page> {
    const { from, maxPages, maxBytes } = this.range;
    let bytesLeft = maxBytes;
    do {
      const pagesLeft = from + maxPages - this.next;
      const { pages, next, hasMore } = await this.crawls.results(
        this.id,
        {
          from: this.next,
          maxPages: Math.min(BATCH.maxPages, pagesLeft),
          maxBytes: Math.min(BATCH.maxBytes, bytesLeft),
        },
        this.owner,
      );
      this.next = next;
      this.hasMore = hasMore;
      for (const page of pages) bytesLeft -= sizeOf(page);
      yield* pages;
    } while (this.hasMore && this.next < from + maxPages && bytesLeft > 0);
  }
}

/** Characters stand for bytes: the bound is on memory, not on the wire. */
function sizeOf({ markdown, html, rawHtml, links, screenshot, extraction }: Page): number {
  const extracted = extraction && JSON.stringify(extraction);
  const texts = [markdown, html, rawHtml, screenshot, extracted].map((text) => text?.length ?? 0);
  return texts.reduce((sum, length) => sum + length, (links?.length ?? 0) * 80);
}
