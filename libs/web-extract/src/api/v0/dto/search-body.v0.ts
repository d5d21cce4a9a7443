import { IsInt, Max, Min } from 'class-validator';
import { composed, renamed } from '../../bodies/composed.js';
import { IfPresent, IsNested } from '../../bodies/validators.js';
import { OlderSearchFields, SearchBodyFields } from '../../fields/search.fields.js';
import { ReadingFieldsV0 } from './reading-fields.v0.js';

const QUERY = { query: 'query', timeout: 'timeout' } as const;
const RESULTS = { tbs: 'tbs', lang: 'lang', country: 'country', location: 'location' } as const;

/** `searchOptions` of v0. */
class SearchOptionsV0 extends composed(renamed(SearchBodyFields, RESULTS), OlderSearchFields) {
  /**
   * Maximum number of results.
   * @default 5
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(20)
  limit?: number;
}

/**
 * Body of `POST /v0/search`. Unknown keys are ignored.
 *
 * @example { "query": "lighthouses of the north", "pageOptions": { "fetchPageContent": false } }
 */
export class SearchBodyV0 extends composed(
  renamed(SearchBodyFields, QUERY),
  renamed(ReadingFieldsV0, { pageOptions: 'pageOptions' }),
) {
  /** Search options. */
  @IfPresent()
  @IsNested(() => SearchOptionsV0)
  searchOptions?: SearchOptionsV0;
}
