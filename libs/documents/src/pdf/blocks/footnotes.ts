import type { Block, TextBlock } from './block.js';
import type { DocumentStyle } from './document-style.js';
import { markerOf } from './list-marker.js';
import { isBold } from './paragraphs.js';
import { type TextLine } from '../lines/text-line.js';

/** Maximum font size of notes relative to the body text. */
const SMALLER = 0.93;
/** A number or symbol referenced by the text. */
const NOTE_MARK = /^(?:\[?\d{1,3}\]?|[*†‡§¶]{1,3}|[a-z])(?:[.)\s]|$)/;

/**
 * Distinguishes footnotes from lists and paragraphs: they have a mark, are set in small type and are at the bottom of
 * their column. References of a paper look the same, but follow their heading or fill their column.
 */
export function markFootnotes(blocks: readonly Block[], { bodySize }: DocumentStyle): Block[] {
  const isSmall = (block: Block) => block.kind !== 'table' && sizeOf(block) < SMALLER * bodySize;
  return blocks.flatMap((block, i) => {
    if (block.kind !== 'paragraph' || block.isTagged || !isSmall(block) || !isMarked(block)) return [block];
    const isNote = columnBelow(blocks, i).every(isSmall) && isBelowText(blocks, i, isSmall);
    return isNote ? partNotes({ ...block, kind: 'footnote' }) : [block];
  });
}

/** True if the small type follows body text, not its own heading. */
function isBelowText(blocks: readonly Block[], index: number, isSmall: (block: Block) => boolean): boolean {
  for (let at = index; at > 0; at--) {
    const [above, block] = [blocks[at - 1]!, blocks[at]!];
    if (above.page !== block.page || bottomOf(above) > topOf(block) + 5) return false; // the top of the column
    if (!isSmall(above)) return above.kind === 'table' || !isTitle(above);
  }
  return false;
}

/** A short block in bold type. */
function isTitle({ kind, lines }: TextBlock): boolean {
  return kind === 'heading' || (lines.length <= 2 && lines.every(isBold));
}

/** Splits notes that follow each other like the lines of one: the next number begins another note. */
function partNotes(block: TextBlock): TextBlock[] {
  const notes: TextBlock[] = [];
  let next = numberOf(block.lines[0]!);
  for (const line of block.lines) {
    const last = notes.at(-1);
    if (last && (next === null || numberOf(line) !== next)) {
      notes[notes.length - 1] = { ...last, lines: [...last.lines, line] };
      continue;
    }
    notes.push({ ...block, lines: [line] });
    if (next !== null) next++;
  }
  return notes;
}

function numberOf(line: TextLine): number | null {
  const number = /^\[?(\d{1,3})(?=[\].)\s])/.exec(line.text)?.[1];
  return number === undefined ? null : Number(number);
}

function sizeOf({ lines }: TextBlock): number {
  return lines.reduce((sum, { size }) => sum + size, 0) / lines.length;
}

function isMarked({ lines }: TextBlock): boolean {
  const text = lines[0]!.text;
  return (
    lines[0]!.words[0]!.style.script === 'super' ||
    NOTE_MARK.test(text) ||
    (markerOf(text)?.isOrdered ?? false)
  );
}

/** The following blocks further down in the same column. */
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
