/** Token of an RTF file. */
type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** Control word or symbol with its optional numeric parameter. */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | null }
  /** One byte in the current encoding. */
  | { readonly kind: 'byte'; readonly byte: number }
  /** Text as written; each character represents a byte. */
  | { readonly kind: 'text'; readonly text: string };

const CONTROL = /\\(?:([A-Za-z]{1,40})(-?\d{1,10})? ?|'([0-9A-Fa-f]{2})|([^]))/y;
const TEXT = /[^\\{}\r\n]+/y;

/**
 * Splits an RTF file, complete or truncated, into tokens.
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
        if (word === 'bin' && value !== null) at += Math.max(0, value); // binary data of a picture
      }
    } else if (char === '\r' || char === '\n') at++;
    else {
      TEXT.lastIndex = at;
      yield { kind: 'text', text: TEXT.exec(source)![0] };
      at = TEXT.lastIndex;
    }
  }
}
