/** Characters a token in scripts of letters, on the low side; in others about one token each. */
const CHARS_PER_TOKEN = 3.5;
// eslint-disable-next-line no-control-regex
const LETTERS = /[\u0000-\u024f\u0370-\u052f]/g;

/** About how many tokens a text takes. Every model counts differently; this errs on the high side. */
export function estimateTokens(text: string): number {
  const letters = text.match(LETTERS)?.length ?? 0;
  return Math.ceil(letters / CHARS_PER_TOKEN + (text.length - letters));
}
