import type { OriginStorage, SessionCookie } from '../../model/session/session.js';
import type { BrowserState, BrowserVisitor } from '../../ports/renderer.port.js';
import type { HopHeaders } from '../../ports/fetcher.port.js';
import { hostOf, isWithin, type JarCookie } from '../../web/cookies/cookie-jar.js';
import { toSessionCookie } from './session-cookie.js';
import { parseUrl } from '../../web/url/parse-url.js';
import type { LiveSession } from './live-session.js';

/**
 * The state of a generation of a session in a browser. Cookies of a domain are set for the hosts of the origins only, because browsers
 * would send them to its other subdomains; other ports and schemes of these hosts are refused, because cookies ignore ports.
 */
export class SessionBrowser implements BrowserVisitor {
  readonly origins: readonly string[];
  readonly cookies: readonly SessionCookie[];
  readonly storage: readonly OriginStorage[];
  private readonly hosts: ReadonlySet<string>;
  private readonly targets: ReadonlySet<string>;
  private readonly given: readonly JarCookie[];

  constructor(
    private readonly session: LiveSession,
    private readonly generation: number,
  ) {
    this.origins = session.rules.origins;
    const urls = this.origins.map((origin) => new URL(origin));
    this.hosts = new Set(urls.map(hostOf));
    this.targets = new Set(urls.map((url) => `${hostOf(url)}:${portOf(url)}`));
    this.given = session.jar.all;
    this.storage = session.record.storage;
    this.cookies = this.given.flatMap((cookie) =>
      [...this.hosts]
        .filter((host) => (cookie.hostOnly ? host === cookie.domain : isWithin(host, cookie.domain)))
        .map((host) => ({ ...toSessionCookie(cookie), domain: host })),
    );
  }

  headersAt(url: string): HopHeaders {
    return this.session.scope.covers(url) ? this.session.record.headers : {};
  }

  admits(url: string): boolean {
    const { scope } = this.session;
    if (scope.covers(url)) return scope.ruleFor(url) === null;
    const parsed = parseUrl(url);
    return parsed === null || !/^(?:https?|wss?):$/.test(parsed.protocol) || !this.hosts.has(hostOf(parsed));
  }

  admitsTarget(hostname: string, port: number): boolean {
    const host = hostname.replace(/^\[|\]$/g, '');
    return !this.hosts.has(host) || this.targets.has(`${host}:${port}`);
  }

  /** Cookies that changed are received like those of a response; storage is stored. */
  keep({ cookies, storage }: BrowserState): void {
    const now = cookies.filter(({ domain = '' }) =>
      [...this.hosts].some((host) => isWithin(host, domain.replace(/^\./, ''))),
    );
    for (const cookie of now) if (!this.isKnown(cookie)) this.receive(cookie, toHeader(cookie));
    for (const cookie of this.given) {
      const isGone = !now.some(({ name, path }) => name === cookie.name && path === cookie.path);
      if (isGone) this.receive(toSessionCookie(cookie), `${toHeader(toSessionCookie(cookie))}; Max-Age=0`);
    }
    if (storage.length > 0) this.session.keepStorage(this.generation, storage);
  }

  private isKnown({ name, value, path }: SessionCookie): boolean {
    return this.given.some(
      (cookie) => cookie.name === name && cookie.path === path && cookie.value === value,
    );
  }

  private receive({ domain = '' }: SessionCookie, header: string): void {
    const bare = domain.replace(/^\./, '');
    const origin = this.origins.find((one) => isWithin(hostOf(new URL(one)), bare));
    if (origin !== undefined) this.session.receive(this.generation, `${origin}/`, [header]);
  }
}

/** The cookie as a response would set it. */
function toHeader({
  name,
  value,
  domain = '',
  path = '/',
  expires = -1,
  secure,
  httpOnly,
  sameSite,
}: SessionCookie): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(domain.startsWith('.') ? [`Domain=${domain.slice(1)}`] : []),
    ...(expires > 0 ? [`Expires=${new Date(expires * 1000).toUTCString()}`] : []),
    ...(secure ? ['Secure'] : []),
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
  ].join('; ');
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
