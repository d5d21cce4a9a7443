import type { CrawlRequest, DiscoveryRule } from './crawl.js';

/**
 * The scope rule that decided about a URL.
 *
 * `start`, `included` and `in-scope` admit the URL; all others reject it.
 */
export type ScopeRule =
  /** The start page of the crawl, in any spelling. */
  | 'start'
  /** Matched by an include pattern. */
  | 'included'
  /** No rule rejects the URL. */
  | 'in-scope'
  | 'not-http'
  | 'too-long'
  | 'external-host'
  | 'subdomain'
  /** Outside the directory of the start page. */
  | 'outside-path'
  | 'excluded'
  | 'not-included'
  | 'max-depth'
  | 'max-discovery-depth'
  | 'nofollow'
  /** An image, video, archive or similar file. */
  | 'media-file'
  | 'trap-repeated-segments'
  /** A known page with another session identifier. */
  | 'trap-session-id'
  | 'trap-query-variants'
  /** A page of an endless site: it shows what the pages that lead to it show, or lies below one. */
  | 'trap-same-content'
  /** It would end the session of the crawl. */
  | 'logout-link'
  /** It may change data of the user of the session. */
  | 'unsafe-link';

/** The scope decision for a URL and its reason. */
export interface ScopeVerdict {
  readonly admitted: boolean;
  readonly rule: ScopeRule;
  /** The pattern, extension or number that matched; null if the rule has none. */
  readonly detail: string | null;
  /** Deduplication key: URLs with the same key are the same page. Empty if the URL is not http(s). */
  readonly key: string;
  /** Host and port, such as `example.com:443`. Empty if the URL is not http(s). */
  readonly host: string;
  /** Path with a limited number of query variants; null if the URL has no query, or no limit applies. */
  readonly variantOf: string | null;
  /**
   * True if a session identifier was removed from the key: when the key is already known, the rule is
   * `trap-session-id`.
   */
  readonly hasSessionId: boolean;
}

/** The fields of a crawl request that determine its scope. */
export type ScopedCrawl = Pick<CrawlRequest, 'url' | 'maxDepth' | 'maxDiscoveryDepth' | 'patterns' | 'scope'>;

/** How the URL was discovered. */
export interface ExplainOptions {
  /** @default 'link' */
  readonly rule?: DiscoveryRule;
  /** Link hops from the start page. @default 1 */
  readonly hops?: number;
  /** True if the link or its page is marked nofollow. @default false */
  readonly nofollow?: boolean;
}

/** A URL to check against the scope of a crawl. Structured-cloneable. */
export interface ScopeQuestion {
  readonly crawl: ScopedCrawl;
  /** Absolute, or relative to the start page. */
  readonly url: string;
  readonly found: ExplainOptions;
  /** Final URL of the start page, after redirects. */
  readonly rootUrl: string;
}
