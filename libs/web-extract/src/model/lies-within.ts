import type { SearchPlace, SearchQuery } from './search/search.js';
import { hasLongHost } from './has-long-host.js';

/** Returns true if a URL belongs to the sites that a search is restricted to. */
export function liesWithin(url: string, { sites = [], withoutSites = [] }: Sites): boolean {
  if (withoutSites.some((site) => liesIn(url, { site }))) return false;
  return sites.length === 0 || sites.some((site) => liesIn(url, { site }));
}

type Sites = Pick<SearchQuery, 'sites' | 'withoutSites'>;

/** Returns true if a URL is on the host or one of its subdomains, or has the file extension. */
export function liesIn(url: string, place: SearchPlace): boolean {
  const { hostname, pathname } = partsOf(url);
  if ('site' in place) return `.${hostname}`.endsWith(`.${place.site.toLowerCase()}`);
  return pathname.toLowerCase().endsWith(`.${place.fileType.toLowerCase()}`);
}

const NOWHERE = { hostname: '', pathname: '' };

function partsOf(url: string): { readonly hostname: string; readonly pathname: string } {
  try {
    return hasLongHost(url) ? NOWHERE : new URL(url);
  } catch {
    return NOWHERE; // an invalid URL matches nothing
  }
}
