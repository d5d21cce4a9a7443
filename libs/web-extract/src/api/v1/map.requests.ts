import type { MapRequest } from '../../model/site-map.js';
import type { MapBodyV1 } from './dto/map-body.v1.js';

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
    include: (body.includePaths ?? []).filter((pattern) => pattern !== ''),
    exclude: (body.excludePaths ?? []).filter((pattern) => pattern !== ''),
    ...(search === undefined ? {} : { search }),
    ...(limit === undefined ? {} : { limit }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
  };
}
