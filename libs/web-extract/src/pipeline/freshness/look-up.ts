import { CacheMissError, NoCachedDataError } from '../../model/errors.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { PageUrl } from '../../web/url/validate-url.js';
import { CACHED_BYTES, type BodyShare } from '../body-room.js';
import type { CacheLookup, ResponseCache } from './response-cache.js';

/** Looks for a stored response within the page's share of the memory for bodies. @throws CacheMissError, NoCachedDataError where nothing may be fetched */
export async function lookUp(
  cache: ResponseCache | undefined,
  request: PageRequest,
  url: PageUrl,
  share: BodyShare,
  signal: AbortSignal,
): Promise<CacheLookup | null> {
  if (cache) {
    const beforeRead = () => share.reserve(CACHED_BYTES, signal);
    const found = await cache.find(request, url, beforeRead);
    share.settle(found.kind === 'hit' ? found.response.body.length : 1);
    return found;
  }
  if (request.lockdown === true) throw new CacheMissError(request.url);
  if (request.minAgeMs !== undefined) throw new NoCachedDataError(request.url);
  return null;
}
