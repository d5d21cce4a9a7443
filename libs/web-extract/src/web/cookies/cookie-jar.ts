import { isIP } from 'node:net';
import type { Cookie } from 'tough-cookie';
import { getDomain } from 'tldts';

/** A stored cookie. Plain JSON; times are milliseconds since the epoch. */
export interface JarCookie {
  /** '' for a cookie without a name. */
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** False: subdomains receive it too. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: 'strict' | 'lax' | 'none';
  /** Null: as long as the jar exists. */
  readonly expiresAt: number | null;
  /** Order of creation, set by the jar. */
  readonly order?: number;
}

/** RFC 6265bis, 5.6: longer names and values are ignored. */
const MAX_COOKIE_BYTES = 4_096;
const MAX_ATTRIBUTE_BYTES = 1_024;
/** RFC 6265bis, 5.5. */
const MAX_AGE_MS = 400 * 86_400_000;
const MAX_PER_HOST = 50;
const MAX_PER_SITE = 180;
const MAX_HEADER_BYTES = 16 * 1024;
/** Bytes of the `Set-Cookie` headers of one response. */
const MAX_RECEIVED_BYTES = 64 * 1024;
const PREFIX = /^__(secure|host)-/i;

type Parser = Pick<typeof import('tough-cookie'), 'Cookie' | 'defaultPath' | 'domainMatch' | 'pathMatch'>;
let parser: Parser | null = null;

/** The cookies of a visitor, by the rules of RFC 6265bis with private public suffixes. */
export class CookieJar {
  /** Least recently used first. */
  private cookies: JarCookie[];
  /** True if cookies were dropped because of a limit. */
  hasDropped = false;

  private constructor(
    private readonly rules: Parser,
    cookies: readonly JarCookie[],
  ) {
    this.cookies = numbered(cookies);
  }

  /** Creates a jar. The parser is loaded at the first need, because few processes need it. */
  static async open(cookies: readonly JarCookie[] = []): Promise<CookieJar> {
    parser ??= await import('tough-cookie');
    return new CookieJar(parser, cookies);
  }

  get all(): readonly JarCookie[] {
    const now = Date.now();
    return this.cookies.filter((cookie) => isAlive(cookie, now));
  }

  get size(): number {
    return this.all.length;
  }

  /** Memory of all cookies, about. */
  get bytes(): number {
    return this.cookies.reduce(
      (sum, { name, value, domain, path }) =>
        sum + name.length + value.length + domain.length + path.length + 200,
      0,
    );
  }

  /** Replaces all cookies. */
  reset(cookies: readonly JarCookie[]): void {
    this.cookies = numbered(cookies);
  }

  /** Stores the cookies of a response. @returns whether any was accepted */
  receive(href: string, headers: readonly string[]): boolean {
    const url = new URL(href);
    let bytes = 0;
    let isChanged = false;
    for (const header of headers) {
      bytes += header.length;
      if (bytes > MAX_RECEIVED_BYTES) {
        this.hasDropped = true;
        break;
      }
      isChanged = this.receiveOne(url, header) || isChanged;
    }
    return isChanged;
  }

  /** Adds a cookie that was not received from a site. */
  put(cookie: JarCookie): void {
    const before = this.cookies.find((other) => isSame(other, cookie));
    const newest = this.cookies.reduce((most, { order = 0 }) => Math.max(most, order), 0);
    this.cookies = this.cookies.filter((other) => other !== before);
    // a replaced cookie keeps its place: RFC 6265bis, 5.7
    if (isAlive(cookie, Date.now())) this.cookies.push({ ...cookie, order: before?.order ?? newest + 1 });
    this.enforceBounds(cookie);
  }

  /**
   * Value of `Cookie` for a request; '' for none.
   * @param isSameSite false after a hop through another site: `SameSite=Strict` cookies are left out
   */
  headerAt(href: string, isSameSite = true): string {
    const url = new URL(href);
    const matching = this.matching(url).filter(({ sameSite }) => isSameSite || sameSite !== 'strict');
    let bytes = 0;
    const fitting = [...matching].reverse().filter(({ name, value }) => {
      bytes += name.length + value.length + 3;
      return bytes <= MAX_HEADER_BYTES;
    });
    if (fitting.length < matching.length) this.hasDropped = true;
    this.touch(fitting);
    const ordered = fitting.sort((a, b) => b.path.length - a.path.length || (a.order ?? 0) - (b.order ?? 0));
    return ordered.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  }

  /** The cookies that a request of the URL would send. */
  matching(url: URL): JarCookie[] {
    const now = Date.now();
    const host = hostOf(url);
    const isSafe = isTrustworthy(url);
    return this.cookies.filter(
      (cookie) =>
        isAlive(cookie, now) &&
        (cookie.hostOnly ? cookie.domain === host : isWithin(host, cookie.domain)) &&
        this.rules.pathMatch(url.pathname, cookie.path) &&
        (!cookie.secure || isSafe),
    );
  }

  private touch(used: readonly JarCookie[]): void {
    if (used.length === 0) return;
    const set = new Set(used);
    this.cookies = [...this.cookies.filter((cookie) => !set.has(cookie)), ...used];
  }

