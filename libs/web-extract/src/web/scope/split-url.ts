/** The parts of an http(s) address that decisions are made on. */
export interface UrlParts {
  readonly scheme: 'http' | 'https';
  /** In lower case, with the port unless it is the scheme's own, without credentials. */
  readonly host: string;
  /** Begins with a slash. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
}

/**
 * Splits an address that is spelled as `URL.href` spells it; a fragment is left out. Does not validate: several times
 * faster than `new URL`, for the links of pages, of which there are many. Null when not http(s) or not so spelled.
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

/** What politeness is counted by. */
export function hostWithPort({ scheme, host }: Pick<UrlParts, 'scheme' | 'host'>): string {
  return /:\d+$/.test(host) ? host : `${host}:${scheme === 'https' ? 443 : 80}`;
}

/** The host without a leading `www.`: with and without it a site is the same. */
export function bareHost(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) > 0 ? host.slice(4) : host;
}

/** Whether two addresses, spelled as `URL.href` does, name one host: `www.` and the scheme do not matter, the port does. */
export function isSameHost(a: string, b: string): boolean {
  const partsA = splitUrl(a);
  const partsB = splitUrl(b);
  return partsA !== null && partsB !== null && bareHost(partsA.host) === bareHost(partsB.host);
}
