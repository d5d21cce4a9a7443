import type { Box } from './geometry.js';

/** How letters look, as far as it means something. */
export interface TextStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly script: 'super' | 'sub' | null;
  readonly href: string | null;
}

/** Letters between two blanks, or between two styles. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly style: TextStyle;
  /** No blank stands before it. */
  readonly isGlued: boolean;
  readonly markedContent: number | null;
  /** The border of a cell lies before it: the file clips what stands on one side of it. */
  readonly isBehindBorder: boolean;
}

/** Words side by side on one height, in reading order. */
export interface TextLine extends Box {
  readonly words: readonly Word[];
  /** The words with the blanks between them. */
  readonly text: string;
  /** What the letters stand on. */
  readonly baseline: number;
  /** The size of most of its letters. */
  readonly size: number;
  readonly isRightToLeft: boolean;
  /** Position in the file. */
  readonly order: number;
  readonly isArtifact: boolean;
}

/** The words with the blanks between them. */
export function textOfWords(words: readonly Word[]): string {
  let text = '';
  for (const { text: own, isGlued } of words) text += text === '' || isGlued ? own : ` ${own}`;
  return text;
}

/** The share of letters whose words pass, from 0 to 1. */
export function shareOf(words: readonly Word[], passes: (word: Word) => boolean): number {
  let all = 0;
  let passed = 0;
  for (const word of words) {
    all += word.text.length;
    if (passes(word)) passed += word.text.length;
  }
  return all === 0 ? 0 : passed / all;
}

/** The height that the letters of a line take above and below their baseline, as parts of the size. */
const ASCENT = 0.78;
const DESCENT = 0.22;

/** A line of these words, which are in reading order. */
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

/** The size that most letters have. */
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
