import type { PageRequest } from '../model/page/page-request.js';

/** What the host has that a page can be asked for with. */
export interface Equipment {
  /** Fetches go through proxies. */
  readonly hasProxies: boolean;
  /** Requests may accept invalid certificates. @default true */
  readonly allowsSkipTls?: boolean;
}

/** What the request asks for and the host does not do, in sentences. What needs a browser is the renderer's to say. */
export function missingFeatures(
  { proxy = 'basic', skipTlsVerification = false }: PageRequest,
  { hasProxies, allowsSkipTls = true }: Equipment,
): string[] {
  return [
    ...(proxy === 'basic' || hasProxies ? [] : [`proxy ${proxy} was not used: no proxies are configured`]),
    ...(skipTlsVerification && !allowsSkipTls ? ['skipTlsVerification is not allowed here'] : []),
  ];
}
