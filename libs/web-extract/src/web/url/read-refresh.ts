import { parseUrl } from './parse-url.js';

/** Maximum delay in seconds; with a longer one a page reloads itself or is meant to be read first. */
const LONGEST_SECONDS = 5;
const REFRESH = /^\s*(\d+(?:\.\d*)?)\s*(?:[;,]\s*)?(?:url\s*=\s*)?(["']?)([^"']*)\2/i;

/**
 * Target of an immediate `Refresh` (header or meta element); null if it does not lead to another http(s) URL.
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function readRefresh(content: string, pageUrl: string): string | null {
  const [, seconds, , address = ''] = REFRESH.exec(content) ?? [];
  if (seconds === undefined || Number(seconds) > LONGEST_SECONDS || address.trim() === '') return null;
  const target = parseUrl(address.trim(), pageUrl);
  if (target === null || !/^https?:$/.test(target.protocol)) return null;
  target.hash = '';
  return target.href === pageUrl.split('#', 1)[0] ? null : target.href;
}
