import { escapedPath, withoutNeedlessEscapes, withoutSpecials } from './robots-path.js';
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
  /** Where it stands in the file, from 1 on. */
  readonly number: number;
}

/** What such a line says. */
export interface RobotsRule {
  readonly allows: boolean;
  readonly pattern: WildcardPattern;
  /** Octets of the pattern: the longest one that matches decides. */
  readonly octets: number;
  readonly line: RuleLine;
}

/** A path in the spellings that rules are compared with. */
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

/** The rules that a line stands for: none when empty, two for an allowed index page, which opens its folder as well. */
export function robotsRules(line: RuleLine): RobotsRule[] {
  const allows = line.directive === 'allow';
  const text = escapedPath(line.value);
  if (text === '') return [];
  const index = allows ? text.lastIndexOf('/') : -1;
  const opensFolder = index >= 0 && text.startsWith('/index.htm', index);
  return [rule(line, text), ...(opensFolder ? [rule(line, `${text.slice(0, index + 1)}$`)] : [])];
}

/**
 * Whether the rule speaks about the path.
 *
 * RFC 9309 and the most used matcher differ about needless escapes (`%62` for `b`); the stricter reading counts:
 * `Disallow` means the page in any spelling, `Allow` only what is spelled in it.
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
  // Only the last dollar is special; one before it is a character like others.
  const pattern = spelling.slice(0, dollar).replace(/\$/g, '%24') + spelling.slice(dollar);
  return { allows, pattern: wildcardPattern(pattern), octets: text.length, line };
}
