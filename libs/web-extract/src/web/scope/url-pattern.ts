import { RE2JS } from 're2js';
import type { CrawlPatterns } from '../../model/crawl/crawl.js';
import { InvalidRequestError } from '../../model/errors.js';
import { patternSize } from './pattern-size.js';
import type { UrlParts } from './split-url.js';

/** What the patterns of a caller say about an address, and the one that says it. */
type PatternVerdict =
  | { readonly rule: 'excluded' | 'included'; readonly detail: string }
  | { readonly rule: 'not-included' | 'in-scope'; readonly detail: null };

/** Holds an address against the patterns. `in-scope` when there is none to include. Exclusion wins. */
export type PatternJudge = (url: UrlParts) => PatternVerdict;

interface Pattern {
  readonly source: string;
  /** About how many steps an address takes for each of its characters. */
  readonly steps: number;
  /** Quick: false where the expression cannot match. */
  mayMatch(text: string): boolean;
  matches(text: string): boolean;
}

type Field = 'include' | 'exclude';

/** Steps of all expressions together; what is nothing but text has none. */
const MAX_STEPS = 100_000;
/** Steps times characters that one address may cost, of the expressions that it gets as far as: at most half a second. */
const MAX_ADDRESS_COST = 1_000_000;
/** Longer addresses are held against no pattern: they are neither excluded nor included. */
const MAX_ADDRESS_CHARS = 2_000;
/** Of a pattern in a message. */
const MAX_QUOTED_CHARS = 300;

/**
 * Compiles the patterns of a crawl. Time to match is linear in the address, whatever the pattern.
 *
 * @throws InvalidRequestError naming the pattern, where it is broken, too large, or needs what linear time excludes
 * (look-around, back references)
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

/** What is left for patterns still to come. */
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
    // a path of one piece is compared from its start on, however long it is
    room.steps -= isPath && !source.includes('*') ? 1 : steps;
    if (room.steps < 0) throw new Error('all patterns together are too large');
    const regex = RE2JS.compile(text);
    const isStraight = !/[*+?{|(]/.test(source); // one way through it: most addresses leave it at once
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

/** Long ones are not to hide the reason. */
function quoted(source: string): string {
  return source.length <= MAX_QUOTED_CHARS ? source : `${source.slice(0, MAX_QUOTED_CHARS)}…`;
}

/** Nothing in it has a meaning: it is looked for as it stands. */
const LITERAL = /^[\w/~%&=:;,@!'-]+$/;
const ANCHORED = /^\^([\w/~%&=:;,@!'-]*)/;

/** What an address must begin with, where an expression without alternatives says so. The last character may be counted. */
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

/** A path from the site's root on, `*` for anything, the first slash optional; a whole address counts by its path. */
function pathPattern(source: string): string {
  return `^/?${barePath(source).split('*').map(RE2JS.quote).join('.*')}`;
}

function barePath(source: string): string {
  return source.replace(/^https?:\/\/[^/]*/i, '').replace(/^\//, '');
}

/** Stops where the address has cost what it may: it is then neither excluded nor included. */
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

/** With and without the first slash, for patterns that begin with `^`; and as people write it. */
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
    return [text]; // escapes of another encoding than UTF-8
  }
}
