import { checkHeaders } from '../../web/headers/check-headers.js';
import { SHARED_HEADERS, type FetchRequest, type HopHeaders } from '../../ports/fetcher.port.js';
import { listsHost, type AllowList } from '../../web/url/allow-list.js';
import type { PageUrl } from '../../web/url/validate-url.js';

/** The first URL of a request, and the sites that always receive its headers. */
interface HeadersContext {
  readonly firstHop: PageUrl;
  readonly listed: AllowList;
}

/** Headers of a request: all of the caller's headers for their own site, only anonymous ones for other sites. */
export class RequestHeaders {
  private readonly own: ReadonlyMap<string, string>;
  private readonly acceptLanguage: string | undefined;
  private readonly home: URL | null;

  /**
   * The caller's headers win over those of the profile.
   * @throws InvalidRequestError
   */
  constructor(
    private readonly profile: Readonly<Record<string, string>>,
    { headers = {}, headersFor, acceptLanguage }: FetchRequest,
    private readonly context: HeadersContext,
  ) {
    checkHeaders(headers);
    if (acceptLanguage !== undefined) checkHeaders({ acceptLanguage });
    this.acceptLanguage = acceptLanguage;
    this.own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.home = headersFor === null ? null : new URL(headersFor ?? context.firstHop.href);
  }

  /**
   * @param jarCookies cookies that this request's own responses have set for the hop
   * @param hopHeaders headers for this hop, whatever its origin
   * @throws InvalidRequestError
   */
  of(hop: PageUrl, jarCookies: string, hopHeaders: HopHeaders = {}): Record<string, string> {
    checkHeaders(hopHeaders);
    const own = this.ownFor(hop);
    for (const [name, value] of Object.entries(hopHeaders)) own.set(name.toLowerCase(), value);
    const authorization = this.authorizationAt(hop, take(own, 'authorization'));
    const cookie = joinCookies(take(own, 'cookie'), jarCookies);
    if (this.acceptLanguage !== undefined && !own.has('accept-language'))
      own.set('accept-language', this.acceptLanguage);
    const headers = merged(this.profile, own);
    if (authorization !== null) headers.Authorization = authorization;
    if (cookie !== '') headers.Cookie = cookie;
    return headers;
  }

  private ownFor(hop: PageUrl): Map<string, string> {
    const entries = [...this.own];
    return new Map(
      this.mayHaveAll(hop) ? entries : entries.filter(([name]) => SHARED_HEADERS.includes(name)),
    );
  }

  private mayHaveAll(hop: PageUrl): boolean {
    const { home, context } = this;
    if (home && (hop.origin === home.origin || isUpgrade(home, hop))) return true;
    const isDowngrade = home?.protocol === 'https:' && !hop.origin.startsWith('https:');
    return !isDowngrade && listsHost(context.listed, hop.hostname, hop.port);
  }

  /** Credentials in an address are for its origin alone. At the first hop the header wins, later those of the address. */
  private authorizationAt(hop: PageUrl, own: string | null): string | null {
    const { firstHop } = this.context;
    if (hop === firstHop) return own ?? hop.authorization;
    return hop.authorization ?? own ?? (hop.origin === firstHop.origin ? firstHop.authorization : null);
  }
}

/** The same host by a safer way, as most sites send visitors from http to https. */
function isUpgrade(home: URL, hop: PageUrl): boolean {
  return home.port === '' && home.protocol === 'http:' && hop.origin === `https://${home.host}`;
}

function take(headers: Map<string, string>, name: string): string | null {
  const value = headers.get(name) ?? null;
  headers.delete(name);
  return value;
}

function merged(profile: Readonly<Record<string, string>>, own: Map<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in profile) headers[name] = take(own, name.toLowerCase()) ?? profile[name] ?? '';
  for (const [name, value] of own) headers[name] = value;
  return headers;
}

/** A cookie that a response has set replaces the caller's of the same name. */
function joinCookies(callers: string | null, jar: string): string {
  if (callers === null || jar === '') return callers ?? jar;
  const set = new Set(jar.split('; ').map(cookieName));
  const kept = callers.split(';').filter((pair) => pair.trim() !== '' && !set.has(cookieName(pair)));
  return [...kept.map((pair) => pair.trim()), jar].join('; ');
}

function cookieName(pair: string): string {
  return (pair.split('=', 1)[0] ?? '').trim();
}
