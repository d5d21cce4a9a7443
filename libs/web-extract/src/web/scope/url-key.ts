import { escapedPath, withoutNeedlessEscapes } from '../robots/robots-path.js';
import { inOrder, isAdvertising, isLoginPath, leadsBack, mayAdvertise } from './named-parameters.js';
import { withoutParameters, withoutSessionIds } from './session-ids.js';
import { bareHost, splitUrl, type UrlParts } from './split-url.js';

/** Differences between URLs that are ignored. */
export interface UrlKeyOptions {
  /**
   * Ignores `www.`, http or https, index pages, trailing slashes, tracking parameters, the order of parameters, and where a form of login leads
   * back to.
   * @default true
   */
  readonly similar?: boolean;
  /** Ignores the query. @default false */
  readonly ignoreQuery?: boolean;
  /** Ignores session identifiers in path or query. @default true */
  readonly sessions?: boolean;
}

/** Identity of a URL within a crawl. */
export interface UrlKey {
  /** URLs with the same key are the same page. */
  readonly key: string;
  /** The key without its query. */
  readonly pathKey: string;
  readonly hasQuery: boolean;
  /** True if a session identifier was removed from the key. */
  readonly hadSession: boolean;
}

const INDEX_PAGE = /\/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm)$/i;
/** Key of an http(s) URL, equal for different URLs of one page. A key is not a URL. */
export function urlKey(url: string, options: UrlKeyOptions = {}): string {
  const parts = splitUrl(url) ?? splitUrl(new URL(url).href);
  return parts ? keyOf(parts, options).key : url;
}

/** Like {@link urlKey}, for a URL that is already split. */
export function keyOf(parts: UrlParts, options: UrlKeyOptions): UrlKey {
  const { similar = true, ignoreQuery = false, sessions = true } = options;
  const query = ignoreQuery ? '' : parts.query;
  const plain = sessions
    ? withoutSessionIds(parts.path, query)
    : { path: parts.path, query, hadSession: false };
  const host = similar ? bareHost(parts.host) : `${parts.scheme}://${parts.host}`;
  const pathKey = host + settled(similar ? barePath(plain.path) : plain.path);
  const search = settled(similar ? bareQuery(plain.path, plain.query) : plain.query);
  const hasQuery = search.length > 1;
  return { key: hasQuery ? pathKey + search : pathKey, pathKey, hasQuery, hadSession: plain.hadSession };
}

function barePath(path: string): string {
  const folder = path.replace(INDEX_PAGE, '/');
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

/** The query without what names no page, in the order of its names. */
function bareQuery(path: string, query: string): string {
  if (query.length <= 1) return query;
  const own = mayAdvertise(query) ? withoutParameters(query, isAdvertising) : query;
  return inOrder(isLoginPath(path) ? withoutParameters(own, leadsBack) : own);
}

function settled(text: string): string {
  return text.includes('%') ? withoutNeedlessEscapes(escapedPath(text)) : text;
}
