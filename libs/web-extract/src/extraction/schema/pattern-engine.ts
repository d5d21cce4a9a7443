import { createContext, Script } from 'node:vm';
import { RE2JS } from 're2js';
import { patternSize } from '../../web/scope/pattern-size.js';

interface Pattern {
  test(text: string): boolean;
  /** Tells patterns apart: the compiler keeps them by this name. */
  toString(): string;
}

/** Steps of a pattern times characters of the text it is held against, about a second's work. Longer texts do not match. */
const MAX_WORK = 50_000_000;
/** Longest time for one text against a pattern that may backtrack: a busy machine may take a tenth of a second for none at all. */
const TIMEOUT_MS = 300;
/** The same for all texts of one value. */
const TOTAL_MS = 1_000;

let leftMs = TOTAL_MS;

/** Begins with another value: patterns that may backtrack have their time again. */
export function refillPatternTime(): void {
  leftMs = TOTAL_MS;
}

/**
 * Compiles the `pattern`s of schemas. They come from callers and are held against texts of pages: what runs in linear time
 * does so; what looks ahead or behind or refers back runs under a time limit, and does not match when it passes.
 *
 * @throws SyntaxError when it is no regular expression
 */
export function compilePattern(pattern: string, flags: string): Pattern {
  const native = new RegExp(pattern, flags);
  const maxChars = MAX_WORK / (patternSize(pattern) + 1);
  try {
    const linear = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return {
      test: (text) => text.length <= maxChars && linear.matcher(text).find(),
      toString: () => String(native),
    };
  } catch {
    return underTimeLimit(native); // RE2 has no counterpart for it
  }
}

function underTimeLimit({ source, flags }: RegExp): Pattern {
  const context = createContext({ text: '' });
  const script = new Script(`new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)}).test(text)`);
  return {
    toString: () => `/${source}/${flags}`,
    test(text) {
      if (leftMs <= 0) return false;
      const startedAt = performance.now();
      context['text'] = text;
      try {
        return script.runInContext(context, { timeout: TIMEOUT_MS }) as boolean;
      } catch {
        return false; // the time is over
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    },
  };
}
