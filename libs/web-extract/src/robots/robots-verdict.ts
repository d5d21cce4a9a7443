import type { WebExtractError } from '../model/errors.js';

/** The line of a robots.txt that decided. */
export interface RobotsRuleLine {
  /** From 1 on. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow';
  /** Its path pattern as written, without blanks and comment around it. */
  readonly pattern: string;
}

/** Whether an address may be crawled, and what says so. */
export interface RobotsVerdict {
  /** The address that was judged: normalised, without credentials and fragment. */
  readonly url: string;
  readonly allowed: boolean;
  /** Product token that groups were matched with. */
  readonly agent: string;
  /** The file that decides for the origin of the address. */
  readonly robotsUrl: string;
  /** `found`: it was read. `absent`: there is none, everything is allowed. `unreachable`: nobody knows the rules, nothing is allowed. */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** Name of the group that speaks to the agent: its own as the file first writes it, or `*`. Null: none does. */
  readonly group: string | null;
  /** Null: no rule speaks about the address; or, where it is not allowed, the rules are not known or too expensive to tell. */
  readonly rule: RobotsRuleLine | null;
  /** Seconds between requests that the group asks for, a day at most. */
  readonly crawlDelaySeconds: number | null;
  /** Absolute addresses of all `Sitemap` lines, whatever group they stand in. */
  readonly sitemaps: readonly string[];
  /** Why the rules are not known. Null unless unreachable. */
  readonly failure: { readonly code: WebExtractError['code'] | null; readonly message: string } | null;
}

/** Who asks, and for whom. */
export interface RobotsQuestion {
  /**
   * Product token that groups are matched with, of letters, digits, `_` and `-`; what follows (`/1.0`) does not count.
   * @default `robotsToken` of the options
   */
  readonly agent?: string;

  /**
   * Who stands behind the request for robots.txt: fetches are shared by owner.
   * @default the host itself
   */
  readonly owner?: string;
}
