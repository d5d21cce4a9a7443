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
   * `web`, `news` and `images`; others are passed over.
   * @default ["web"]
   */
  @IfPresent()
  @IsTypedList()
  sources?: TypedEntry[];

  /** `github`, `pdf`, `research`: only results of these. */
  @IfPresent()
  @IsTypedList()
  categories?: TypedEntry[];

  /** Only results of these hosts and their subdomains. */
  @IfPresent()
  @IsDomains()
  includeDomains?: string[];

  /** No results of these hosts and their subdomains. */
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
