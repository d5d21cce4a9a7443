import type { SearchPlace, SearchQuery } from './search/search.js';
import { hasLongHost } from './has-long-host.js';

/** Whether an address lies on the sites that a search wants its results on. */
export function liesWithin(url: string, { sites = [], withoutSites = [] }: Sites): boolean {
  if (withoutSites.some((site) => liesIn(url, { site }))) return false;
  return sites.length === 0 || sites.some((site) => liesIn(url, { site }));
}

type Sites = Pick<SearchQuery, 'sites' | 'withoutSites'>;

/** Whether an address lies in a place: on the host or on a subdomain of it, or with that ending. */
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
    return NOWHERE; // no address, and so nowhere
  }
}
