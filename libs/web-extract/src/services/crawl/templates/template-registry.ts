import { OwnerCache } from '../../memory/owner-cache.js';
import { PageTemplates } from './page-templates.js';

const MIB = 1024 * 1024;
export const KIND_BOUNDS = { maxBytes: 32 * MIB, maxOwnerBytes: 24 * MIB, maxValueBytes: 12 * MIB };
/** A place with its counts. */
const PLACE_BYTES = 88;
/** The tables of a crawl without any places. */
const CRAWL_BYTES = 16 * 1024;

/**
 * Page templates by crawl in this process, kept between worker slots of a crawl. Evicted crawls start with empty
 * tables.
 */
export class TemplateRegistry {
  private readonly crawls = new OwnerCache<PageTemplates>(KIND_BOUNDS, (kinds) => kinds.clear());

  /** Estimated size of all tables in bytes. */
  get bytes(): number {
    return this.crawls.bytes;
  }

  of(crawlId: string, owner: string): PageTemplates {
    const known = this.crawls.get(owner, crawlId);
    if (known) return known;
    const kinds: PageTemplates = new PageTemplates(() => this.keep(owner, crawlId, kinds));
    this.keep(owner, crawlId, kinds);
    return kinds;
  }

  /** To be called when a crawl is over. */
  forget(crawlId: string, owner: string): void {
    this.crawls.delete(owner, crawlId);
  }

  /** Stores the tables, unless the crawl was evicted and has new ones: then the old tables are cleared. */
  private keep(owner: string, crawlId: string, kinds: PageTemplates): void {
    if ((this.crawls.get(owner, crawlId) ?? kinds) !== kinds) return kinds.clear();
    this.crawls.put(owner, crawlId, kinds, CRAWL_BYTES + PLACE_BYTES * kinds.places);
  }
}
