import type { WebExtractError } from '../model/errors.js';

/** The line of a robots.txt that determined the result. */
export interface RobotsRuleLine {
  /** One-based. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow';
  /** Path pattern as written, without surrounding blanks and comments. */
  readonly pattern: string;
}

/** The result of a robots.txt check for a URL. */
export interface RobotsVerdict {
  /** The checked URL: normalized, without credentials and fragment. */
  readonly url: string;
  readonly allowed: boolean;
  /** Product token that was matched against the groups. */
  readonly agent: string;
  /** URL of the robots.txt for the origin. */
  readonly robotsUrl: string;
  /**
   * `found`: the file was read. `absent`: there is no file, everything is allowed. `unreachable`: the rules
   * are unknown, nothing is allowed.
   */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** Name of the matching group: the agent as first written in the file, or `*`. Null if no group matches. */
  readonly group: string | null;
  /**
   * Null if no rule matches or, if the URL is not allowed, the rules are unknown or too expensive to
   * evaluate.
   */
  readonly rule: RobotsRuleLine | null;
  /** `Crawl-delay` of the group in seconds, at most one day. */
  readonly crawlDelaySeconds: number | null;
  /** Absolute URLs of all `Sitemap` lines, in any group. */
  readonly sitemaps: readonly string[];
  /** Reason why the rules are unknown. Null unless `state` is `unreachable`. */
  readonly failure: { readonly code: WebExtractError['code'] | null; readonly message: string } | null;
}

/** Agent and owner of a robots.txt check. */
export interface RobotsQuestion {
  /**
   * Product token to match against groups: letters, digits, `_` and `-`; a version (`/1.0`) is ignored.
   * @default `robotsUserAgent` of the options
   */
  readonly agent?: string;

  /**
   * Owner of the request for robots.txt: fetches are shared fairly between owners.
   * @default the owner of the host
   */
  readonly owner?: string;
}
