import { RE2JS } from 're2js';
import type { CrawlPatterns } from '../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../model/errors.js';
import { patternSize } from './pattern-size.js';
import type { UrlParts } from './split-url.js';

/** Result of matching a URL with the patterns of a caller, and the deciding pattern. */
type PatternVerdict =
  | { readonly rule: 'excluded' | 'included'; readonly detail: string }
  | { readonly rule: 'not-included' | 'in-scope'; readonly detail: null };

/** Matches a URL with the patterns. `in-scope` if there are no include patterns. Exclusion wins. */
export type PatternJudge = (url: UrlParts) => PatternVerdict;

interface Pattern {
  readonly source: string;
  /** Approximate number of steps per character of a URL. */
  readonly steps: number;
  /** Fast pre-check: false if the expression cannot match. */
  mayMatch(text: string): boolean;
  matches(text: string): boolean;
}

type Field = 'include' | 'exclude';

/** Maximum total number of steps of all expressions; literal patterns have none. */
const MAX_STEPS = 100_000;
/** Maximum cost of one URL, steps times characters of the evaluated expressions: half a second at most. */
const MAX_ADDRESS_COST = 1_000_000;
/** Longer URLs are not matched: they are neither excluded nor included. */
const MAX_ADDRESS_CHARS = 2_000;
/** Maximum length of a pattern in an error message. */
const MAX_QUOTED_CHARS = 300;

/**
 * Compiles the patterns of a crawl. Matching takes time linear in the length of the URL for any pattern.
 *
 * @throws InvalidRequestError with the pattern if it is invalid, too large, or uses features that linear time excludes
 * (lookaround, backreferences)
 */
export function compilePatterns(patterns: CrawlPatterns | undefined): PatternJudge {
  const { syntax = 'regex', onWholeUrl = false } = patterns ?? {};
  const room: Room = { steps: MAX_STEPS };
  const compileAll = (field: Field): Pattern[] =>
    (patterns?.[field] ?? []).flatMap((source, index) =>
      source === '' ? [] : [compile(source, syntax, { field, index, room })],
    );
  const include = compileAll('include');
  const exclude = compileAll('exclude');
  const spellings = onWholeUrl ? wholeUrlSpellings : pathSpellings;
  return (url) => {
    const texts = include.length + exclude.length > 0 && isHeld(url) ? spellings(url) : [];
    const room = { steps: MAX_ADDRESS_COST };
    const excluding = firstMatch(exclude, texts, room);
    if (excluding !== null) return { rule: 'excluded', detail: excluding };
    if (include.length === 0) return { rule: 'in-scope', detail: null };
    const including = firstMatch(include, texts, room);
    return including === null
      ? { rule: 'not-included', detail: null }
      : { rule: 'included', detail: including };
  };
}

const isHeld = ({ host, path, query }: UrlParts): boolean =>
  host.length + path.length + query.length <= MAX_ADDRESS_CHARS;

/** Remaining budget for further patterns. */
interface Room {
  steps: number;
}

interface Place {
  readonly field: Field;
  readonly index: number;
  readonly room: Room;
}

function compile(source: string, syntax: CrawlPatterns['syntax'], { field, index, room }: Place): Pattern {
  const isPath = syntax === 'path' && !isRegex(source);
  if (!isPath && LITERAL.test(source)) return literal(source);
  try {
    const text = isPath ? pathPattern(source) : RE2JS.translateRegExp(source);
    const prefix = isPath ? barePath(source).split('*')[0]! : prefixOf(source);
    const steps = patternSize(text);
    // a path pattern without `*` is compared from its start, at any length
    room.steps -= isPath && !source.includes('*') ? 1 : steps;
    if (room.steps < 0) throw new Error('all patterns together are too large');
    const regex = RE2JS.compile(text);
    const isStraight = !/[*+?{|(]/.test(source); // no alternatives: most URLs fail at the first characters
    return {
      source,
      steps: isStraight ? 1 : steps,
      mayMatch: (address) => address.startsWith(prefix) || (isPath && address.startsWith(prefix, 1)),
      matches: (address) => regex.test(address),
    };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    const fault = { code: 'pattern', pattern: quoted(source), reason } as const;
    throw InvalidRequestError.at(['patterns', field, index], fault, { cause: error });
  }
}

/** Truncates long patterns, so that the reason stays visible. */
function quoted(source: string): string {
  return source.length <= MAX_QUOTED_CHARS ? source : `${source.slice(0, MAX_QUOTED_CHARS)}…`;
}

/** Patterns without special characters, which are searched literally. */
const LITERAL = /^[\w/~%&=:;,@!'-]+$/;
const ANCHORED = /^\^([\w/~%&=:;,@!'-]*)/;

/**
 * Literal prefix required by an expression without alternatives. The last character is dropped, because a quantifier
 * may follow.
 */
function prefixOf(source: string): string {
  const literal = source.includes('|') ? '' : (ANCHORED.exec(source)?.[1] ?? '');
  return literal.slice(0, -1);
}

function literal(source: string): Pattern {
  const matches = (address: string) => address.includes(source);
  return { source, steps: 0, mayMatch: matches, matches };
}

function isRegex(source: string): boolean {
  return /[\^$\\([|]|\.\*/.test(source);
}

/**
 * A path from the root of the site, with `*` for any text and an optional leading slash; of a full URL only the path
 * counts.
 */
function pathPattern(source: string): string {
  return `^/?${barePath(source).split('*').map(RE2JS.quote).join('.*')}`;
}

function barePath(source: string): string {
  return source.replace(/^https?:\/\/[^/]*/i, '').replace(/^\//, '');
}

/** Stops when the cost limit of the URL is reached: it is then neither excluded nor included. */
function firstMatch(patterns: readonly Pattern[], texts: readonly string[], room: Room): string | null {
  for (const pattern of patterns) {
    for (const text of texts) {
      if (!pattern.mayMatch(text)) continue;
      room.steps -= pattern.steps * text.length;
      if (room.steps < 0) return null;
      if (pattern.matches(text)) return pattern.source;
    }
  }
  return null;
}

/** The path with and without its leading slash, for patterns that begin with `^`, each encoded and decoded. */
function pathSpellings({ path }: UrlParts): string[] {
  const written = withReadable(path);
  return [...written, ...written.map((text) => text.slice(1))];
}

function wholeUrlSpellings({ scheme, host, path, query }: UrlParts): string[] {
  return withReadable(`${scheme}://${host}${path}${query}`);
}

function withReadable(text: string): string[] {
  if (!text.includes('%')) return [text];
  try {
    return [text, decodeURI(text)];
  } catch {
    return [text]; // escapes are not UTF-8
  }
}
