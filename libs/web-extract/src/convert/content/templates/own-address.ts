import { parseUrl } from '../../../web/url/parse-url.js';

/** Distinguishes links to the page itself from others. */
export class OwnAddress {
  private readonly own: URL | null;
  /** The path that all links to the page contain; empty for the root of a site. */
  private readonly file: string;

  /** @param base what relative links are resolved against */
  constructor(
    url: string,
    private readonly base: string,
  ) {
    this.own = parseUrl(url);
    this.file = this.own?.pathname.split('/').findLast(Boolean) ?? '';
  }

  /**
   * Returns the fragment of a link to the page, empty if it has none; null for other links. Parameters added
   * to the page's own query are actions on the page: `?share=mail`.
   */
  fragmentOf(href: string): string | null {
    const target = this.own && this.mayBeOwn(href) ? parseUrl(href, this.base) : null;
    if (!this.own || !target) return null;
    const { origin, pathname, searchParams, hash } = target;
    if (origin !== this.own.origin || pathname !== this.own.pathname) return null;
    for (const [name, value] of this.own.searchParams)
      if (!searchParams.getAll(name).includes(value)) return null;
    return decoded(hash.slice(1));
  }

  /** Spares most links that they are parsed. */
  private mayBeOwn(href: string): boolean {
    return href.startsWith('#') || href.startsWith('?') || href.includes(this.file) || href === '';
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
