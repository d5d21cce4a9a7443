import type { SearchRequest } from '../../../model/search/search.js';
import { toQueryOptions } from '../../pages/search-query.js';
import { toTimeRange } from '../../pages/time-range.js';
import { prefixPath, type BodyPaths } from '../../errors/body-paths.js';
import type { SearchBodyV1 } from '../dto/search-body.v1.js';
import { toPageOptions, warningsOf, wireNamesOf } from '../pages/scrape.requests.js';

/** A search body as the services understand it, with what could not be carried over. */
interface ParsedSearchBody {
  readonly request: SearchRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** Without formats no page is read. @throws InvalidRequestError where fields contradict each other */
export function parseSearchBody(body: SearchBodyV1): ParsedSearchBody {
  const { query, limit, timeout, tbs, scrapeOptions = {} } = body;
  const isRead = (scrapeOptions.formats ?? []).length > 0;
  const request = {
    query,
    ...toQueryOptions(body),
    ...(limit === undefined ? {} : { limit }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(isRead ? { page: prefixPath('scrapeOptions', () => toPageOptions(scrapeOptions)) } : {}),
  };
  const warnings = [
    ...(tbs && toTimeRange(tbs) === undefined ? [`tbs ${JSON.stringify(tbs)} is not supported`] : []),
    ...warningsOf(scrapeOptions).map((warning) => `scrapeOptions: ${warning}`),
  ];
  return { request, warnings, names: namesOf(body) };
}

function namesOf({ scrapeOptions = {} }: SearchBodyV1): BodyPaths {
  const { timeoutMs, ...page } = wireNamesOf(scrapeOptions);
  const inOptions = Object.entries(page).map(([name, wire]) => [name, `scrapeOptions.${wire}`]);
  return { ...Object.fromEntries(inOptions), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}
