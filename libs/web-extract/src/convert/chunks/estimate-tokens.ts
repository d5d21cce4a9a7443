/** Name of the estimate in chunks, with its error for nine of ten texts. */
export const ESTIMATE = 'estimate ±15 %';

/** Words up to this length are usually one token; longer ones are split. */
const WHOLE_WORD_CHARS = 7;
/** Digits per token. */
const DIGITS = 3;

/** Hundredths of a token: sums of integers are exact. */
const TOKEN = 100;
/** Each further character of a long word, and each character of words of other alphabets. */
const LATIN_CHAR = 20;
const FOREIGN_CHAR = 40;
/** Punctuation and line breaks often share a token with their neighbours. */
const SIGN = 62;
const LINE_BREAK = 80;

/** Kinds of characters. */
enum Kind {
  space,
  lineBreak,
  word,
  foreign,
  digit,
  sign,
  eastAsian,
}
const KINDS = 8;

/**
 * States after a character, where the cost of the next one depends on it. States of words and numbers count their characters: those
 * after `word` up to the longest whole word, those after `digit` up to a token.
 */
const OTHER = 0;
const SPACE = 1;
const BROKEN_SPACE = 2;
const WORD = 3;
const LONG_WORD = WORD + WHOLE_WORD_CHARS;
const NUMBER = LONG_WORD + 1;
const STATES = NUMBER + DIGITS;

/** Cost of each kind of character in each state, and the state after it (multiplied by `KINDS`). */
const COSTS = new Uint8Array(STATES * KINDS);
const NEXT = new Uint8Array(STATES * KINDS);
for (let state = 0; state < STATES; state++) {
  define(state, Kind.space, 0, state === BROKEN_SPACE ? BROKEN_SPACE : SPACE);
  define(state, Kind.lineBreak, state === BROKEN_SPACE ? 0 : LINE_BREAK, BROKEN_SPACE);
  define(state, Kind.foreign, FOREIGN_CHAR, OTHER);
  define(state, Kind.sign, SIGN, OTHER);
  define(state, Kind.eastAsian, TOKEN, OTHER);
  if (state >= WORD && state < LONG_WORD - 1) define(state, Kind.word, 0, state + 1);
  else if (state === LONG_WORD - 1 || state === LONG_WORD) define(state, Kind.word, LATIN_CHAR, LONG_WORD);
  else define(state, Kind.word, TOKEN, WORD);
  if (state >= NUMBER && state < STATES - 1) define(state, Kind.digit, 0, state + 1);
  else define(state, Kind.digit, TOKEN, NUMBER);
}

function define(state: number, kind: Kind, cost: number, next: number): void {
  COSTS[state * KINDS + kind] = cost;
  NEXT[state * KINDS + kind] = next * KINDS;
}

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(code));

/**
 * Estimates the number of tokens of a text. Fitted to cl100k and o200k on documentation with code. Runs several times over every
 * page that is split: tables instead of branches take half the time.
 * @param most a text with more tokens is not read to its end: the result is only known to be greater than this
 */
export function estimateTokens(text: string, most = Infinity): number {
  const limit = most * TOKEN;
  let cost = 0;
  let state = OTHER;
  for (let at = 0; at < text.length && cost <= limit; at++) {
    const code = text.charCodeAt(at);
    const step = state + (code < 128 ? ASCII_KINDS[code]! : wideKind(code));
    cost += COSTS[step]!;
    state = NEXT[step]!;
  }
  return Math.ceil(cost / TOKEN);
}

function asciiKind(code: number): Kind {
  if (code === 10) return Kind.lineBreak;
  if (code <= 32) return Kind.space;
  if ((code | 32) >= 97 && (code | 32) <= 122) return Kind.word;
  return code >= 48 && code <= 57 ? Kind.digit : Kind.sign;
}

function wideKind(code: number): Kind {
  if (code < 0xc0 || (code >= 0x2000 && code < 0x2c00)) return Kind.sign;
  return code >= 0x2e80 && code < 0xd7b0 ? Kind.eastAsian : Kind.foreign;
}
