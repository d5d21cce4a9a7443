import type { CrawlRequest, DiscoveryRule } from './crawl.js';

/**
 * Which rule decided about an address.
 *
 * `start`, `included`, `in-scope` admit; all others refuse.
 */
export type ScopeRule =
  /** The page the crawl began at, in any spelling. */
  | 'start'
  /** An including pattern matched. */
  | 'included'
  /** Nothing speaks against it. */
  | 'in-scope'
  | 'not-http'
  | 'too-long'
  | 'external-host'
  | 'subdomain'
  /** Outside the folder of the start page. */
  | 'outside-path'
  | 'excluded'
  | 'not-included'
  | 'max-depth'
  | 'max-discovery-depth'
  | 'nofollow'
  /** An image, film, archive … */
  | 'media-file'
  | 'trap-repeated-segments'
  /** Another session's spelling of a page that is known. */
  | 'trap-session-id'
  | 'trap-query-variants';

/** What was decided about an address, and why. */
export interface ScopeVerdict {
  readonly admitted: boolean;
  readonly rule: ScopeRule;
  /** The pattern, extension or number that decided; null where the rule says it all. */
  readonly detail: string | null;
  /** Two addresses with one key are one page. Empty when the address is not http(s). */
  readonly key: string;
  /** Host and port, such as `example.com:443`. Empty when the address is not http(s). */
  readonly host: string;
  /** Path whose query variants are bounded; null when there is no query, or no bound for it. */
  readonly variantOf: string | null;
  /** The key leaves out a session identifier: should it be known, this is `trap-session-id`. */
  readonly hasSessionId: boolean;
}

/** What decides about the addresses of a crawl. */
export type ScopedCrawl = Pick<CrawlRequest, 'url' | 'maxDepth' | 'maxDiscoveryDepth' | 'patterns' | 'scope'>;

/** How the address would be found. */
export interface ExplainOptions {
  /** @default 'link' */
  readonly rule?: DiscoveryRule;
  /** Link hops from the start. @default 1 */
  readonly hops?: number;
  /** The link, or its page, asks not to be followed. @default false */
  readonly nofollow?: boolean;
}

/** An address that a crawl is asked about. Structured-cloneable. */
export interface ScopeQuestion {
  readonly crawl: ScopedCrawl;
  /** Absolute, or relative to the start page. */
  readonly url: string;
  readonly found: ExplainOptions;
  /** Where the start page was found in the end. */
  readonly rootUrl: string;
}
