import { urlKey } from '../../../web/scope/url-key.js';
import { shortHash } from './short-hash.js';

/** Name of a page in a cache, equal for similar URLs. */
export const pageName = (url: string): string => shortHash(urlKey(url));

/** URLs of a stored response. */
interface StoredUrls {
  /** Name of the requested page; the hash of its URL in entries of earlier versions. */
  readonly page: string;
  /** The URL after all redirects. */
  readonly url: string;
}

/** Selects the responses that were requested by one of the URLs or redirected to it, in any spelling. */
export function matchesPages(urls: readonly string[]): (entry: StoredUrls) => boolean {
  const names = new Set(urls.flatMap((url) => [pageName(url), shortHash(url)]));
  return ({ page, url }) => names.has(page) || names.has(pageName(url));
}
