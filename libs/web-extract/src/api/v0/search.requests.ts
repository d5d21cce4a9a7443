import type { SearchRequest } from '../../model/search/search.js';
import { toQueryOptions } from '../pages/search-query.js';
import type { BodyPaths } from '../errors/body-paths.js';
import type { SearchBodyV0 } from './dto/search-body.v0.js';
import { toPageOptions, BODY_PATHS } from './scrape.requests.js';

/** Body fields of the request. */
export const SEARCH_NAMES: BodyPaths = { ...BODY_PATHS, limit: 'searchOptions.limit' };

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
