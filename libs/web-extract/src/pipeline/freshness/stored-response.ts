import type { Conversion } from '../../model/page/conversion.js';
import type { PageCacheState } from '../../model/page/page.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import type { CachedResponse } from '../../ports/stores/page-cache.port.js';
import type { FinishedPage } from '../rendering/page-renderer.js';
import type { CacheLookup } from './response-cache.js';

/** A response from the cache, as the fetcher returns one. */
export function asResponse({ storedAt: _, isRendered: __, ...response }: CachedResponse): FetchResponse {
  return { ...response, truncated: false, attempts: 0 };
}

/** The page of a response from the cache: a rendered one is not rendered again. */
export function asFinished(
  response: FetchResponse,
  conversion: Conversion,
  { isRendered }: CachedResponse,
): FinishedPage {
  const fetchedBy = isRendered ? 'browser' : conversion.fetchedBy;
  return { response, conversion: { ...conversion, fetchedBy }, rendering: null, warnings: [] };
}

export function cacheStateOf(lookup: CacheLookup): PageCacheState {
  if (lookup.kind !== 'hit') return { state: 'miss', storedAt: null };
  return { state: 'hit', storedAt: new Date(lookup.response.storedAt).toISOString() };
}
