import type { HintWeights } from './name-hints.js';
import { TextMemo } from './text-memo.js';

/** Texts of more characters are judged by their shape, not by their words. */
export const MAX_HINTED_CHARS = 120;
const WORD = /[\p{L}\p{M}]+|[©$€£¥#|]/gu;
/** The same in ASCII, several times faster. */
const ASCII_WORD = /[a-z]+|[$#|]/g;
const NON_ASCII = /[^\x00-\x7f]/; // eslint-disable-line no-control-regex -- ASCII begins with the control characters

const memo = new TextMemo(sumOfWords);

/** The words of a short text, lower-cased and each once. */
export function textWords(text: string): string[] {
  return [...new Set(wordsOf(text))];
}

/** Sums the weights of the words of a short text, each word once. */
export function hintOfText(text: string, weights: HintWeights): number {
  return memo.get(text, weights);
}

function sumOfWords(text: string, weights: HintWeights): number {
  let sum = 0;
  const counted: string[] = []; // few words have a weight
  for (const word of wordsOf(text)) {
    const weight = weights.get(word);
    if (weight === undefined || counted.includes(word)) continue;
    sum += weight;
    counted.push(word);
  }
  return sum;
}

function wordsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(NON_ASCII.test(lower) ? WORD : ASCII_WORD) ?? [];
}
