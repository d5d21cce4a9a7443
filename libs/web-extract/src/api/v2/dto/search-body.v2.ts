import { SearchBodyFields } from '../../fields/search.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { IsDomains, IsTypedList, type TypedEntry } from '../search/search-lists.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/**
 * Body of `POST /v2/search`.
 *
 * @example { "query": "lighthouses of the north", "sources": ["web", "news"] }
 */
export class SearchBodyV2 extends SearchBodyFields {
  /**
   * `web`, `news` and `images`; others are ignored.
   * @default ["web"]
   */
  @IfPresent()
  @IsTypedList()
  sources?: TypedEntry[];

  /** Restricts the results to `github`, `pdf` or `research`. */
  @IfPresent()
  @IsTypedList()
  categories?: TypedEntry[];

  /** Return only results of these hosts and their subdomains. */
  @IfPresent()
  @IsDomains()
  includeDomains?: string[];

  /** Exclude results of these hosts and their subdomains. */
  @IfPresent()
  @IsDomains()
  excludeDomains?: string[];

  /**
   * Replace the description of a scraped result with passages of its page, unless false.
   * @default true
   */
  @IfPresent()
  highlights?: unknown;

  /** Options of the result pages, which are read only if formats are requested. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}
