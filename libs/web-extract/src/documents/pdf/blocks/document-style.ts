import type { Block } from './block.js';
import type { TextLine } from '../lines/text-line.js';

/** What the text of the whole document looks like. */
export interface DocumentStyle {
  /** The size of most letters. */
  readonly bodySize: number;
  /** Words that stand inside of lines, in small letters. */
  readonly vocabulary: ReadonlySet<string>;
  /** Words are parted at the ends of lines. */
  readonly isHyphenated: boolean;
}

/** A hyphen at the end of more lines than this: words are parted there. Set text without has hyphens at 1 in 100. */
const HYPHENATED_SHARE = 0.025;
export const LINE_END_HYPHEN = /\p{L}[-\u2010\u00AD]$/u;

export function readDocumentStyle(blocks: readonly Block[]): DocumentStyle {
  const lines = blocks.flatMap((block) =>
    block.kind === 'table' || block.kind === 'code' ? [] : block.lines,
  );
  const parted = lines.filter((line) => LINE_END_HYPHEN.test(line.words.at(-1)?.text ?? '')).length;
  return {
    bodySize: bodySizeOf(lines),
    vocabulary: vocabularyOf(lines),
    isHyphenated: parted > HYPHENATED_SHARE * lines.length && parted > 1,
  };
}

function bodySizeOf(lines: readonly TextLine[]): number {
  const letters = new Map<number, number>();
  for (const { words } of lines) {
    for (const { size, text } of words) {
      const rounded = Math.round(size * 4) / 4;
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
    }
  }
  let body = 10;
  let most = 0;
  for (const [size, count] of letters) if (count > most) [body, most] = [size, count];
  return body;
}

function vocabularyOf(lines: readonly TextLine[]): Set<string> {
  const known = new Set<string>();
  let isRest = false;
  for (const { words } of lines) {
    for (let i = isRest ? 1 : 0; i < words.length - 1; i++) known.add(bareWord(words[i]!.text));
    isRest = LINE_END_HYPHEN.test(words.at(-1)?.text ?? '');
  }
  return known;
}

/** The word without the marks around it, in small letters. */
export function bareWord(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
}
