const BLANK = 0x20;
const LAST_OF_ASCII = 0x7e;
const NO_BREAK_SPACE = 0xa0;
const SOFT_HYPHEN = 0xad;
/** The Ogham blank. Typographic blanks, invisible marks and the letters of scripts without blanks have greater codes. */
const FIRST_FURTHER_BLANK = 0x1680;

/**
 * True for texts of letters with single blanks and no other white space or invisible mark, which is most texts: it spares them patterns.
 * False for some others that have none of these either.
 */
export function hasPlainBlanks(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= BLANK ? code < BLANK || before === BLANK : code > LAST_OF_ASCII && !isFurtherLetter(code))
      return false;
    before = code;
  }
  return true;
}

const isFurtherLetter = (code: number): boolean =>
  code > NO_BREAK_SPACE && code !== SOFT_HYPHEN && code < FIRST_FURTHER_BLANK;
