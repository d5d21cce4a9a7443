import { isWhole, type Evidence } from '../extract/evidence.js';
import type { ExtractorResult } from '../api/extractor-answers.js';

const MAX_QUOTES = 500;
/** Places of a quote that are looked at. */
const MAX_PLACES = 1_000;
/** Marks of markdown, which quotes do not contain. */
const MARK = /[\\*_`|#]/;

/** The values of a result with their quotes in the text of the page. */
export function quotesIn({ data, evidence }: ExtractorResult, text: string): Evidence[] {
  const plain = plainOf(text);
  const byPath = new Map<string, string>();
  for (const { path, quote } of evidence.slice(0, MAX_QUOTES)) if (!byPath.has(path)) byPath.set(path, quote);
  return [...byPath].map(([path, quote]) => {
    const at = placeOf(plainOf(quote).text.trim(), plain);
    return { path, value: textAt(data, path), quote, at };
  });
}

interface PlainText {
  readonly text: string;
  /** Position of each character in the source. */
  readonly places: readonly number[];
}

/** Text with single spaces and without marks of markdown. */
function plainOf(source: string): PlainText {
  const places: number[] = [];
  let text = '';
  for (let at = 0; at < source.length; at++) {
    const letter = source[at]!;
    if (MARK.test(letter)) continue;
    const isSpace = letter.trim() === '';
    if (isSpace && (text === '' || text.endsWith(' '))) continue;
    text += isSpace ? ' ' : letter;
    places.push(at);
  }
  return { text, places };
}

function placeOf(quote: string, { text, places }: PlainText): Evidence['at'] {
  if (quote === '') return null;
  let from = text.indexOf(quote);
  for (let tries = 0; from >= 0 && tries < MAX_PLACES; tries++) {
    const last = from + quote.length - 1;
    if (isWhole(text, from, last + 1)) return { from: places[from]!, to: places[last]! + 1 };
    from = text.indexOf(quote, from + 1);
  }
  return null;
}

/** Value at a JSON Pointer as text; empty without one. */
function textAt(data: unknown, path: string): string {
  let value = data;
  for (const part of path.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
