import { hasLongHost } from '../../model/has-long-host.js';

/**
 * Parses a URL; null if it is invalid.
 *
 * Replaces `URL.canParse`, which on Node 20 misinterprets `ü` as broken UTF-8 and returns false once the function is
 * optimized.
 */
export function parseUrl(address: string, base?: string): URL | null {
  if (hasLongHost(address)) return null;
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