  private receiveOne(url: URL, header: string): boolean {
    const isNameless = header.trimStart().startsWith('=');
    const parsed = this.rules.Cookie.parse(isNameless ? `n${header.trimStart()}` : header, { loose: true });
    if (!parsed) return false;
    const cookie = this.admitted(url, parsed, isNameless ? '' : parsed.key);
    if (!cookie || (!cookie.secure && !isTrustworthy(url) && this.shadowsSecure(cookie))) return false;
    const before = this.cookies.find((other) => isSame(other, cookie));
    this.put(cookie);
    if (!before) return isAlive(cookie, Date.now());
    return JSON.stringify({ ...before, order: 0 }) !== JSON.stringify({ ...cookie, order: 0 });
  }

  private admitted(
    url: URL,
    { value, domain, path, secure, httpOnly, sameSite, ...rest }: Cookie,
    name: string,
  ): JarCookie | null {
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes === 0 || bytes > MAX_COOKIE_BYTES || CONTROL.test(name) || CONTROL.test(value)) return null;
    if ((domain?.length ?? 0) > MAX_ATTRIBUTE_BYTES || (path?.length ?? 0) > MAX_ATTRIBUTE_BYTES) return null;
    const scope = domainScope(hostOf(url), domain ?? '');
    if (scope === null || (secure && !isTrustworthy(url))) return null;
    const ownPath = path?.startsWith('/') ? path : this.rules.defaultPath(url.pathname);
    const prefix = PREFIX.exec(name === '' ? value : name)?.[1]?.toLowerCase();
    if (prefix && (name === '' || !secure || url.protocol !== 'https:')) return null;
    if (prefix === 'host' && ((domain ?? '') !== '' || path !== '/')) return null;
    const same = sameSite?.toLowerCase();
    return {
      name,
      value,
      ...scope,
      path: ownPath,
      secure,
      httpOnly,
      sameSite: same === 'strict' || (same === 'none' && secure) ? same : 'lax',
      expiresAt: expiryOf(rest),
    };
  }

  /** RFC 6265bis, 5.7: a cookie of an insecure response neither replaces nor hides a Secure one. */
  private shadowsSecure({ name, domain, path }: JarCookie): boolean {
    return this.cookies.some(
      (other) =>
        other.secure &&
        other.name === name &&
        (isWithin(other.domain, domain) || isWithin(domain, other.domain)) &&
        this.rules.pathMatch(path, other.path),
    );
  }

  private enforceBounds({ domain }: JarCookie): void {
    if (this.cookies.length <= MAX_PER_HOST) return;
    const site = siteOf(domain);
    this.dropAbove(MAX_PER_HOST, (cookie) => cookie.domain === domain);
    this.dropAbove(MAX_PER_SITE, (cookie) => siteOf(cookie.domain) === site);
  }

  private dropAbove(most: number, isOf: (cookie: JarCookie) => boolean): void {
    const found = this.cookies.filter(isOf);
    if (found.length <= most) return;
    this.hasDropped = true;
    const dropped = new Set(found.slice(0, found.length - most));
    this.cookies = this.cookies.filter((cookie) => !dropped.has(cookie));
  }
}

// eslint-disable-next-line no-control-regex -- RFC 6265bis, 5.6: such cookies are ignored
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;

/** The site that shares cookies: the registrable domain, or the host if it has none. */
export function siteOf(host: string): string {
  return isIP(host) === 0 ? (getDomain(host, { allowPrivateDomains: true }) ?? host) : host;
}

/** The host of a URL as cookies name it: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Scope of a cookie with this `Domain`; null if the host may not set it. */
function domainScope(host: string, given: string): Pick<JarCookie, 'domain' | 'hostOnly'> | null {
  const domain = given.toLowerCase();
  if (domain === '') return { domain: host, hostOnly: true };
  const isShared = isIP(domain) === 0 && getDomain(domain, { allowPrivateDomains: true }) !== null;
  if (!isShared) return domain === host ? { domain: host, hostOnly: true } : null;
  return isWithin(host, domain) ? { domain, hostOnly: false } : null;
}

/** True if the host is the domain or below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));

/** Origins whose traffic nobody can modify: https and this machine. */
function isTrustworthy(url: URL): boolean {
  const host = hostOf(url);
  const isLocal =
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.');
  return url.protocol === 'https:' || isLocal;
}

function expiryOf({ expires, maxAge }: Pick<Cookie, 'expires' | 'maxAge'>): number | null {
  const now = Date.now();
  if (typeof maxAge === 'number') return maxAge <= 0 ? 0 : Math.min(now + maxAge * 1000, now + MAX_AGE_MS);
  if (maxAge === 'Infinity') return now + MAX_AGE_MS;
  if (maxAge === '-Infinity') return 0;
  if (!(expires instanceof Date)) return null;
  return Math.min(expires.getTime(), now + MAX_AGE_MS);
}

const numbered = (cookies: readonly JarCookie[]): JarCookie[] =>
  cookies.map((cookie, index) => ({ ...cookie, order: cookie.order ?? index + 1 }));

const isAlive = ({ expiresAt }: JarCookie, now: number): boolean => expiresAt === null || expiresAt > now;

const isSame = (a: JarCookie, b: JarCookie): boolean =>
  a.name === b.name && a.domain === b.domain && a.hostOnly === b.hostOnly && a.path === b.path;
