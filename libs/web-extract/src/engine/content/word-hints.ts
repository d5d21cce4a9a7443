/** Texts of more characters are judged by their shape, not by their words. */
export const MAX_HINTED_CHARS = 120;
const WORD = /[\p{L}\p{M}]+|[©$€£¥#|]/gu;

/** The words of a short text, lower-cased and each once. */
export function textWords(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [...new Set(words)];
}
