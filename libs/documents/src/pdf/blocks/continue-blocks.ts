import type { Block, TableBlock, TextBlock } from './block.js';
import { isCaption } from './caption.js';
import { LINE_END_HYPHEN } from './document-style.js';
import { markerOf } from './list-marker.js';
import { hasSameColumns } from '../tables/ruled-tables.js';
import type { TableCell } from '../tables/table.js';
import { type TextLine } from '../lines/text-line.js';

/**
 * Maximum distance between the end of a last line and the right edge, in font sizes, at which the line may be split:
 * ragged lines end up to this early.
 */
const MAX_RAGGED = 6;
/** Maximum number of notes, tables and captions at the end of a column. */
const MAX_BETWEEN = 8;
const SENTENCE_END = /[.!?:;…。！？][\p{Pe}\p{Pf}"'”’\d\s]*$/u;

/** Joins paragraphs split by a column or page break. */
export function continueBlocks(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const index = lastText(joined);
    const last = joined[index];
    const above = joined.at(-1);
    if (above?.kind === 'table' && block.kind === 'table' && isNextPart(above, block)) {
      joined[joined.length - 1] = joinTables(above, block);
      continue;
    }
    if (above?.kind === 'code' && block.kind === 'code' && isRestOfCode(above, block)) {
      joined[joined.length - 1] = { ...above, page: block.page, lines: [...above.lines, ...block.lines] };
      continue;
    }
    if (above?.kind === 'item' && block.kind === 'item' && isRestOfItem(above, block)) {
      joined[joined.length - 1] = { ...above, lines: [...above.lines, ...block.lines] };
      continue;
    }
    if (last?.kind === 'paragraph' && goesOn(last, block, joined.slice(index + 1).some(isCaption)))
      joined[index] = { ...last, lines: [...last.lines, ...block.lines] };
    else joined.push(block);
  }
  return joined;
}

/** The last paragraph so far; notes, tables and captions may separate it from its continuation. */
function lastText(blocks: readonly Block[]): number {
  for (let i = blocks.length - 1; i >= 0 && i > blocks.length - MAX_BETWEEN; i--) {
    const block = blocks[i]!;
    if (isCaption(block)) continue;
    if (block.kind === 'paragraph') return i;
    if (block.kind !== 'table' && block.kind !== 'footnote') return -1;
  }
  return -1;
}

/**
 * @param isPastCaption true if a caption separates the two blocks; only lower-case text then continues the paragraph
 */
function goesOn(last: TextBlock, block: Block, isPastCaption: boolean): block is TextBlock {
  if (block.kind !== 'paragraph' || isCaption(block)) return false;
  const end = last.lines.at(-1)!;
  const begin = block.lines[0]!;
  if (last.page === block.page && begin.baseline > end.baseline) return false;
  if (block.page > last.page + 1 || !isSameSize(end, begin)) return false;
  const before = end.text;
  const after = begin.text;
  if (markerOf(after)) return false;
  if (LINE_END_HYPHEN.test(before) && /^\p{Ll}/u.test(after)) return true;
  if (isPastCaption && !/^\p{Ll}/u.test(after)) return false;
  if (SENTENCE_END.test(before)) return false;
  const isFull = last.right - end.right < MAX_RAGGED * end.size;
  return isFull && (/^[\p{Ll}\p{Nd}("“«]/u.test(after) || (last.lines.length > 1 && !isIndented(block)));
}

/** True if the page ended before a bracket was closed or within an indented section. */
function isRestOfCode(above: TextBlock, block: TextBlock): boolean {
  if (block.page !== above.page + 1 || !isSameSize(above.lines[0]!, block.lines[0]!)) return false;
  const left = Math.min(...above.lines.map((line) => line.left));
  const step = block.lines[0]!.left - left;
  const text = above.lines.map(({ text }) => text).join('\n');
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
  return step > -2 && (step > above.lines[0]!.size || count(/[([{]/g) > count(/[)\]}]/g));
}

function isRestOfItem(above: TextBlock, block: TextBlock): boolean {
  if (!block.isUnmarked || block.page !== above.page + 1) return false;
  return !SENTENCE_END.test(above.lines.at(-1)!.text) || /^\p{Ll}/u.test(block.lines[0]!.text);
}

function isSameSize(a: TextLine, b: TextLine): boolean {
  return Math.abs(a.size - b.size) < 0.05 * a.size;
}

function isIndented({ lines }: TextBlock): boolean {
  const [first, second] = lines;
  return second !== undefined && first!.left > second.left + 0.5 * first!.size;
}

/** True if the table continues at the top of the next page with the same columns. */
function isNextPart(above: TableBlock, below: TableBlock): boolean {
  return below.page === above.page + 1 && hasSameColumns(above.table, below.table);
}

/** Joins both parts; a repeated header is written once. */
function joinTables(above: TableBlock, below: TableBlock): TableBlock {
  const [head] = above.table.rows;
  const [first, ...rest] = below.table.rows;
  const isRepeated = head && first && textOfRow(head) === textOfRow(first);
  const rows = [...above.table.rows];
  for (const [i, row] of (isRepeated ? rest : below.table.rows).entries()) {
    const last = rows.at(-1);
    if (i === 0 && last && isRestOfRow(last, row)) rows[rows.length - 1] = joinRows(last, row);
    else rows.push(row);
  }
  return { ...above, page: below.page, table: { ...above.table, rows } };
}

/** True if the page ended within the row: the first cell of its continuation is empty. */
function isRestOfRow(above: readonly TableCell[], row: readonly TableCell[]): boolean {
  return row.length === above.length && row.length > 1 && row[0]!.lines.length === 0;
}

function joinRows(above: readonly TableCell[], row: readonly TableCell[]): TableCell[] {
  return above.map((cell, i) => ({ ...cell, lines: [...cell.lines, ...row[i]!.lines] }));
}

function textOfRow(row: readonly TableCell[]): string {
  return row.map(({ lines }) => lines.map(({ text }) => text).join(' ')).join('|');
}
