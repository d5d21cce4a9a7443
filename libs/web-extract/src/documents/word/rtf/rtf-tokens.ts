/** A piece of an RTF file. */
type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A control word or sign with its number, if it has one. */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | null }
  /** One byte in some encoding. */
  | { readonly kind: 'byte'; readonly byte: number }
  /** Text as it is written; every letter stands for a byte. */
  | { readonly kind: 'text'; readonly text: string };

const CONTROL = /\\(?:([A-Za-z]{1,40})(-?\d{1,10})? ?|'([0-9A-Fa-f]{2})|([^]))/y;
const TEXT = /[^\\{}\r\n]+/y;

/**
 * Takes an RTF file apart, from its begin to wherever it ends.
 * @see Rich Text Format Specification 1.9.1, "RTF Syntax"
 */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const char = source[at]!;
    if (char === '{' || char === '}') {
      yield { kind: char === '{' ? 'open' : 'close' };
      at++;
    } else if (char === '\\') {
      CONTROL.lastIndex = at;
      const found = CONTROL.exec(source);
      if (!found) return;
      at = CONTROL.lastIndex;
      const [, word, number, hex, sign] = found;
      if (hex !== undefined) yield { kind: 'byte', byte: parseInt(hex, 16) };
      else {
        const value = number === undefined ? null : Number(number);
        yield { kind: 'control', word: word ?? sign!, value };
        if (word === 'bin' && value !== null) at += Math.max(0, value); // bytes of a picture
      }
    } else if (char === '\r' || char === '\n') at++;
    else {
      TEXT.lastIndex = at;
      yield { kind: 'text', text: TEXT.exec(source)![0] };
      at = TEXT.lastIndex;
    }
  }
}
