/** Characters per token in alphabetic scripts, a low estimate; other scripts have about one token per character. */
const CHARS_PER_TOKEN = 3.5;

/** Estimates the number of tokens in a text. Tokenizers differ between models; the estimate is on the high side. */
export function estimateTokens(text: string): number {
  if (!OTHER_SCRIPT.test(text)) return Math.ceil(text.length / CHARS_PER_TOKEN); // fast path for most pages
  let letters = 0;
  for (let at = 0; at < text.length; at++) if (isOfLetters(text.charCodeAt(at))) letters++;
  return Math.ceil(letters / CHARS_PER_TOKEN + (text.length - letters));
}

const OTHER_SCRIPT = /[^\0-\u024f\u0370-\u052f]/;

/** True for Latin, Greek and Cyrillic, including combining marks. */
function isOfLetters(code: number): boolean {
  return code < 0x250 || (code >= 0x370 && code < 0x530);
}
