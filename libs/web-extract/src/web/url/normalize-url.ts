import { InvalidUrlError } from '../../model/errors.js';
import { parseUrl } from './parse-url.js';

/**
 * Normalizes an absolute http(s) URL according to the WHATWG URL Standard and removes credentials, fragment and the
 * root dot of the host name. The order of the query is kept, because it may be significant.
 *
 * @throws InvalidUrlError
 */
export function normalizeUrl(url: string): string {
  return withoutExtras(parseHttpUrl(url)).href;
}

/** @throws InvalidUrlError */
export function parseHttpUrl(url: string): URL {
  const parsed = parseUrl(url);
  if (!parsed) throw new InvalidUrlError('is not a valid URL');
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new InvalidUrlError(`must be http or https, not ${parsed.protocol.slice(0, -1)}`);
  }
  return parsed;
}

/** Removes the parts of a URL that do not identify the page. Mutates its argument. */
export function withoutExtras(url: URL): URL {
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  return url;
}
