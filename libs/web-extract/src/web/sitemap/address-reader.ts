import { normalizeUrl } from '../url/normalize-url.js';
import { parseUrl } from '../url/parse-url.js';

/** Path and query that normalization does not change: nothing to escape, no dot segments. */
const SETTLED_PATH = /^(?:\/(?!\.|%2e)[\w\-.~!$&'()*+,;=:@%]*)+(?:\?[\w\-.~!$&()*+,;=:@/?%]*)?$/i;
const MAX_ORIGINS = 1000;

/**
 * Normalizes URLs of sitemaps. There are many of them, nearly all with the same origin and already normalized; for
 * those only the origin is parsed, once.
 */
export class AddressReader {
  private readonly origins = new Map<string, string | null>();

  /** Null if the URL is not http(s). Relative URLs violate the protocol, but are accepted. */
  read(address: string, base: string): string | null {
    const schemeEnd = address.indexOf('://');
    const pathStart = schemeEnd === 4 || schemeEnd === 5 ? address.indexOf('/', schemeEnd + 3) : -1;
    const path = pathStart < 0 ? '' : address.slice(pathStart);
    if (!SETTLED_PATH.test(path)) return normalized(address, base);
    const origin = this.origin(address.slice(0, pathStart));
    return origin === null ? null : origin + path;
  }

  private origin(text: string): string | null {
    let origin = this.origins.get(text);
    if (origin === undefined) {
      origin = normalized(`${text}/`, text)?.slice(0, -1) ?? null;
      if (this.origins.size >= MAX_ORIGINS) this.origins.clear();
      this.origins.set(text, origin);
    }
    return origin;
  }
}

function normalized(address: string, base: string): string | null {
  try {
    const url = parseUrl(address, base);
    return url && normalizeUrl(url.href);
  } catch {
    return null; // invalid URL: the entry is skipped
  }
}
