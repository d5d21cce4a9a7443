import type { Block, TextBlock } from './block.js';
import type { DocumentStyle } from './document-style.js';
import { markerOf } from './list-marker.js';
import { textOfLine } from './text-line.js';

/** Notes are set smaller than the text, by this factor or more. */
const SMALLER = 0.93;
/** A number or a sign that the text refers to. */
const NOTE_MARK = /^(?:\[?\d{1,3}\]?|[*†‡§¶]{1,3}|[a-z])(?:[.)\s]|$)/;

/** Tells notes from lists and paragraphs: marked, in small letters, and below all of the text of their column. */
export function markFootnotes(blocks: readonly Block[], { bodySize }: DocumentStyle): Block[] {
  const isSmall = (block: Block) => block.kind !== 'table' && sizeOf(block) < SMALLER * bodySize;
  return blocks.map((block, i) => {
    if (block.kind !== 'paragraph' || block.isTagged || !isSmall(block) || !isMarked(block)) return block;
    return columnBelow(blocks, i).every(isSmall) ? { ...block, kind: 'footnote' } : block;
  });
}

function sizeOf({ lines }: TextBlock): number {
  return lines.reduce((sum, { size }) => sum + size, 0) / lines.length;
}

function isMarked({ lines }: TextBlock): boolean {
  const text = textOfLine(lines[0]!);
  return (
    lines[0]!.words[0]!.style.script === 'super' ||
    NOTE_MARK.test(text) ||
    (markerOf(text)?.isOrdered ?? false)
  );
}

/** The blocks that follow further down in the same column. */
function columnBelow(blocks: readonly Block[], index: number): Block[] {
  const below: Block[] = [];
  let bottom = bottomOf(blocks[index]!);
  for (const block of blocks.slice(index + 1)) {
    if (block.page !== blocks[index]!.page || topOf(block) < bottom - 5) break;
    below.push(block);
    bottom = bottomOf(block);
  }
  return below;
}

function topOf(block: Block): number {
  return block.kind === 'table' ? block.table.top : block.lines[0]!.top;
}

function bottomOf(block: Block): number {
  return block.kind === 'table' ? block.table.bottom : block.lines.at(-1)!.bottom;
}
