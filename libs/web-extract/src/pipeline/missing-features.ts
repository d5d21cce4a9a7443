import type { PageRequest } from '../model/page/page-request.js';
import { NO_CACHE_WARNING } from '../model/problems/no-cache-warning.js';

/** Optional features of the host that requests may use. */
export interface Equipment {
  /** True if fetches use proxies. */
  readonly hasProxies: boolean;
  /** True if requests may accept invalid certificates. @default true */
  readonly allowsSkipTls?: boolean;
  /** True if responses are stored for requests that accept a cached one. @default true */
  readonly hasCache?: boolean;
}

/**
 * Returns messages about requested features that the host does not support. Browser features are reported by
 * the renderer.
 */
export function missingFeatures(
  { proxy = 'basic', skipTlsVerification = false, maxAgeMs = 0 }: PageRequest,
  { hasProxies, allowsSkipTls = true, hasCache = true }: Equipment,
): string[] {
  return [
    ...(proxy === 'basic' || hasProxies ? [] : [`proxy ${proxy} was not used: no proxies are configured`]),
    ...(skipTlsVerification && !allowsSkipTls ? ['skipTlsVerification is not allowed here'] : []),
    ...(maxAgeMs > 0 && !hasCache ? [NO_CACHE_WARNING] : []),
  ];
}
