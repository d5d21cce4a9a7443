import { asRequested, escapedPath, withoutNeedlessEscapes, withoutSpecials } from './robots-path.js';
import {
  matchesWildcard,
  wildcardPattern,
  type MatchBudget,
  type WildcardPattern,
} from './wildcard-pattern.js';

/** An `Allow` or `Disallow` line. */
export interface RuleLine {
  readonly directive: 'allow' | 'disallow';
  /** The pattern as written. */
  readonly value: string;
  /** Line number, from 1. */
  readonly number: number;
}

/** A parsed rule. */
export interface RobotsRule {
  readonly allows: boolean;
  readonly pattern: WildcardPattern;
  /** Pattern length in octets: the longest matching rule wins. */
  readonly octets: number;
  readonly line: RuleLine;
}

/** The spellings of a path that rules are compared with. */
interface RobotsPath {
  readonly asWritten: string;
  readonly normalised: string;
}

const PLAIN_PATH = /^[!-#&-)+-~]*$/; // printable ASCII without % $ *

export function robotsPath(pathAndQuery: string): RobotsPath {
  if (PLAIN_PATH.test(pathAndQuery)) return { asWritten: pathAndQuery, normalised: pathAndQuery };
  const asWritten = withoutSpecials(escapedPath(pathAndQuery));
  return { asWritten, normalised: withoutNeedlessEscapes(asWritten) };
}

/** Rules of a line: none if it is empty, two for an allowed index page, which allows its folder as well. */
export function robotsRules(line: RuleLine): RobotsRule[] {
  const allows = line.directive === 'allow';
  const text = escapedPath(asRequested(line.value));
  if (text === '') return [];
  const index = allows ? text.lastIndexOf('/') : -1;
  const opensFolder = index >= 0 && text.startsWith('/index.htm', index);
  return [rule(line, text), ...(opensFolder ? [rule(line, `${text.slice(0, index + 1)}$`)] : [])];
}

/**
 * True if the rule applies to the path.
 *
 * RFC 9309 and the most widely used matcher disagree on unnecessary escapes (`%62` for `b`). The stricter
 * interpretation is used: `Disallow` matches any spelling of the path, `Allow` only its own.
 */
export function speaksAbout(rule: RobotsRule, path: RobotsPath, budget: MatchBudget): boolean {
  if (matchesWildcard(rule.pattern, path.normalised, budget)) return true;
  if (!rule.allows || path.asWritten === path.normalised) return false;
  return matchesWildcard(rule.pattern, path.asWritten, budget);
}

function rule(line: RuleLine, text: string): RobotsRule {
  const allows = line.directive === 'allow';
  const spelling = allows ? text : withoutNeedlessEscapes(text);
  const dollar = spelling.length - 1;
  // Only a `$` at the end is special.
  const pattern = spelling.slice(0, dollar).replace(/\$/g, '%24') + spelling.slice(dollar);
  return { allows, pattern: wildcardPattern(pattern), octets: text.length, line };
}
