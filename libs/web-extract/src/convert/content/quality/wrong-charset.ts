/** Bytes of UTF-8 read as a single-byte encoding: lead byte letters followed by what their trail bytes become. */
const UTF8_AS_LATIN = /[ÃÂâÐÑãåæçè][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g;
/** Replacement characters, control characters that no text has, and what doubly broken Chinese looks like. */
const BROKEN = /\ufffd|[\u0080-\u0084\u0086-\u009f]|锟斤拷|ï¿½|烫烫/g;
/** Letters of Latin-1 that whole words of Cyrillic, Greek or Hebrew pages turn into. */
const HIGH_LATIN = /[À-ÿ]/g;
const LETTER = /\p{L}/gu;
const MIN_BROKEN = 3;
/** Broken characters in a thousand; a page that shows such characters on purpose has fewer. */
const MIN_RATE = 4;
/** No language is written with this share of accented Latin-1 letters: Vietnamese and Icelandic stay under a quarter. */
const MAX_HIGH_SHARE = 0.5;
/** Fewer say nothing about a language. */
const MIN_HIGH = 10;

/** All patterns below contain one of these characters. */
const SUSPECT = /[\u0080-\u00ff\ufffd锟烫]/;

/** The text was read with another encoding than it was written in. */
export function hasWrongCharset(text: string): boolean {
  if (!SUSPECT.test(text)) return false;
  const broken = count(text, BROKEN) + count(text, UTF8_AS_LATIN);
  if (broken >= MIN_BROKEN && broken * 1000 >= text.length * MIN_RATE) return true;
  const high = count(text, HIGH_LATIN);
  if (high <= MIN_HIGH || high <= countAscii(text) * MAX_HIGH_SHARE) return false;
  return high > count(text, LETTER) * MAX_HIGH_SHARE;
}

/** Letters of ASCII: they settle most pages without the pattern for all letters. */
function countAscii(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const lower = text.charCodeAt(at) | 32;
    if (lower >= 97 && lower <= 122) letters++;
  }
  return letters;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
