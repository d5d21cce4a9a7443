import { isUtf8 } from 'node:buffer';
import { BlockedAddressError, InvalidUrlError, ConnectionError } from '../../model/errors.js';
import { validateUrl, MAX_URL_CHARS } from '../../web/url/validate-url.js';
import type { PageUrl } from '../../web/url/validate-url.js';
import type { AllowList } from '../../web/url/allow-list.js';
import { parseUrl } from '../../web/url/parse-url.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirectStatus(statusCode: number): boolean {
  return REDIRECTS.has(statusCode);
}

/**
 * The target of a redirect; `null` if the response is not a redirect.
 *
 * @param location `Location` as received, one character a byte
 * @throws BlockedAddressError for an address, name or scheme that is not allowed, ConnectionError for an invalid URL
 */
export function redirectTarget(
  statusCode: number,
  location: string | undefined,
  from: PageUrl,
  allowed: AllowList,
): PageUrl | null {
  if (!isRedirectStatus(statusCode) || !location) return null;
  const text = readLocation(location);
  const target = text.length > MAX_URL_CHARS ? null : parseUrl(text, from.href);
  if (!target) {
    throw new ConnectionError(from.href, 'it redirects to something that is no address');
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new BlockedAddressError(from.href, `it redirects to a ${target.protocol} address`);
  }
  return admitted(target.href, from, allowed);
}

/** Servers send raw UTF-8 here; bytes of another encoding are escaped as they are, as browsers do. */
function readLocation(location: string): string {
  const bytes = Buffer.from(location, 'latin1');
  if (isUtf8(bytes)) return bytes.toString();
  return location.replace(/[\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function admitted(href: string, from: PageUrl, allowed: AllowList): PageUrl {
  try {
    return validateUrl(href, allowed);
  } catch (error) {
    // The error is caused by the site, not by the caller.
    if (error instanceof InvalidUrlError) {
      throw new ConnectionError(from.href, `it redirects to a wrong address: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  }
}
