/** Addresses that may wait, for each page of the limit: twenty that fail are made up for by the next. */
const QUEUED_A_PAGE = 20;
const LEAST_QUEUED = 10_000;

/**
 * Keeps the queue of a crawl in proportion to what the crawl may take: a page of a hundred thousand links must not cost a
 * crawl of ten pages as many rows of its store. With several workers each counts for itself, so the queue may grow to
 * about as many times the bound.
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

  /** Whether more addresses may be queued. The store is asked only when there seems to be no room left. */
  async hasRoom(): Promise<boolean> {
    if (this.left <= 0) this.left = this.most - (await this.countQueued());
    return this.left > 0;
  }

  /** As many are about to be queued; the ones that the store knows already count until it is asked again. */
  use(count: number): void {
    this.left -= count;
  }
}
