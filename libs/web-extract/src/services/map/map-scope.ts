import { CrawlScope } from '../../web/scope/crawl-scope.js';
import type { CrawlPatterns } from '../../model/crawl/crawl.js';
import type { MapRequest } from '../../model/search/map-result.js';

/** Which links belong to a map: a crawl's scope, without bounds of depth and without traps, which a list cannot fall into. */
export function mapScope(request: MapRequest, url: string): CrawlScope {
  const { filterByPath = true, subdomains = true, externalLinks = false, ignoreQuery = true } = request;
  return new CrawlScope(
    {
      url,
      maxDepth: Infinity,
      scope: { entireDomain: !filterByPath, subdomains, externalLinks, ignoreQuery, traps: false },
      patterns: patternsOf(request),
    },
    asFolder(url),
  );
}

export const patternsOf = ({ include = [], exclude = [] }: MapRequest): CrawlPatterns => ({
  syntax: 'regex',
  include,
  exclude,
});

/** Adds a trailing slash to paths without a file extension: `/docs` is a folder, `/docs.html` a page. */
function asFolder(url: string): string {
  const folder = new URL(url);
  const last = folder.pathname.slice(folder.pathname.lastIndexOf('/') + 1);
  if (last !== '' && !last.includes('.')) folder.pathname += '/';
  return folder.href;
}
