import type { MapRequest } from '../../../model/search/map-result.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { MapBodyV1 } from '../dto/map-body.v1.js';

/** Body fields of the request. */
export const MAP_NAMES: BodyPaths = {
  'patterns.include': 'includePaths',
  'patterns.exclude': 'excludePaths',
  timeoutMs: 'timeout',
};

export function toMapRequest(body: MapBodyV1): MapRequest {
  const { url, search, limit, timeout } = body;
  return {
    url,
    useSitemap: !(body.ignoreSitemap ?? false),
    sitemapOnly: body.sitemapOnly ?? false,
    subdomains: body.includeSubdomains ?? true,
    ignoreQuery: body.ignoreQueryParameters ?? true,
    externalLinks: body.allowExternalLinks ?? false,
    filterByPath: body.filterByPath ?? true,
    include: body.includePaths ?? [],
    exclude: body.excludePaths ?? [],
    ...(search === undefined ? {} : { search }),
    ...(limit === undefined ? {} : { limit }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
}
