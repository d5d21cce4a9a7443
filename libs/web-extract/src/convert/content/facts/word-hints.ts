import type { HintWeights } from './name-hints.js';

/** Texts of more characters are judged by their shape, not by their words. */
export const MAX_HINTED_CHARS = 120;
const WORD = /[\p{L}\p{M}]+|[©$€£¥#|]/gu;

/** The words of a short text, lower-cased and each once. */
export function textWords(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return [...new Set(words)];
}

/** Sums the weights of the words of a short text, each word once. */
export function hintOfText(text: string, weights: HintWeights): number {
  let sum = 0;
  const counted: string[] = []; // few words have a weight
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    const weight = weights.get(word);
    if (weight === undefined || counted.includes(word)) continue;
    sum += weight;
    counted.push(word);
  }
  return sum;
}
