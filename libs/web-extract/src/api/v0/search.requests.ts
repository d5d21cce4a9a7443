import type { SearchRequest } from '../../model/search/search.js';
import { toQueryOptions } from '../pages/search-query.js';
import type { WireNames } from '../errors/wire-names.js';
import type { SearchBodyV0 } from './dto/search-body.v0.js';
import { toPageOptions, WIRE_NAMES } from './scrape.requests.js';

/** Body fields of the request. */
export const SEARCH_NAMES: WireNames = { ...WIRE_NAMES, limit: 'searchOptions.limit' };

export function toSearchRequest(body: SearchBodyV0): SearchRequest {
  const { query, timeout, pageOptions = {}, searchOptions = {} } = body;
  return {
    query,
    ...toQueryOptions(searchOptions),
    ...(searchOptions.limit === undefined ? {} : { limit: searchOptions.limit }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(pageOptions.fetchPageContent === false ? {} : { page: toPageOptions(pageOptions) }),
  };
}
