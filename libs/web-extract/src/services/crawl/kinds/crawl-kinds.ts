import { PageKinds } from './page-kinds.js';

/** A crawl that was worked on so long ago learns anew; as many as may take turns with each other do not. */
const MAX_CRAWLS = 1_000;
/** Places that all crawls together remember. */
const MAX_PLACES = 1_000_000;

/** What this process knows of the pages of its crawls, from one share of a crawl to its next. */
export class CrawlKinds {
  private readonly crawls = new Map<string, PageKinds>();

  of(crawlId: string): PageKinds {
    const kinds = this.crawls.get(crawlId) ?? new PageKinds();
    this.crawls.delete(crawlId);
    this.crawls.set(crawlId, kinds);
    while (this.crawls.size > 1 && this.isTooMuch()) this.forget(this.crawls.keys().next().value!);
    return kinds;
  }

  private isTooMuch(): boolean {
    const places = [...this.crawls.values()].reduce((sum, crawl) => sum + crawl.places, 0);
    return this.crawls.size > MAX_CRAWLS || places > MAX_PLACES;
  }

  /** The crawl is over. */
  forget(crawlId: string): void {
    this.crawls.delete(crawlId);
  }
}
