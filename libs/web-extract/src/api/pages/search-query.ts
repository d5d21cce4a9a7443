import type { SearchRequest } from '../../model/search/search.js';
import type { SearchFields } from './search-fields.js';
import { toTimeRange } from './time-range.js';

type QueryOptions = Pick<SearchRequest, 'language' | 'country' | 'location' | 'filter' | 'timeRange'>;

/** Converts search fields to query options; empty fields are omitted. */
export function toQueryOptions({ lang, country, location, filter, tbs }: SearchFields): QueryOptions {
  const timeRange = toTimeRange(tbs);
  return {
    ...(lang ? { language: lang } : {}),
    ...(country ? { country } : {}),
    ...(location ? { location } : {}),
    ...(filter ? { filter } : {}),
    ...(timeRange === undefined ? {} : { timeRange }),
  };
}
