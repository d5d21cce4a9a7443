import { RE2JS } from 're2js';
import type { CrawlPatterns } from '../../model/crawl.js';
import { InvalidRequestError } from '../../model/errors.js';
import { patternSize } from './pattern-size.js';
import type { UrlParts } from './split-url.js';

/** What the patterns of a caller say about an address, and the one that says it. */
export type PatternVerdict =
  | { readonly rule: 'excluded' | 'included'; readonly detail: string }
  | { readonly rule: 'not-included' | 'in-scope'; readonly detail: null };

/** Holds an address against the patterns. `in-scope` when there is none to include. Exclusion wins. */
export type PatternJudge = (url: UrlParts) => PatternVerdict;

interface Pattern {
  readonly source: string;
  readonly regex: RE2JS;
}

type Field = 'include' | 'exclude';

/** Steps of all patterns together: to compile as many takes a fifth of a second, and each crawl does it again. */
const MAX_STEPS = 100_000;

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
    const texts = include.length + exclude.length > 0 ? spellings(url) : [];
    const excluding = firstMatch(exclude, texts);
    if (excluding !== null) return { rule: 'excluded', detail: excluding };
    if (include.length === 0) return { rule: 'in-scope', detail: null };
    const including = firstMatch(include, texts);
    return including === null
      ? { rule: 'not-included', detail: null }
      : { rule: 'included', detail: including };
  };
}

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
  const text = syntax === 'path' && !isRegex(source) ? pathPattern(source) : RE2JS.translateRegExp(source);
  try {
    room.steps -= patternSize(text);
    if (room.steps < 0) throw new Error('all patterns together are too large');
    return { source, regex: RE2JS.compile(text) };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    const message = `patterns.${field} holds "${source}", which cannot be used: ${reason}`;
    throw new InvalidRequestError([{ path: ['patterns', field, index], message }], { cause: error });
  }
}

function isRegex(source: string): boolean {
  return /[\^$\\([|]|\.\*/.test(source);
}

/** A path from the site's root on, `*` for anything, the first slash optional; a whole address counts by its path. */
function pathPattern(source: string): string {
  const path = source.replace(/^https?:\/\/[^/]*/i, '').replace(/^\//, '');
  return `^/?${path.split('*').map(RE2JS.quote).join('.*')}`;
}

function firstMatch(patterns: readonly Pattern[], texts: readonly string[]): string | null {
  return patterns.find(({ regex }) => texts.some((text) => regex.test(text)))?.source ?? null;
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
