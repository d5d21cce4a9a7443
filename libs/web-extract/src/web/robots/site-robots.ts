import type { WebExtractError } from '../../model/errors.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { parseRobots, type RobotsRules } from './parse-robots.js';

/** What the robots.txt of one origin means for our agent. */
export interface SiteRobots extends RobotsRules {
  /**
   * `found`: the rules were read. `absent`: there are none, everything is allowed. `unreachable`: nobody knows them, so
   * nothing is allowed.
   */
  readonly state: 'found' | 'absent' | 'unreachable';
  /** What the same file says to another agent, a product token. Of the last one asked for it is remembered. */
  forAgent(agent: string): RobotsRules;
  /** Why the rules are not known. Null unless unreachable. */
  readonly failure: WebExtractError | string | null;
  /** How long this may be believed, in milliseconds. */
  readonly freshForMs: number;
  /** What it takes to remember this, in bytes, roughly. */
  readonly weight: number;
}

const HOUR_MS = 3_600_000;
const FOUND_FRESH_MS = HOUR_MS;
const ABSENT_FRESH_MS = HOUR_MS;
/** Being told to slow down says nothing about the rules; ask again soon. */
const THROTTLED_FRESH_MS = 10 * 60_000;
const UNREACHABLE_FRESH_MS = 60_000;
const OVERHEAD_BYTES = 1024;

/**
 * Reads the answer to a request for robots.txt: 2xx is parsed, 4xx (and redirects without a target) allows everything,
 * anything else forbids everything.
 * @see RFC 9309, section 2.3.1
 */
export function siteRobots(response: FetchResponse, agent: string): SiteRobots {
  const { statusCode, body } = response;
  if (statusCode >= 200 && statusCode < 300) return found(body, agent);
  if (statusCode === 429) return absentRobots(THROTTLED_FRESH_MS);
  if (statusCode >= 300 && statusCode < 500) return absentRobots();
  return unreachableRobots(`robots.txt answered ${statusCode}`);
}

/** There is no robots.txt: everything is allowed. */
export function absentRobots(freshForMs = ABSENT_FRESH_MS): SiteRobots {
  return withoutRules('absent', true, freshForMs, null);
}

/** Nobody knows the rules: nothing is allowed until they can be had. */
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
  };
  return { ...rules, state, failure, freshForMs, weight: OVERHEAD_BYTES, forAgent: () => rules };
}

function found(body: Uint8Array, agent: string): SiteRobots {
  const rules = parseRobots(body, agent);
  const weight = OVERHEAD_BYTES + 5 * body.length; // the file, and the rules for two agents
  let other = { agent, rules };
  const forAgent = (asked: string) => {
    if (asked !== other.agent) other = { agent: asked, rules: parseRobots(body, asked) };
    return other.rules;
  };
  return { ...rules, state: 'found', failure: null, freshForMs: FOUND_FRESH_MS, weight, forAgent };
}
