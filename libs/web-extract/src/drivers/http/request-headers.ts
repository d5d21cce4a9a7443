import { checkHeaders } from '../../engine/check-headers.js';
import type { FetchRequest } from '../../ports/fetcher.port.js';
import type { PageUrl } from '../../engine/url/admit-url.js';

/** What a request sends, with the caller's secrets set apart because they stay with the first origin. */
export class RequestHeaders {
  private readonly common: Record<string, string>;
  private readonly authorization: string | null;
  private readonly cookie: string | null;

  /**
   * The caller's headers win over those of the profile.
   * @throws InvalidRequestError
   */
  constructor(
    profile: Readonly<Record<string, string>>,
    request: FetchRequest,
    private readonly firstHop: PageUrl,
  ) {
    const { headers = {}, acceptLanguage } = request;
    checkHeaders(headers);
    const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.authorization = take(own, 'authorization') ?? firstHop.authorization;
    this.cookie = take(own, 'cookie');
    if (acceptLanguage !== undefined && !own.has('accept-language')) {
      checkHeaders({ acceptLanguage });
      own.set('accept-language', acceptLanguage);
    }
    this.common = merged(profile, own);
  }

  /** @param jarCookies cookies that this request's own responses have set for the hop */
  of(hop: PageUrl, jarCookies: string): Record<string, string> {
    const isHome = hop.origin === this.firstHop.origin;
    const authorization =
      hop === this.firstHop
        ? this.authorization
        : (hop.authorization ?? (isHome ? this.authorization : null));
    const cookie = joinCookies(isHome ? this.cookie : null, jarCookies);
    const headers = { ...this.common };
    if (authorization !== null) headers.Authorization = authorization;
    if (cookie !== '') headers.Cookie = cookie;
    return headers;
  }
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
