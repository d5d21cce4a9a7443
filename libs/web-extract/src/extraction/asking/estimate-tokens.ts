/** Characters a token in scripts of letters, on the low side; in others about one token each. */
const CHARS_PER_TOKEN = 3.5;

/** About how many tokens a text takes. Every model counts differently; this errs on the high side. */
export function estimateTokens(text: string): number {
  if (!OTHER_SCRIPT.test(text)) return Math.ceil(text.length / CHARS_PER_TOKEN); // most pages, at a glance
  let letters = 0;
  for (let at = 0; at < text.length; at++) if (isOfLetters(text.charCodeAt(at))) letters++;
  return Math.ceil(letters / CHARS_PER_TOKEN + (text.length - letters));
}

const OTHER_SCRIPT = /[^\0-\u024f\u0370-\u052f]/;

/** Latin, Greek and Cyrillic with their marks. */
function isOfLetters(code: number): boolean {
  return code < 0x250 || (code >= 0x370 && code < 0x530);
}
