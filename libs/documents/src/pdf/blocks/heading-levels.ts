import type { TextBlock } from './block.js';
import { isBold } from './paragraphs.js';
import { shareOf } from '../lines/text-line.js';

const MAX_LEVEL = 6;

/** Typographic rank of a heading. */
export interface Rank {
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** 2 for 1.1, 3 for 1.1.1, if headings numbered 1 look the same. */
  readonly depth: number;
}

/** `2`, `2.1.` or `A.3`, followed by a blank. */
const SECTION_NUMBER = /^(?:\d{1,2}|[A-Z])((?:\.\d{1,2})*)\.?\s/;

/** Heading levels: one for each distinct rank, the largest first, or the depths of the outline. */
export function levelsOf(
  headings: readonly TextBlock[],
  outline: ReadonlyMap<string, number>,
): Map<TextBlock, number> {
  const ranks = withNumberDepths(headings, headings.map(rankOf));
  const distinct: Rank[] = [];
  for (const rank of [...ranks].sort(compareRanks)) {
    const last = distinct.at(-1);
    if (!last || !isSameRank(last, rank)) distinct.push(rank);
  }
  const levels = new Map<TextBlock, number>();
  headings.forEach((heading, i) => {
    const level = distinct.findIndex((rank) => isSameRank(rank, ranks[i]!)) + 1;
    levels.set(heading, Math.min(MAX_LEVEL, level));
  });
  return withOutlineLevels(levels, outline);
}

export function rankOf(block: TextBlock): Rank {
  const words = block.lines.flatMap((line) => line.words);
  return {
    size: sizeOf(block),
    isBold: block.lines.every(isBold),
    isItalic: shareOf(words, ({ style }) => style.isItalic) > 0.8,
    depth: 1,
  };
}

/** Distinguishes chapters from sections by their numbers if they look the same. */
function withNumberDepths(headings: readonly TextBlock[], ranks: readonly Rank[]): Rank[] {
  const depths = headings.map((heading) => {
    const parts = SECTION_NUMBER.exec(textOf(heading))?.[1];
    return parts === undefined ? null : parts.split('.').length;
  });
  const ofChapters: Rank[] = [];
  ranks.forEach((rank, i) => {
    if (depths[i] === 1 && !ofChapters.some((other) => isSameRank(other, rank))) ofChapters.push(rank);
  });
  return ranks.map((rank, i) => {
    const depth = depths[i] ?? 1;
    return depth > 1 && ofChapters.some((other) => isSameRank(other, rank)) ? { ...rank, depth } : rank;
  });
}

function compareRanks(a: Rank, b: Rank): number {
  if (Math.abs(a.size - b.size) > 0.03 * a.size) return b.size - a.size;
  return Number(b.isBold) - Number(a.isBold) || Number(a.isItalic) - Number(b.isItalic) || a.depth - b.depth;
}

export function isSameRank(a: Rank, b: Rank): boolean {
  return (
    Math.abs(a.size - b.size) <= 0.03 * a.size &&
    a.isBold === b.isBold &&
    a.isItalic === b.isItalic &&
    a.depth === b.depth
  );
}

/** Uses the depths of the outline if it contains most headings. */
function withOutlineLevels(
  levels: Map<TextBlock, number>,
  outline: ReadonlyMap<string, number>,
): Map<TextBlock, number> {
  const named = [...levels.keys()].filter((heading) => outline.has(keyOf(textOf(heading))));
  if (named.length < 2 || named.length < 0.5 * levels.size) return levels;
  const first = [...levels.keys()][0]!;
  const shift = named.includes(first) ? 1 : 2;
  for (const heading of named) {
    levels.set(heading, Math.min(MAX_LEVEL, outline.get(keyOf(textOf(heading)))! + shift));
  }
  if (shift === 2) levels.set(first, 1);
  return levels;
}

export function textOf(block: TextBlock): string {
  return block.lines.map(({ text }) => text).join(' ');
}

export function keyOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

export function sizeOf({ lines }: TextBlock): number {
  return lines.reduce((sum, { size }) => sum + size, 0) / lines.length;
}
