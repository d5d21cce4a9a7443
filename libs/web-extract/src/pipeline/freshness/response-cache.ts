import { CacheMissError, NoCachedDataError, UnavailableError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { StatefulRequest } from '../../model/page/state-key.js';
import type { CachedResponse, CacheKey, PageCache } from '../../ports/stores/page-cache.port.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { acceptLanguage } from '../../web/headers/accept-language.js';
import { browserFeatures } from '../rendering/browser-features.js';
import type { PageUrl } from '../../web/url/validate-url.js';
import { bodyHashOf, nameOf } from '../../convert/changes/fingerprint.js';

interface ResponseCacheOptions {
  /** Maximum age for requests that specify none. */
  readonly defaultMaxAgeMs: number;
  /** Older responses are not used. */
  readonly maxAgeMs: number;
  /** Called if the cache cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
}

/** Result of a cache lookup. */
export type CacheLookup =
  | { readonly kind: 'hit'; readonly response: CachedResponse }
  | { readonly kind: 'miss' }
  /** The request bypasses the cache. */
  | { readonly kind: 'passed' };

const PASSED: CacheLookup = { kind: 'passed' };

/** Rules for reading and storing responses. */
export class ResponseCache {
  constructor(
    private readonly cache: PageCache,
    private readonly options: ResponseCacheOptions,
  ) {}

  /**
   * Looks up a stored response. A tracked page is fetched, unless the request reads from the cache only.
   * @param beforeRead awaited before a response is read into memory
   * @throws CacheMissError, NoCachedDataError if the request reads from the cache only
   */
  async find(request: PageRequest, url: PageUrl, beforeRead: () => Promise<void>): Promise<CacheLookup> {
    const isOnly = request.lockdown === true || request.minAgeMs !== undefined;
    if (!isCacheable(request, url)) return isOnly ? refuse(request) : PASSED;
    const maxAgeMs = request.maxAgeMs ?? (isOnly ? Infinity : this.options.defaultMaxAgeMs);
    if (!isOnly && (maxAgeMs <= 0 || request.track)) return { kind: 'miss' };
    await beforeRead();
    const response = await this.get(keyOf(request, url), Math.min(maxAgeMs, this.options.maxAgeMs));
    const isOldEnough = response && Date.now() - response.storedAt >= (request.minAgeMs ?? 0);
    if (response && isOldEnough) return { kind: 'hit', response };
    return isOnly ? refuse(request) : { kind: 'miss' };
  }

  /** Returns the stored response with a hash, of any permitted age; null if another or none is stored. */
  async findBody(request: PageRequest, url: PageUrl, bodyHash: string): Promise<CachedResponse | null> {
    if (!isCacheable(request, url)) return null;
    const response = await this.get(keyOf(request, url), this.options.maxAgeMs);
    return response && !response.isRendered && bodyHashOf(response) === bodyHash ? response : null;
  }

  /** Stores a response, if allowed. */
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

  /** Removes the stored responses of a URL. */
  async remove(request: PageRequest, url: PageUrl): Promise<void> {
    if (!isCacheable(request, url)) return;
    await this.cache.remove(request.owner ?? HOST_OWNER, [url.href]).catch(this.options.onFailure);
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

/** Private responses and requests that need a browser now are neither read nor stored. */
function isCacheable(request: StatefulRequest, { authorization }: PageUrl): boolean {
  if (request.state !== undefined || request.session !== undefined) return false;
  const wishes = browserFeatures(request).filter((wish) => wish !== 'rendering');
  return authorization === null && Object.keys(request.headers ?? {}).length === 0 && wishes.length === 0;
}

/** RFC 9111, 5.2.2.5 and 4.1. Other headers in `Vary` are constant for all requests, or part of the key. */
function isStorable({ statusCode, headers, truncated }: FetchResponse): boolean {
  const control = (headers['cache-control'] ?? '').toLowerCase();
  const isForbidden = /(?:^|[\s,])no-store(?:$|[\s,])/.test(control) || (headers['vary'] ?? '').includes('*');
  return statusCode >= 200 && statusCode < 300 && !truncated && !isForbidden;
}

function keyOf(request: PageRequest, url: PageUrl): CacheKey {
  const { owner = HOST_OWNER, mobile = false, skipTlsVerification = false } = request;
  const { proxy = 'basic', render = null, blockAds = true } = request;
  const language = acceptLanguage(request.location) ?? null;
  return {
    owner,
    url: url.href,
    variant: nameOf([mobile, skipTlsVerification, proxy, render, blockAds, language]),
  };
}
