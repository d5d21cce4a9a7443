import { hasLongHost } from '../../model/has-long-host.js';

/**
 * The address as a URL, or null when it is none.
 *
 * Instead of `URL.canParse`, which on Node 20 takes `ü` for broken UTF-8 and answers false once it was called often enough to
 * be compiled.
 */
export function parseUrl(address: string, base?: string): URL | null {
  if (hasLongHost(address)) return null;
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
