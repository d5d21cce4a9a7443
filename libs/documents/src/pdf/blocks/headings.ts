import type { Block, TextBlock } from './block.js';
import type { DocumentStyle } from './document-style.js';
import { median } from '../lines/geometry.js';
import { isSameRank, keyOf, levelsOf, rankOf, sizeOf, textOf, type Rank } from './heading-levels.js';
import { endsWithLeader } from '../lines/leaders.js';
import { markerOf } from './list-marker.js';
import { isBold } from './paragraphs.js';
import type { OutlineEntry } from '../reading/read-outline.js';

/** Minimum font size of a heading relative to the body text. */
const LARGER = 1.07;
/** Maximum number of lines and characters of a heading. */
const MAX_LINES = 4;
const MAX_LETTERS = 220;
/** Font size, relative to the body text, above which a text is a heading even if it ends like a sentence. */
const MUCH_LARGER = 1.25;
/** Font size, relative to the body text, above which bold text is a heading at any position. */
const SLIGHTLY_LARGER = 1.02;
/** Minimum font size of a bold heading relative to the body text. */
const SMALLEST = 0.95;
/** Minimum ratio of the space above a heading to the paragraph spacing or to the space below. */
const APART = 1.12;
/** Maximum number of blocks with authors, places and dates below the title. */
const MAX_BYLINES = 4;
/** Maximum number of characters of a heading in the size of the body text. */
const MAX_BOLD_LETTERS = 120;
/** 1, 1.2 or A.3 followed by a capitalized word. */
const NUMBERED = /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|([A-Z])\.(\d{1,2}(?:\.\d{1,2})*))\s+\p{Lu}/u;

/** Detects headings by their typography and ranks them: by font size, then bold before regular. */
export function markHeadings(
  blocks: readonly Block[],
  document: DocumentStyle,
  outline: readonly OutlineEntry[],
): Block[] {
  const depths = new Map(outline.map(({ title, depth }) => [keyOf(title), depth]));
  const areTold = blocks.some((block) => block.kind === 'heading');
  const largestTold = Math.max(0, ...blocks.map((block) => (block.kind === 'heading' ? sizeOf(block) : 0)));
  const isOpen = (block: TextBlock) => !areTold || !block.isTagged || sizeOf(block) >= largestTold;
  const named = namedBlocks(blocks, outline);
  const look = new HeadingLook(blocks, document);
  const headings = blocks.filter((block, i): block is TextBlock => {
    return isCandidate(block) && isOpen(block) && (named.has(block) || look.isHeading(block, i));
  });
  const ranked = withoutBylines(headings, blocks, named);
  const levels = levelsOf(ranked, depths);
  return blocks.map((block) => {
    const level = levels.get(block as TextBlock);
    return level === undefined ? block : { ...(block as TextBlock), kind: 'heading', level };
  });
}

function isCandidate(block: Block): block is TextBlock {
  return block.kind === 'paragraph' || (block.kind === 'code' && block.lines.length <= 2);
}

/**
 * Blocks named by the outline. If several blocks have the same text, the most prominent ones are chosen, as many as the
 * outline lists.
 */
function namedBlocks(blocks: readonly Block[], outline: readonly OutlineEntry[]): Set<Block> {
  const counts = new Map<string, number>();
  for (const { title } of outline) counts.set(keyOf(title), (counts.get(keyOf(title)) ?? 0) + 1);
  const found = new Map<string, TextBlock[]>();
  for (const block of blocks) {
    if (!isCandidate(block)) continue;
    const text = textOf(block);
    const key = text.length < MAX_LETTERS ? keyOf(text) : '';
    if (counts.has(key)) found.set(key, [...(found.get(key) ?? []), block]);
  }
  const named = new Set<Block>();
  for (const [key, own] of found) {
    const best = own.reverse().sort((a, b) => weightOf(b) - weightOf(a));
    for (const block of best.slice(0, counts.get(key))) named.add(block);
  }
  return named;
}

function weightOf(block: TextBlock): number {
  return sizeOf(block) + (block.lines.every(isBold) ? 0.5 : 0);
}

/** Classifies single blocks by their typography and the space around them. */
class HeadingLook {
  private readonly paragraphGap: number;
  private proseRanks: readonly Rank[] | null = null;

  constructor(
    private readonly blocks: readonly Block[],
    private readonly document: DocumentStyle,
  ) {
    const gaps = blocks.flatMap((block, i) => {
      const next = blocks[i + 1];
      const isPlain = next && isProse(block) && isProse(next);
      const gap = isPlain ? gapBetween(block, next) : null;
      return gap === null ? [] : [gap];
    });
    this.paragraphGap = gaps.length > 2 ? median(gaps) : 0;
  }

