import { CacheMissError, NoCachedDataError, UnavailableError } from '../../model/errors.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { CachedResponse, CacheKey, PageCache } from '../../ports/page-cache.port.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { acceptLanguage } from '../../web/headers/accept-language.js';
import { browserWishes } from '../rendering/browser-wishes.js';
import type { PageUrl } from '../../web/url/validate-url.js';
import { nameOf } from '../../convert/changes/fingerprint.js';

interface ResponseCacheOptions {
  /** Age that a request accepts which states none. */
  readonly defaultMaxAgeMs: number;
  /** Older responses are not used. */
  readonly maxAgeMs: number;
  /** Called when the cache cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
}

/** What the cache has for a request. */
export type CacheLookup =
  | { readonly kind: 'hit'; readonly response: CachedResponse }
  | { readonly kind: 'miss' }
  /** The request neither reads nor fills the cache. */
  | { readonly kind: 'passed' };

const PASSED: CacheLookup = { kind: 'passed' };

/** The rules by which requests use stored responses. */
export class ResponseCache {
  constructor(
    private readonly cache: PageCache,
    private readonly options: ResponseCacheOptions,
  ) {}

  /**
   * Looks for a stored response. A page that is tracked must be seen: it is served from the cache only where nothing may be fetched.
   * @throws CacheMissError, NoCachedDataError where nothing may be fetched
   */
  async find(request: PageRequest, url: PageUrl): Promise<CacheLookup> {
    const isOnly = request.lockdown === true || request.minAgeMs !== undefined;
    if (!isCacheable(request, url)) return isOnly ? refuse(request) : PASSED;
    const maxAgeMs = request.maxAgeMs ?? (isOnly ? Infinity : this.options.defaultMaxAgeMs);
    if (!isOnly && (maxAgeMs <= 0 || request.track)) return { kind: 'miss' };
    const response = await this.get(keyOf(request, url), Math.min(maxAgeMs, this.options.maxAgeMs));
    const isOldEnough = response && Date.now() - response.storedAt >= (request.minAgeMs ?? 0);
    if (response && isOldEnough) return { kind: 'hit', response };
    return isOnly ? refuse(request) : { kind: 'miss' };
  }

  /** Stores a response where that is allowed. */
  async store(
    request: PageRequest,
    url: PageUrl,
    response: FetchResponse,
    isRendered: boolean,
  ): Promise<void> {
    if (request.storeInCache === false || request.zeroDataRetention === true) return;
    if (!isCacheable(request, url) || !isStorable(response)) return;
    const { url: finalUrl, statusCode, statusText, headers, body } = response;
    const kept = { storedAt: Date.now(), url: finalUrl, statusCode, statusText, headers, body, isRendered };
    await this.cache.put(keyOf(request, url), kept).catch(this.options.onFailure);
  }

  private async get(key: CacheKey, maxAgeMs: number): Promise<CachedResponse | null> {
    try {
      return await this.cache.get(key, maxAgeMs);
    } catch (error) {
      this.options.onFailure(error);
      if (!(error instanceof UnavailableError)) throw error;
      return null;
    }
  }
}

function refuse({ url, lockdown }: PageRequest): never {
  throw lockdown === true ? new CacheMissError(url) : new NoCachedDataError(url);
}

/** What only its caller may see, or a browser must do now, is neither read nor stored. */
function isCacheable(request: PageRequest, { authorization }: PageUrl): boolean {
  const wishes = browserWishes(request).filter((wish) => wish !== 'rendering');
  return authorization === null && Object.keys(request.headers ?? {}).length === 0 && wishes.length === 0;
}

/** RFC 9111, 5.2.2.5 and 4.1. Other headers named by `Vary` are the same in every request, or are in the key. */
function isStorable({ statusCode, headers, truncated }: FetchResponse): boolean {
  const control = (headers['cache-control'] ?? '').toLowerCase();
  const isForbidden = /(?:^|[\s,])no-store(?:$|[\s,])/.test(control) || (headers['vary'] ?? '').includes('*');
  return statusCode >= 200 && statusCode < 300 && !truncated && !isForbidden;
}

function keyOf(request: PageRequest, url: PageUrl): CacheKey {
  const { owner = '', mobile = false, skipTlsVerification = false, proxy = 'basic', render = null } = request;
  const { blockAds = true } = request;
  const language = acceptLanguage(request.location) ?? null;
  return {
    owner,
    url: url.href,
    variant: nameOf([mobile, skipTlsVerification, proxy, render, blockAds, language]),
  };
}
