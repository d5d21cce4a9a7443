import { foldText, foldValue, type FoldedText } from './folded-text.js';
import { dateForms, numberForms } from './written-forms.js';
import { parseUrl } from '../../web/url/parse-url.js';

/** A range of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
/** Only the beginning and end of longer values are searched. */
const LONG_CHARS = 400;
const PROBE_CHARS = 120;
/** Maximum number of occurrences of a value's longest word around which the other words are searched. */
const MAX_ANCHORS = 40;
const MIN_SHARE_OF_WORDS = 0.9;

/** Finds values in a text, regardless of markup, white space, quotes and notation. */
export class ValueFinder {
  private readonly folded: FoldedText;

  constructor(
    private readonly source: string,
    private readonly language: string | null,
  ) {
    this.folded = foldText(source);
  }

  /** Position of the value in the text; null if it is not found. */
  find(value: string | number | boolean): Place | null {
    if (typeof value === 'boolean') return null;
    if (typeof value === 'number') return this.firstOf(numberForms(value), isWholeNumber);
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return this.findAddress(value);
    const wanted = foldValue(value);
    if (wanted === '') return null;
    const forms = [wanted, ...dateForms(value, this.language)];
    return this.firstOf(forms, isWholeWord) ?? this.findLong(wanted) ?? this.findScattered(wanted);
  }

  private firstOf(forms: readonly string[], isWhole: typeof isWholeWord): Place | null {
    for (const form of forms) {
      for (let at = this.folded.text.indexOf(form); at >= 0; at = this.folded.text.indexOf(form, at + 1)) {
        if (isWhole(this.folded.text, at, at + form.length)) return this.placeOf(at, at + form.length);
      }
    }
    return null;
  }

  private findAddress(url: string): Place | null {
    for (const form of [url, url.replace(/\/$/, '')]) {
      const start = this.source.indexOf(form);
      if (start >= 0) return { start, end: start + form.length };
    }
    const parsed = parseUrl(url);
    return this.findRelative(parsed ? url.slice(parsed.origin.length) : '');
  }

  /** Finds a relative URL as in HTML: directly after a quote or a bracket. */
  private findRelative(path: string): Place | null {
    if (path.length < 2) return null;
    for (let at = this.source.indexOf(path); at >= 0; at = this.source.indexOf(path, at + 1)) {
      if (/["'(=]/.test(this.source[at - 1] ?? '')) return { start: at, end: at + path.length };
    }
    return null;
  }

  private findLong(wanted: string): Place | null {
    if (wanted.length < LONG_CHARS) return null;
    const start = this.folded.text.indexOf(wanted.slice(0, PROBE_CHARS));
    const end = this.folded.text.indexOf(wanted.slice(-PROBE_CHARS), start + 1);
    const isOne = start >= 0 && end >= 0 && end - start < wanted.length * 1.5 + PROBE_CHARS;
    return isOne ? this.placeOf(start, end + PROBE_CHARS) : null;
  }

  /** Finds the words of the value close to each other: a postal address in two cells, a name in reverse order. */
  private findScattered(wanted: string): Place | null {
    const words = wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    if (words.length < 2 || words.length > 60) return null;
    const anchor = words.reduce((longest, word) => (word.length > longest.length ? word : longest));
    const reach = Math.ceil(wanted.length * 1.5) + 20;
    const { text } = this.folded;
    let at = text.indexOf(anchor);
    for (let tried = 0; at >= 0 && tried < MAX_ANCHORS; at = text.indexOf(anchor, at + 1), tried++) {
      const [from, to] = [Math.max(0, at - reach), Math.min(text.length, at + anchor.length + reach)];
      const near = new Set(text.slice(from, to).split(/[^\p{L}\p{N}]+/u));
      const found = words.filter((word) => near.has(word));
      if (found.length < words.length * MIN_SHARE_OF_WORDS) continue;
      const starts = found.map((word) => text.indexOf(word, from));
      return this.placeOf(
        Math.min(...starts),
        Math.max(...starts.map((start, index) => start + found[index]!.length)),
      );
    }
    return null;
  }

  private placeOf(from: number, to: number): Place {
    const { places } = this.folded;
    return { start: places[from]!, end: places[to - 1]! + 1 };
  }
}

function isWholeWord(text: string, from: number, to: number): boolean {
  return !(meets(text, from, LETTER) || meets(text, to, LETTER));
}

function isWholeNumber(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  return !DIGIT.test(before.at(-1) ?? '') && !/\d[.,]$/.test(before) && !/^(?:\d|[.,]\d)/.test(after);
}

/** True if both adjacent characters match, as inside a word; scripts without blanks are excluded. */
function meets(text: string, at: number, kind: RegExp): boolean {
  const [a, b] = [text[at - 1] ?? '', text[at] ?? ''];
  return kind.test(a) && kind.test(b) && a < '\u2e80' && b < '\u2e80';
}
