import { GuardedLinkError } from '../../model/errors.js';
import type { SessionDefinition } from '../../model/session/session.js';
import { compilePatterns } from '../scope/url-pattern.js';
import { splitUrl } from '../scope/split-url.js';
import { parseUrl } from '../url/parse-url.js';
import { guardUrl, type GuardRule } from './link-words.js';

/** What a link says about itself besides its URL. */
export type LinkSign = GuardRule | undefined;

/** The origins of a session, and the URLs of them that are not requested. */
export class SessionScope {
  private readonly origins: ReadonlySet<string>;
  private readonly logins: ReadonlySet<string>;
  private readonly patterns: ReturnType<typeof compilePatterns>;

  /** @throws InvalidRequestError for an invalid pattern */
  constructor({
    origins,
    loginOrigins = [],
    follow = [],
    neverFollow = [],
  }: Pick<SessionDefinition, 'origins' | 'loginOrigins' | 'follow' | 'neverFollow'>) {
    this.origins = new Set(origins);
    this.logins = new Set(loginOrigins);
    this.patterns = compilePatterns({ syntax: 'regex', include: follow, exclude: neverFollow });
  }

  /** True if the URL receives the state of the session. */
  covers(url: string): boolean {
    for (const origin of this.origins) if (url.startsWith(origin) && url[origin.length] === '/') return true; // most URLs, without parsing them
    const origin = parseUrl(url)?.origin;
    return origin !== undefined && this.origins.has(origin);
  }

  /** True if the login may send requests to the URL. */
  coversLogin(url: string): boolean {
    const origin = parseUrl(url)?.origin;
    return origin !== undefined && (this.origins.has(origin) || this.logins.has(origin));
  }

  /** True if only the login uses the origin of the URL. */
  isLoginOnly(url: string): boolean {
    return this.coversLogin(url) && !this.covers(url);
  }

  /** The rule that refuses a URL; null if it may be requested. URLs of other origins always may. */
  ruleFor(url: string, sign?: LinkSign): GuardRule | null {
    if (!this.covers(url)) return null;
    const parts = splitUrl(url);
    const verdict = parts ? this.patterns(parts).rule : 'not-included';
    if (verdict === 'excluded') return 'unsafe-link';
    if (verdict === 'included') return null;
    return guardUrl(new URL(url)) ?? sign ?? null;
  }

  /** @throws GuardedLinkError */
  refuseGuarded(url: string): void {
    const rule = this.ruleFor(url);
    if (rule !== null) throw new GuardedLinkError(url, rule);
  }
}
