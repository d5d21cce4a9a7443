import { IsBoolean } from 'class-validator';
import { composed } from '../../bodies/composed.js';
import { OlderSearchFields, SearchBodyFields } from '../../fields/search.fields.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { ClientKeysV1 } from './client-keys.v1.js';
import { ScrapeOptionsV1 } from './scrape-body.v1.js';

/**
 * Body of `POST /v1/search`.
 *
 * @example { "query": "lighthouses of the north", "limit": 3 }
 */
export class SearchBodyV1 extends composed(OlderSearchFields, ClientKeysV1, SearchBodyFields) {
  /** Ignored. */
  @IfPresent()
  @IsBoolean()
  ignoreInvalidURLs?: boolean;

  /** Ignored: v1 searches the web. */
  @IfPresent()
  sources?: unknown;

  /** Options of the result pages, which are read only if formats are requested. */
  @IfPresent()
  @IsNested(() => ScrapeOptionsV1)
  scrapeOptions?: ScrapeOptionsV1;
}
