import type { WebExtractError } from '../../model/errors.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { parseRobots, type RobotsRules } from './parse-robots.js';

/** Result of the robots.txt of one origin for our agent. */
export interface SiteRobots extends RobotsRules {
  /**
   * `found`: the rules were read. `absent`: there are no rules, everything is allowed. `unreachable`: the rules are
   * unknown, nothing is allowed.
   */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** Rules of the same file for another agent (a product token). The last result is cached. */
  forAgent(agent: string): RobotsRules;
  /** Reason why the rules are unknown. Null unless unreachable. */
  readonly failure: WebExtractError | string | null;
  /** Validity in milliseconds. */
  readonly freshForMs: number;
  /** Approximate memory usage in bytes. */
  readonly weight: number;
}

const HOUR_MS = 3_600_000;
const FOUND_FRESH_MS = HOUR_MS;
const ABSENT_FRESH_MS = HOUR_MS;
/** Rate limiting says nothing about the rules; retry soon. */
const THROTTLED_FRESH_MS = 10 * 60_000;
const UNREACHABLE_FRESH_MS = 60_000;
const OVERHEAD_BYTES = 1024;
/** Of a rule besides its text. */
const RULE_BYTES = 240;

/**
 * Interprets the response for robots.txt: 2xx is parsed, 4xx (and redirects without a target) allows everything, any
 * other status denies everything.
 * @see RFC 9309, section 2.3.1
 */
export function siteRobots(response: FetchResponse, agent: string): SiteRobots {
  const { statusCode } = response;
  if (statusCode >= 200 && statusCode < 300) return found(response, agent);
  if (statusCode === 429) return absentRobots(THROTTLED_FRESH_MS);
  if (statusCode >= 300 && statusCode < 500) return absentRobots();
  return unreachableRobots(`robots.txt answered ${statusCode}`);
}

/** Result without a robots.txt: everything is allowed. */
export function absentRobots(freshForMs = ABSENT_FRESH_MS): SiteRobots {
  return withoutRules('absent', true, freshForMs, null);
}

/** Result with unknown rules: nothing is allowed until they are available. */
export function unreachableRobots(failure: WebExtractError | string): SiteRobots {
  return withoutRules('unreachable', false, UNREACHABLE_FRESH_MS, failure);
}

function withoutRules(
  state: SiteRobots['state'],
  isAllowed: boolean,
  freshForMs: number,
  failure: SiteRobots['failure'],
): SiteRobots {
  const rules: RobotsRules = {
    isAllowed: () => isAllowed,
    decide: () => ({ isAllowed, line: null }),
    group: null,
    crawlDelaySeconds: null,
    sitemaps: [],
    size: 0,
  };
  return { ...rules, state, failure, freshForMs, weight: OVERHEAD_BYTES, forAgent: () => rules };
}

function found({ body, url }: FetchResponse, agent: string): SiteRobots {
  const rules = parseRobots(body, agent, url);
  // the file, and the rules for two agents
  const weight = OVERHEAD_BYTES + 5 * body.length + 2 * RULE_BYTES * rules.size;
  let other = { agent, rules };
  const forAgent = (asked: string) => {
    if (asked !== other.agent) other = { agent: asked, rules: parseRobots(body, asked, url) };
    return other.rules;
  };
  return { ...rules, state: 'found', failure: null, freshForMs: FOUND_FRESH_MS, weight, forAgent };
}
