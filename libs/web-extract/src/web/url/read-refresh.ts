import { parseUrl } from './parse-url.js';

/** Maximum delay in seconds; with a longer one a page reloads itself or is meant to be read first. */
const LONGEST_SECONDS = 5;
const DELAY = /^\s*(\d{0,9})[\d.]*(?=[\s;,]|$)[\s;,]*/;
const LABEL = /^url\s*=\s*/i;

export interface Refresh {
  /** Target without its fragment; the page itself if none is named. */
  readonly url: string;
  /** Delay in seconds. */
  readonly seconds: number;
}

/**
 * Parses a `Refresh` (header or meta element); null if it is none, or leads to another scheme than http(s).
 * @param baseUrl base of a relative target. @default pageUrl
 * @see https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh
 */
export function parseRefresh(content: string, pageUrl: string, baseUrl = pageUrl): Refresh | null {
  const delay = DELAY.exec(content);
  if (!delay || !/\d/.test(delay[0])) return null;
  const address = unquoted(content.slice(delay[0].length).replace(LABEL, '')).trim();
  const target = address === '' ? parseUrl(pageUrl) : parseUrl(address, baseUrl);
  if (target === null || !/^https?:$/.test(target.protocol)) return null;
  target.hash = '';
  return { url: target.href, seconds: Number(delay[1]) };
}

/** True if readers are sent on before they can read the page. */
export const isImmediate = ({ seconds }: Refresh): boolean => seconds <= LONGEST_SECONDS;

/** Target of an immediate `Refresh`; null if it does not lead to another http(s) URL. */
export function readRefresh(content: string, pageUrl: string): string | null {
  const refresh = parseRefresh(content, pageUrl);
  return refresh && isImmediate(refresh) && refresh.url !== withoutFragment(pageUrl) ? refresh.url : null;
}

function unquoted(address: string): string {
  const quote = address[0];
  if (quote !== '"' && quote !== "'") return address;
  const end = address.indexOf(quote, 1);
  return address.slice(1, end < 0 ? undefined : end);
}

const withoutFragment = (url: string): string => url.split('#', 1)[0]!;
