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
   * Passages of a page that was read stand in place of its description, unless false.
   * @default true
   */
  @IfPresent()
  highlights?: unknown;

  /** How the pages of results are read; without formats they are not. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}
