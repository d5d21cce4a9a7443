import { createContext, Script } from 'node:vm';
import { RE2JS } from 're2js';
import { patternSize } from '../../web/scope/pattern-size.js';

interface Pattern {
  test(text: string): boolean;
  /** Identifies the pattern: the compiler uses it as a cache key. */
  toString(): string;
}

/** Maximum product of pattern steps and text length, about a second of work. Longer texts do not match. */
const MAX_WORK = 50_000_000;
/**
 * Time limit in milliseconds for matching one text against a backtracking pattern: on a busy machine even a trivial
 * match can take 100 ms.
 */
const TIMEOUT_MS = 300;
/** Time limit in milliseconds for all texts of one value. */
const TOTAL_MS = 1_000;

let leftMs = TOTAL_MS;

/** Resets the time limit for the next value. */
export function refillPatternTime(): void {
  leftMs = TOTAL_MS;
}

/**
 * Compiles the `pattern`s of schemas. Patterns come from callers and are matched against page text. Patterns that RE2
 * supports run in linear time; those with lookaround or backreferences run under a time limit and do not match if it is
 * exceeded.
 *
 * @throws SyntaxError for an invalid regular expression
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
    return underTimeLimit(native); // not supported by RE2
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
        return false; // the time limit is exceeded
      } finally {
        leftMs -= performance.now() - startedAt;
      }
    },
  };
}
