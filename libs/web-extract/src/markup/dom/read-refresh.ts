import { parseUrl } from '../../web/url/parse-url.js';

/** A slower one is a page that renews itself, or gives its readers time. */
const LONGEST_SECONDS = 5;
const REFRESH = /^\s*(\d+(?:\.\d*)?)\s*(?:[;,]\s*)?(?:url\s*=\s*)?(["']?)([^"']*)\2/i;

/**
 * Where a `Refresh` (header, or meta element) leads the reader at once; null when it leads nowhere else on the Web.
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function readRefresh(content: string, pageUrl: string): string | null {
  const [, seconds, , address = ''] = REFRESH.exec(content) ?? [];
  if (seconds === undefined || Number(seconds) > LONGEST_SECONDS || address.trim() === '') return null;
  const target = parseUrl(address.trim(), pageUrl);
  if (target === null || !/^https?:$/.test(target.protocol)) return null;
  target.hash = '';
  return target.href === pageUrl.replace(/#.*$/s, '') ? null : target.href;
}
