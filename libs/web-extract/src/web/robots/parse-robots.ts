import { MAX_ROBOTS_BYTES, robotsLines, type RobotsLine } from './robots-lines.js';
import { robotsPath, robotsRules, speaksAbout, type RobotsRule, type RuleLine } from './robots-rule.js';
import type { MatchBudget } from './wildcard-pattern.js';
import { parseUrl } from '../url/parse-url.js';

/** Decision about a path. */
interface RobotsDecision {
  readonly isAllowed: boolean;
  /** The matching line; null if no line matches or the rules are too expensive to evaluate. */
  readonly line: RuleLine | null;
}

/** Rules of a robots.txt for one agent. */
export interface RobotsRules {
  /**
   * True if the path, including its query, may be fetched. An empty path counts as `/`. `/robots.txt` is treated like
   * other paths.
   *
   * Rules that are too expensive to evaluate deny access, so that a site cannot block the process.
   */
  isAllowed(pathAndQuery: string): boolean;
  /** The same decision with the matching rule. */
  decide(pathAndQuery: string): RobotsDecision;
  /** Name of the matching group: the agent as first written in the file, `*`, or null if there is no group. */
  readonly group: string | null;
  /** Requested delay between requests in seconds, or null. Not part of RFC 9309, but widely used. */
  readonly crawlDelaySeconds: number | null;
  /** Absolute http(s) URLs of all `Sitemap` lines in any group; unique, in order. Those without an origin belong to the host of the file. */
  readonly sitemaps: readonly string[];
  /** Number of rules for the agent. */
  readonly size: number;
}

/**
 * Maximum number of character comparisons per decision: enough for ten thousand wildcard patterns on a path of 200
 * characters.
 */
const MATCH_BUDGET = 2_000_000;

/**
 * Collects the rules of a robots.txt for `agent`, a product token such as `ExampleBot` (a version is ignored) or a whole
 * `User-Agent` value of the form `Mozilla/5.0 (compatible; ExampleBot/1.0)`.
 *
 * All groups with this agent, compared case-insensitively, are merged; `*` applies only if there are none. Never
 * throws.
 * @param url of the file, for sitemaps without an origin; without it they are ignored
 * @see RFC 9309
 */
export function parseRobots(
  body: string | Uint8Array,
  agent: string,
  url: string | null = null,
): RobotsRules {
  const text = typeof body === 'string' ? body.slice(0, MAX_ROBOTS_BYTES) : decoded(body);
  const groups = collectGroups(robotsLines(text), productToken(ownName(agent)), url);
  const { rules, delays, name } = groups.own.name === null ? groups.everyone : groups.own;
  // The most octets win in any order, Allow wins a tie: RFC 9309, section 2.2.2.
  rules.sort((a, b) => b.octets - a.octets || Number(b.allows) - Number(a.allows));
  return {
    isAllowed: (pathAndQuery) => decide(rules, pathAndQuery).isAllowed,
    decide: (pathAndQuery) => decide(rules, pathAndQuery),
    group: name,
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
    sitemaps: [...groups.sitemaps],
    size: rules.length,
  };
}

function decoded(body: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, MAX_ROBOTS_BYTES));
}

interface Group {
  /** Agent as written in its first line; null if there is none. */
  name: string | null;
  readonly rules: RobotsRule[];
  readonly delays: number[];
}

interface Groups {
  readonly own: Group;
  readonly everyone: Group;
  readonly sitemaps: Set<string>;
}

function collectGroups(lines: Iterable<RobotsLine>, token: string, url: string | null): Groups {
  const own: Group = { name: null, rules: [], delays: [] };
  const everyone: Group = { name: null, rules: [], delays: [] };
  const sitemaps = new Set<string>();
  const ruled = new AgentList();
  const delayed = new AgentList();
  for (const line of lines) {
    const { field, value } = line;
    if (field === 'user-agent') {
      const group = namedBy(value, token, own, everyone);
      ruled.name(group);
      delayed.name(group);
    } else if (field === 'sitemap') {
      addSitemap(value, url, sitemaps);
    } else if (field === 'crawl-delay') {
      for (const group of delayed.close()) addDelay(value, group);
    } else {
      delayed.close();
      const rules = robotsRules({ directive: field, value, number: line.number });
      for (const group of ruled.close()) group.rules.push(...rules);
    }
  }
  return { own, everyone, sitemaps };
}

/**
 * Groups that the following lines apply to. A rule closes the list, so that the next agent begins a new one; unknown
 * lines and sitemaps do not. Delays are not rules: they apply to the agents named directly above and leave the list
 * open.
 */
class AgentList {
  private readonly groups = new Set<Group>();
  private isClosed = false;

  name(group: Group | null): void {
    if (this.isClosed) this.groups.clear();
    this.isClosed = false;
    if (group) this.groups.add(group);
  }

  close(): Iterable<Group> {
    this.isClosed = true;
    return this.groups;
  }
}

function namedBy(value: string, token: string, own: Group, everyone: Group): Group | null {
  const isEveryone = /^\*(?:\s|$)/.test(value);
  if (!isEveryone && (token === '' || productToken(value) !== token)) return null;
  const group = isEveryone ? everyone : own;
  group.name ??= isEveryone ? '*' : value;
  return group;
}

/**
 * Leading letters, digits, `_` and `-` in lower case. RFC 9309 has neither digits nor other letters than those of ASCII, but names of real bots have:
 * cut at the first of them, two of these would be one.
 */
function productToken(agent: string): string {
  return /^[\p{L}\p{N}_-]*/u.exec(agent)?.[0].toLowerCase() ?? '';
}

/** The name in `Mozilla/5.0 (compatible; ExampleBot/1.0)`. */
function ownName(agent: string): string {
  return /^Mozilla\/\S+ \(compatible; ([^;)]+)/i.exec(agent)?.[1] ?? agent;
}

function addSitemap(value: string, base: string | null, sitemaps: Set<string>): void {
  const isAbsolute = /^https?:\/\//i.test(value);
  const isRelative = base !== null && value !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(value);
  const url = isAbsolute ? parseUrl(value) : isRelative ? parseUrl(value, base) : null;
  if (url) sitemaps.add(url.href);
}

function addDelay(value: string, group: Group): void {
  const seconds = Number.parseFloat(value);
  if (Number.isFinite(seconds) && seconds >= 0) group.delays.push(seconds);
}

function decide(rules: readonly RobotsRule[], pathAndQuery: string): RobotsDecision {
  const path = robotsPath(pathAndQuery === '' ? '/' : pathAndQuery);
  const budget: MatchBudget = { left: MATCH_BUDGET };
  for (const rule of rules) {
    const speaks = speaksAbout(rule, path, budget);
    if (budget.left < 0) return { isAllowed: false, line: null };
    if (speaks) return { isAllowed: rule.allows, line: rule.line };
  }
  return { isAllowed: true, line: null };
}
