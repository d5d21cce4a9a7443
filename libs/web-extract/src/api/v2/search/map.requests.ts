import type { MapRequest } from '../../../model/search/site-map.js';
import { defined } from '../../defined.js';
import type { WireNames } from '../../errors/wire-names.js';
import type { MapBodyV2 } from '../dto/map-body.v2.js';

/** Body fields of the request. */
export const MAP_NAMES: WireNames = { timeoutMs: 'timeout' };

export function toMapRequest(body: MapBodyV2): MapRequest {
  const { url, search, limit, timeout, lockdown, sitemap = 'include' } = body;
  return {
    url,
    useSitemap: sitemap !== 'skip',
    sitemapOnly: sitemap === 'only',
    subdomains: body.includeSubdomains ?? true,
    ignoreQuery: body.ignoreQueryParameters ?? true,
    ...defined({ search, limit, lockdown, timeoutMs: timeout }),
  };
}
