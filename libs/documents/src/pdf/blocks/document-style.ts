import type { Block } from './block.js';
import type { TextLine } from '../lines/text-line.js';

/** Typographic properties of the whole document. */
export interface DocumentStyle {
  /** Most frequent font size. */
  readonly bodySize: number;
  /** Lower-case words that occur inside lines. */
  readonly vocabulary: ReadonlySet<string>;
  /** True if words are hyphenated at line ends. */
  readonly isHyphenated: boolean;
}

/**
 * Share of lines ending with a hyphen above which the text is hyphenated. Text without hyphenation has about 1 in 100.
 */
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

/** From the first to the last letter or digit. */
const BARE_WORD = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** The word in lower case without surrounding punctuation. */
export function bareWord(text: string): string {
  return (BARE_WORD.exec(text)?.[0] ?? '').toLowerCase();
}
