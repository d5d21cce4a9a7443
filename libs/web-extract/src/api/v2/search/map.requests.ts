import type { MapRequest } from '../../../model/search/map-result.js';
import { defined } from '../../defined.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { MapBodyV2 } from '../dto/map-body.v2.js';

/** Body fields of the request. */
export const MAP_NAMES: BodyPaths = { timeoutMs: 'timeout' };

export function toMapRequest(body: MapBodyV2): MapRequest {
  const { url, search, limit, timeout, lockdown, sitemap = 'include' } = body;
  return {
    url,
    useSitemap: sitemap !== 'skip',
    sitemapOnly: sitemap === 'only',
    subdomains: body.includeSubdomains ?? true,
    ignoreQuery: body.ignoreQueryParameters ?? true,
    ...defined({ search, limit, lockdown, timeoutMs: timeout, session: body.session }),
  };
}
