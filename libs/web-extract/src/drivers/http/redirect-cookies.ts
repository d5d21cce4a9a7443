import type { CookieJar } from 'tough-cookie';
import type { PageUrl } from '../../web/url/validate-url.js';

/** Maximum number of cookies per response; browsers keep about as many per site. */
export const MAX_COOKIES = 100;

/** The cookies of one request, kept from redirect to redirect under the rules of RFC 6265bis. */
export class RedirectCookies {
  private jar: CookieJar | null = null;

  /** Stores the cookies of a redirect. Invalid ones (other domains, public suffixes) are dropped. */
  async store(from: string, setCookie: string | string[] | undefined): Promise<void> {
    if (setCookie === undefined) return;
    const { CookieJar } = await import('tough-cookie'); // costly to load and seldom needed
    this.jar ??= new CookieJar(undefined, { looseMode: true });
    for (const cookie of [setCookie].flat().slice(0, MAX_COOKIES)) {
      this.jar.setCookieSync(cookie, from, { ignoreError: true });
    }
  }

  /** Value of `Cookie` for the next hop; empty when there is none. */
  of(hop: PageUrl): string {
    return this.jar?.getCookieStringSync(hop.href) ?? '';
  }
}
