import { normalizeUrl } from './normalize-url.js';

/** A fragment that names a page of its own to scripts. */
const ROUTE = /#[!/].*/s;

/**
 * URL that identifies a page in stores. @param href normalized URL, or the requested one
 * @throws InvalidUrlError
 */
export function historyUrl(href: string): string {
  return normalizeUrl(href) + routeOf(href);
}

/** The fragment of a URL, if it names a page of its own; otherwise ''. */
export const routeOf = (href: string): string => ROUTE.exec(href)?.[0] ?? '';
