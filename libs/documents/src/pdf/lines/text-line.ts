import type { Box } from './geometry.js';

/** Text style, reduced to properties with a meaning. */
export interface TextStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly script: 'super' | 'sub' | null;
  readonly href: string | null;
}

/** Characters between two blanks or style changes. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly style: TextStyle;
  /** True if no blank precedes it. */
  readonly isGlued: boolean;
  readonly markedContent: number | null;
  /** True if a cell border precedes it: the file clips the text on one side of it. */
  readonly isBehindBorder: boolean;
}

/** Words on one line in reading order. */
export interface TextLine extends Box {
  readonly words: readonly Word[];
  /** The words joined by blanks. */
  readonly text: string;
  /** Vertical position of the baseline. */
  readonly baseline: number;
  /** Most frequent font size of its characters. */
  readonly size: number;
  readonly isRightToLeft: boolean;
  /** Position in the file. */
  readonly order: number;
  readonly isArtifact: boolean;
}

/** Joins words with the blanks between them. */
export function textOfWords(words: readonly Word[]): string {
  let text = '';
  for (const { text: own, isGlued } of words) text += text === '' || isGlued ? own : ` ${own}`;
  return text;
}

/** Share of characters in words that pass, from 0 to 1. */
export function shareOf(words: readonly Word[], passes: (word: Word) => boolean): number {
  let all = 0;
  let passed = 0;
  for (const word of words) {
    all += word.text.length;
    if (passes(word)) passed += word.text.length;
  }
  return all === 0 ? 0 : passed / all;
}

/** Height of characters above and below the baseline, in font sizes. */
const ASCENT = 0.78;
const DESCENT = 0.22;

/** Creates a line from words in reading order. */
export function lineOfWords(
  words: readonly Word[],
  {
    baseline,
    order,
    isRightToLeft,
    isArtifact,
  }: Pick<TextLine, 'baseline' | 'order' | 'isRightToLeft' | 'isArtifact'>,
): TextLine {
  const size = mainSize(words);
  return {
    words,
    text: textOfWords(words),
    baseline,
    size,
    isRightToLeft,
    order,
    isArtifact,
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ right }) => right)),
    top: baseline - ASCENT * size,
    bottom: baseline + DESCENT * size,
  };
}

/** Most frequent font size by characters. */
function mainSize(words: readonly Word[]): number {
  const letters = new Map<number, number>();
  let best = 0;
  let most = 0;
  for (const { size, text } of words) {
    const rounded = Math.round(size * 20) / 20;
    const count = (letters.get(rounded) ?? 0) + text.length;
    letters.set(rounded, count);
    if (count > most) [best, most] = [rounded, count];
  }
  return best;
}
