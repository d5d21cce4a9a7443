/** Addresses that may wait, for each page of the limit: twenty that fail are made up for by the next. */
const QUEUED_A_PAGE = 20;
const LEAST_QUEUED = 10_000;

/**
 * Bounds the queue of a crawl in proportion to its page limit, so that a page with 100,000 links does not add as many
 * rows for a crawl of ten pages. Each worker counts separately: with several workers, the queue may grow to about that
 * multiple of the bound.
 */
export class FrontierCap {
  private readonly most: number;
  private left: number;

  /**
   * @param limit pages the crawl may take
   * @param queued addresses that wait now
   * @param countQueued asks the store for it
   */
  constructor(
    limit: number,
    queued: number,
    private readonly countQueued: () => Promise<number>,
  ) {
    this.most = Math.max(LEAST_QUEUED, QUEUED_A_PAGE * limit);
    this.left = this.most - queued;
  }

  /** True if more URLs may be queued. Queries the store only if the local count is used up. */
  async hasRoom(): Promise<boolean> {
    if (this.left <= 0) this.left = this.most - (await this.countQueued());
    return this.left > 0;
  }

  /** Reserves room for URLs about to be queued. URLs already in the store count until the next query. */
  use(count: number): void {
    this.left -= count;
  }
}