  isHeading(block: TextBlock, index: number): boolean {
    const text = textOf(block);
    if (!hasWords(text) || endsWithLeader(text) || this.isInContents(index)) return false;
    if (block.lines.length > MAX_LINES || text.length > MAX_LETTERS) return false;
    const size = sizeOf(block);
    const { bodySize } = this.document;
    const marker = markerOf(text);
    if (marker && !marker.isOrdered) return false;
    if (size > LARGER * bodySize) {
      if (this.isLookOfProse(block) && !NUMBERED.test(text)) return false;
      return !/[.,;]$/.test(text) || size > MUCH_LARGER * bodySize || NUMBERED.test(text);
    }
    if (block.kind === 'code' && !block.lines.every(isBold)) return false;
    if (size < SMALLEST * bodySize || !block.lines.every(isBold)) return false;
    if (text.length > MAX_BOLD_LETTERS || /[.,;:!]$/.test(text) || block.lines.length > 2) return false;
    const isLarger = size > SLIGHTLY_LARGER * bodySize;
    return (
      this.blocks[index + 1] !== undefined && !this.isInList(index) && (isLarger || this.standsApart(index))
    );
  }

  /** True if text too long for a heading looks the same, because it is set larger than the rest. */
  private isLookOfProse(block: TextBlock): boolean {
    const rank = rankOf(block);
    this.proseRanks ??= this.blocks
      .filter((other): other is TextBlock => other.kind === 'paragraph' && other.lines.length > MAX_LINES)
      .map(rankOf)
      .reduce<Rank[]>(
        (known, one) => (known.some((other) => isSameRank(one, other)) ? known : [...known, one]),
        [],
      );
    return this.proseRanks.some((other) => isSameRank(rank, other));
  }

  /** True for a chapter in a table of contents: it ends with a page number, next to entries with dot leaders. */
  private isInContents(index: number): boolean {
    const pageOf = (text: string) => Number(/\s(\d{1,4})$/.exec(text)?.[1] ?? NaN);
    const page = pageOf(this.textAt(index));
    if (Number.isNaN(page)) return false;
    return [-1, 1].some((step) => {
      const text = this.textAt(index + step);
      return endsWithLeader(text) && (pageOf(text) - page) * step >= 0;
    });
  }

  private textAt(index: number): string {
    const block = this.blocks[index];
    return block && block.kind !== 'table' ? textOf(block) : '';
  }

  /** True if the adjacent items continue its number. */
  private isInList(index: number): boolean {
    const marker = this.markerAt(index);
    if (!marker || marker.number === null) return false;
    return [-1, 1].some((step) => {
      const other = this.markerAt(index + step);
      return other?.form === marker.form && other.number === marker.number! + step;
    });
  }

  private markerAt(index: number): ReturnType<typeof markerOf> {
    const block = this.blocks[index];
    return block && block.kind !== 'table' ? markerOf(textOf(block)) : null;
  }

  /**
   * True if the space above is larger than between paragraphs or than below. Bold text at the regular distance is
   * emphasis.
   */
  private standsApart(index: number): boolean {
    const [above, block, below] = [this.blocks[index - 1], this.blocks[index]!, this.blocks[index + 1]!];
    const before = above ? gapBetween(above, block) : null;
    const after = gapBetween(block, below);
    if (before === null || this.paragraphGap === 0) return true;
    return before > APART * this.paragraphGap || (after !== null && after < before / APART);
  }
}

/** Numbers and single letters are not headings; a single ideograph can be a word. */
function hasWords(text: string): boolean {
  return /\p{L}\P{L}*\p{L}/u.test(text) || /[\p{Script=Han}\p{Script=Hangul}]/u.test(text);
}

function isProse(block: Block): boolean {
  return block.kind === 'paragraph' && !block.lines.every(isBold);
}

/** Vertical space between two consecutive blocks on one page; null if there is none. */
function gapBetween(above: Block, below: Block): number | null {
  if (above.page !== below.page || above.kind === 'table' || below.kind === 'table') return null;
  const gap = below.lines[0]!.top - above.lines.at(-1)!.bottom;
  return gap < 0 ? null : gap;
}

/** Removes author names and dates below the title: they are larger than the text and have a style used nowhere else. */
function withoutBylines(
  headings: readonly TextBlock[],
  blocks: readonly Block[],
  named: ReadonlySet<Block>,
): TextBlock[] {
  const [title] = headings;
  if (!title || headings.length < 3) return [...headings];
  const titleAt = blocks.indexOf(title);
  return headings.filter((heading, i) => {
    if (i === 0 || named.has(heading) || blocks.indexOf(heading) > titleAt + MAX_BYLINES) return true;
    const rank = rankOf(heading);
    const isAlone = !headings.some(
      (other, k) => k > titleAt + MAX_BYLINES && isSameRank(rankOf(other), rank),
    );
    const isSmaller = rank.size < rankOf(title).size * 0.97;
    return !(isAlone && isSmaller && isCentred(heading) && !rank.isBold && !NUMBERED.test(textOf(heading)));
  });
}

function isCentred({ lines, left, right }: TextBlock): boolean {
  return lines.every((line) => {
    const before = line.left - left;
    return before > 2 * line.size && Math.abs(before - (right - line.right)) < line.size;
  });
}
