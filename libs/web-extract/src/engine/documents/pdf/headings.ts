import type { Block, TextBlock } from './block.js';
import type { DocumentStyle } from './document-style.js';
import { markerOf } from './list-marker.js';
import { isBold } from './paragraphs.js';
import type { OutlineEntry } from './read-outline.js';
import { shareOf, textOfLine } from './text-line.js';

/** Letters larger than those of the text by this factor make a heading. */
const LARGER = 1.07;
/** Longer texts are no headings, in lines and letters. */
const MAX_LINES = 4;
const MAX_LETTERS = 220;
/** A heading in the size of the text is shorter. */
const MAX_BOLD_LETTERS = 120;
/** 1, 1.2 or A.3 with the words of a heading behind. */
const NUMBERED = /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|([A-Z])\.(\d{1,2}(?:\.\d{1,2})*))\s+\p{Lu}/u;
const MAX_LEVEL = 6;

/** Tells headings from paragraphs by how they look, and ranks them: the largest letters come first, then bold ones. */
export function markHeadings(
  blocks: readonly Block[],
  document: DocumentStyle,
  outline: readonly OutlineEntry[],
): Block[] {
  const depths = new Map(outline.map(({ title, depth }) => [keyOf(title), depth]));
  const isHeading = (block: Block, i: number): block is TextBlock =>
    block.kind === 'paragraph' && looksLikeHeading(block, blocks[i + 1] ?? null, document, depths);
  const headings = new Set(blocks.filter(isHeading));
  const levels = levelsOf([...headings], depths);
  return blocks.map((block) => {
    if (!headings.has(block as TextBlock)) return block;
    return { ...(block as TextBlock), kind: 'heading', level: levels.get(block as TextBlock) ?? 1 };
  });
}

function textOf(block: TextBlock): string {
  return block.lines.map(textOfLine).join(' ');
}

function keyOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function sizeOf({ lines }: TextBlock): number {
  return lines.reduce((sum, { size }) => sum + size, 0) / lines.length;
}

function looksLikeHeading(
  block: TextBlock,
  next: Block | null,
  document: DocumentStyle,
  outline: ReadonlyMap<string, number>,
): boolean {
  const text = textOf(block);
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (outline.has(keyOf(text)) && text.length < MAX_LETTERS) return true;
  if (block.lines.length > MAX_LINES || text.length > MAX_LETTERS) return false;
  const size = sizeOf(block);
  const marker = markerOf(text);
  if (marker && !marker.isOrdered) return false;
  if (size > LARGER * document.bodySize)
    return !/[.,;]$/.test(text) || size > 1.25 * document.bodySize || NUMBERED.test(text);
  if (size < 0.95 * document.bodySize || !block.lines.every(isBold)) return false;
  if (text.length > MAX_BOLD_LETTERS || /[.,;:!]$/.test(text) || block.lines.length > 2) return false;
  return (
    next !== null && !(marker && next.kind === 'paragraph' && markerOf(textOf(next))?.form === marker.form)
  );
}

interface Rank {
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

function levelsOf(
  headings: readonly TextBlock[],
  outline: ReadonlyMap<string, number>,
): Map<TextBlock, number> {
  const ranks = headings.map(rankOf);
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

function rankOf(block: TextBlock): Rank {
  const words = block.lines.flatMap((line) => line.words);
  return {
    size: sizeOf(block),
    isBold: block.lines.every(isBold),
    isItalic: shareOf(words, ({ style }) => style.isItalic) > 0.8,
  };
}

function compareRanks(a: Rank, b: Rank): number {
  if (Math.abs(a.size - b.size) > 0.03 * a.size) return b.size - a.size;
  return Number(b.isBold) - Number(a.isBold) || Number(a.isItalic) - Number(b.isItalic);
}

function isSameRank(a: Rank, b: Rank): boolean {
  return Math.abs(a.size - b.size) <= 0.03 * a.size && a.isBold === b.isBold && a.isItalic === b.isItalic;
}

/** Where the outline names most headings, its depths count. */
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
