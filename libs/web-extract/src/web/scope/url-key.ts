import { escapedPath, withoutNeedlessEscapes } from '../robots/robots-path.js';
import { withoutParameters, withoutSessionIds } from './session-ids.js';
import { bareHost, splitUrl, type UrlParts } from './split-url.js';

/** Which differences of spelling mean one page. */
export interface UrlKeyOptions {
  /** www or not, http or https, index page, trailing slash, parameters of advertising. @default true */
  readonly similar?: boolean;
  /** Any query. @default false */
  readonly ignoreQuery?: boolean;
  /** Session identifiers in path or query. @default true */
  readonly sessions?: boolean;
}

/** The identity of an address within a crawl. */
export interface UrlKey {
  /** Two addresses with one key are one page. */
  readonly key: string;
  /** The key without its query. */
  readonly pathKey: string;
  readonly hasQuery: boolean;
  /** A session identifier was left out of the key. */
  readonly hadSession: boolean;
}

const INDEX_PAGE = /\/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm)$/i;
const MAY_ADVERTISE = /utm_|clid|mc_[ce]id|igshid|_hs|_g[al]=/i;
const ADVERTISING =
  /^(?:utm_\w+|(?:f|g|d|y|ms|tw|tt|wbra|gbra)clid|gclsrc|mc_[ce]id|igshid|_hs(?:enc|mi|fp)|_g[al])$/i;

/** The key of an http(s) address. Two spellings of one page have one key; the key is no address. */
export function urlKey(url: string, options: UrlKeyOptions = {}): string {
  const parts = splitUrl(url) ?? splitUrl(new URL(url).href);
  return parts ? keyOf(parts, options).key : url;
}

/** As {@link urlKey}, for an address that is split already. */
export function keyOf(parts: UrlParts, options: UrlKeyOptions): UrlKey {
  const { similar = true, ignoreQuery = false, sessions = true } = options;
  const query = ignoreQuery ? '' : parts.query;
  const plain = sessions
    ? withoutSessionIds(parts.path, query)
    : { path: parts.path, query, hadSession: false };
  const host = similar ? bareHost(parts.host) : `${parts.scheme}://${parts.host}`;
  const pathKey = host + settled(similar ? barePath(plain.path) : plain.path);
  const search = settled(similar ? withoutAdvertising(plain.query) : plain.query);
  const hasQuery = search.length > 1;
  return { key: hasQuery ? pathKey + search : pathKey, pathKey, hasQuery, hadSession: plain.hadSession };
}

function barePath(path: string): string {
  const folder = path.replace(INDEX_PAGE, '/');
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function withoutAdvertising(query: string): string {
  return MAY_ADVERTISE.test(query) ? withoutParameters(query, (name) => ADVERTISING.test(name)) : query;
}

function settled(text: string): string {
  return text.includes('%') ? withoutNeedlessEscapes(escapedPath(text)) : text;
}
