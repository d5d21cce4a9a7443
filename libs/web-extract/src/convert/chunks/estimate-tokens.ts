/** Name of the estimate in chunks, with its error for nine of ten texts. */
export const ESTIMATE = 'estimate ±15 %';

/** Words up to this length are usually one token; longer ones are split. */
const WHOLE_WORD_CHARS = 7;
const PIECE_CHARS = 5;
/** Characters per token in words of other alphabets, and digits per token. */
const FOREIGN_PIECE_CHARS = 2.5;
const DIGITS = 3;
/** Punctuation and line breaks often share a token with their neighbours. */
const SIGN = 0.62;
const LINE_BREAK = 0.8;

enum Kind {
  space,
  word,
  foreign,
  digit,
  sign,
  eastAsian,
}

/** Estimates the number of tokens of a text. Fitted to cl100k and o200k on documentation with code. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let start = 0;
  while (start < text.length) {
    const kind = kindAt(text, start);
    let end = start + 1;
    while (end < text.length && kindAt(text, end) === kind) end++;
    tokens += tokensOf(kind, text, start, end);
    start = end;
  }
  return Math.ceil(tokens);
}

function tokensOf(kind: Kind, text: string, start: number, end: number): number {
  const chars = end - start;
  switch (kind) {
    case Kind.word:
      return 1 + Math.max(0, chars - WHOLE_WORD_CHARS) / PIECE_CHARS;
    case Kind.foreign:
      return chars / FOREIGN_PIECE_CHARS;
    case Kind.digit:
      return Math.ceil(chars / DIGITS);
    case Kind.space:
      return hasLineBreak(text, start, end) ? LINE_BREAK : 0;
    case Kind.sign:
      return chars * SIGN;
    case Kind.eastAsian:
      return chars;
  }
}

function hasLineBreak(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === '\n') return true;
  return false; // looking for one with `indexOf` would read the rest of the text
}

function kindAt(text: string, at: number): Kind {
  const code = text.charCodeAt(at);
  if (code <= 32) return Kind.space;
  if (code < 128) {
    if ((code | 32) >= 97 && (code | 32) <= 122) return Kind.word;
    return code >= 48 && code <= 57 ? Kind.digit : Kind.sign;
  }
  if (code < 0xc0 || (code >= 0x2000 && code < 0x2c00)) return Kind.sign;
  return code >= 0x2e80 && code < 0xd7b0 ? Kind.eastAsian : Kind.foreign;
}
