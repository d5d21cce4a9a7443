/** Parts of an http(s) URL relevant for decisions. */
export interface UrlParts {
  readonly scheme: 'http' | 'https';
  /** Lower-case host without credentials, with the port unless it is the default. */
  readonly host: string;
  /** Path with its leading slash. */
  readonly path: string;
  /** Query with its question mark; empty if there is none. */
  readonly query: string;
}

/**
 * Splits a URL spelled like `URL.href`, without its fragment. Does not validate: several times faster than `new URL`
 * for the many links of pages. Null if not http(s) or spelled differently.
 */
export function splitUrl(href: string): UrlParts | null {
  const scheme = href.startsWith('https://') ? 'https' : href.startsWith('http://') ? 'http' : null;
  if (scheme === null) return null;
  const hostStart = scheme.length + 3;
  const pathStart = href.indexOf('/', hostStart);
  if (pathStart <= hostStart) return null;
  const hash = href.indexOf('#', pathStart);
  const end = hash < 0 ? href.length : hash;
  const mark = href.indexOf('?', pathStart);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  const authority = href.slice(hostStart, pathStart);
  if (/[A-Z]/.test(authority)) return null;
  return {
    scheme,
    host: authority.slice(authority.lastIndexOf('@') + 1),
    path: href.slice(pathStart, pathEnd),
    query: href.slice(pathEnd, end),
  };
}

/** Host key for rate limiting. */
export function hostWithPort({ scheme, host }: Pick<UrlParts, 'scheme' | 'host'>): string {
  return /:\d+$/.test(host) ? host : `${host}:${scheme === 'https' ? 443 : 80}`;
}

/** The host without a leading `www.`, which does not distinguish sites. */
export function bareHost(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) > 0 ? host.slice(4) : host;
}

/**
 * True if two URLs, spelled like `URL.href`, have the same host: `www.` and the scheme are ignored, the port is not.
 */
export function isSameHost(a: string, b: string): boolean {
  const partsA = splitUrl(a);
  const partsB = splitUrl(b);
  return partsA !== null && partsB !== null && bareHost(partsA.host) === bareHost(partsB.host);
}
