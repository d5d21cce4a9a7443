import type { Block, TextBlock } from './block.js';
import { markerOf, type ListMarker } from './list-marker.js';
import { lineOfWords, textOfWords, type TextLine, type Word } from '../lines/text-line.js';

/** Indentation of a nested item, in font sizes. */
const DEEPER = 0.8;
/** Minimum distance of text in another column, in font sizes. */
const OTHER_COLUMN = 5;
/** Maximum difference between the left edges of an item's text and its further paragraphs, in font sizes. */
const SAME_LEFT = 0.5;

interface OpenItem {
  /** Left edge of the text in its column. */
  readonly columnLeft: number;
  readonly left: number;
  readonly textLeft: number;
  readonly isOrdered: boolean;
  readonly form: string;
}

/** Detects list items and their depths, and removes their markers. */
export function markItems(blocks: readonly Block[]): Block[] {
  const open: OpenItem[] = [];
  return blocks.map((block, i) => {
    const marked =
      block.kind === 'paragraph'
        ? readItem(block, open, blocks, i)
        : belongsToItem(block, open)
          ? block
          : null;
    if (marked === null && block.kind !== 'code' && block.kind !== 'table') open.length = 0;
    if (marked === null && block.kind !== 'paragraph' && !isInside(block, open)) open.length = 0;
    return marked ?? block;
  });
}

function isInside(block: Block, open: readonly OpenItem[]): boolean {
  const last = open.at(-1);
  if (!last || block.kind === 'table' || block.kind === 'heading') return false;
  return Math.min(...block.lines.map(({ left }) => left)) >= last.textLeft - 2;
}

function belongsToItem(block: Block, open: readonly OpenItem[]): boolean {
  return block.kind === 'code' && isInside(block, open);
}

function readItem(
  block: TextBlock,
  open: OpenItem[],
  blocks: readonly Block[],
  index: number,
): TextBlock | null {
  const first = block.lines[0]!;
  const marker = markerOf(first.text);
  if (!marker || !isPlausible(marker, block, open, blocks, index)) return paragraphOfItem(block, open);
  const rest = withoutMark(first, marker.length);
  if (!rest) return null;
  const { left, size } = startOf(first);
  moveToColumn(open, block.left, marker.form, size);
  while (open.length > 0 && open.at(-1)!.left > left + DEEPER * size * 0.5) open.pop();
  const last = open.at(-1);
  const isDeeper = !last || left > last.left + DEEPER * size * 0.5;
  const item: OpenItem = {
    columnLeft: block.left,
    left,
    textLeft: rest.left,
    isOrdered: marker.isOrdered,
    form: marker.form,
  };
  if (isDeeper) open.push(item);
  else open[open.length - 1] = item;
  return {
    ...block,
    kind: 'item',
    lines: [rest, ...block.lines.slice(1)],
    depth: open.length - 1,
    isOrdered: marker.isOrdered,
    number: marker.number,
  };
}

/** Shifts the open items to another column, so that an item there is aligned with those with the same marker. */
function moveToColumn(open: OpenItem[], columnLeft: number, form: string, size: number): void {
  const last = open.at(-1);
  if (!last || Math.abs(last.columnLeft - columnLeft) < OTHER_COLUMN * size) return;
  const twin = open.findLast((item) => item.form === form);
  const shift = columnLeft - (twin ?? last).columnLeft;
  open.splice(
    0,
    open.length,
    ...open.map((item) => ({
      ...item,
      columnLeft,
      left: item.left + shift,
      textLeft: item.textLeft + shift,
    })),
  );
}

function startOf(line: TextLine): { readonly left: number; readonly size: number } {
  return { left: line.isRightToLeft ? -line.right : line.left, size: line.size };
}

/** A lone number is not a list unless it continues one. */
function isPlausible(
  marker: ListMarker,
  block: TextBlock,
  open: readonly OpenItem[],
  blocks: readonly Block[],
  index: number,
): boolean {
  if (!marker.isOrdered) return true;
  if (open.some(({ form }) => form === marker.form)) return true;
  if (marker.number === 1) return true;
  const next = blocks.slice(index + 1, index + 4).find((other) => other.kind === 'paragraph');
  if (!next || next.kind === 'table') return false;
  const following = markerOf(next.lines[0]!.text);
  return (
    following?.form === marker.form &&
    following.number === (marker.number ?? 0) + 1 &&
    block.lines.length < 20
  );
}

/** Treats a paragraph aligned with the text of an item as part of it. */
function paragraphOfItem(block: TextBlock, open: OpenItem[]): TextBlock | null {
  const first = block.lines[0]!;
  const depth = open.findLastIndex(
    ({ textLeft }) => Math.abs(first.left - textLeft) < SAME_LEFT * first.size,
  );
  if (depth < 0 || Math.abs(open[depth]!.textLeft - open[depth]!.left) < 0.3 * first.size) return null;
  open.length = depth + 1;
  return { ...block, kind: 'item', depth, isOrdered: open[depth]!.isOrdered, number: null, isInItem: true };
}

/** The line without its marker; null if nothing is left. */
export function withoutMark(line: TextLine, length: number): TextLine | null {
  const words: Word[] = [];
  let rest = length;
  for (const word of line.words) {
    const room = textOfWords([word]).length;
    if (rest <= 0) words.push(words.length === 0 ? { ...word, isGlued: false } : word);
    else if (room > rest) words.push({ ...word, text: word.text.slice(rest), isGlued: false });
    rest -= room + 1;
  }
  return words.length === 0 ? null : { ...lineOfWords(words, line), size: line.size };
}
