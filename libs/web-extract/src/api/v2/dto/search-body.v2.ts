import { SearchBodyFields } from '../../fields/search.fields.js';
import { IfPresent, IsNested } from '../../validators.js';
import { IsDomains, IsTypedList, type TypedEntry } from '../search-lists.js';
import { ScrapeOptionsV2 } from './scrape-body.v2.js';

/** Body of `POST /v2/search`. */
export class SearchBodyV2 extends SearchBodyFields {
  @IfPresent()
  @IsTypedList()
  sources?: TypedEntry[];

  @IfPresent()
  @IsTypedList()
  categories?: TypedEntry[];

  @IfPresent()
  @IsDomains()
  includeDomains?: string[];

  @IfPresent()
  @IsDomains()
  excludeDomains?: string[];

  @IfPresent()
  @IsNested(() => ScrapeOptionsV2)
  scrapeOptions?: ScrapeOptionsV2;
}
