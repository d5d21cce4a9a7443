import { runsRightToLeft } from '../lines/bidi.js';
import type { Block, TextBlock } from '../blocks/block.js';
import { boxAround, overlap } from '../lines/geometry.js';
import type { LinkAreas } from '../reading/links.js';
import { markerOf } from '../blocks/list-marker.js';
import { withoutMark } from '../blocks/lists.js';
import type { TextPiece } from '../graphics/page-graphics.js';
import { isCode } from '../blocks/paragraphs.js';
import type { PdfStructNode } from '../reading/pdfjs.js';
import { placeCells } from '../tables/place-cells.js';
import {
  hasBlocks,
  hasContent,
  HEADING,
  isInline,
  MAX_DEPTH,
  PARAGRAPHS,
  TELLING,
} from './structure-roles.js';
import type { TableCell } from '../tables/table.js';
import { type TextLine } from '../lines/text-line.js';
import { toLines } from '../lines/text-lines.js';

/** The list currently being read. */
interface OpenList {
  readonly depth: number;
}

/** Converts the structure tree of a page to blocks. */
export class TreeReader {
  readonly blocks: Block[] = [];
  letters = 0;
  isTelling = false;
  hasHeadings = false;
  private readonly used = new Set<number>();

  constructor(
    private readonly pieces: ReadonlyMap<number, readonly TextPiece[]>,
    private readonly page: number,
    private readonly links: LinkAreas,
    private readonly width: number,
  ) {}

  /** Reads an element that contains blocks, possibly mixed with text. */
  visit(node: PdfStructNode, depth: number): void {
    if (depth > MAX_DEPTH) return;
    let own: PdfStructNode[] = [];
    const flush = () => {
      if (own.length > 0) this.addText(own, 'paragraph');
      own = [];
    };
    for (const child of node.children ?? []) {
      if (isInline(child)) {
        own.push(child);
        continue;
      }
      flush();
      this.visitBlock(child, depth + 1);
    }
    flush();
  }

  private visitBlock(node: PdfStructNode, depth: number): void {
    const role = node.role ?? '';
    if (TELLING.test(role)) this.isTelling = true;
    const level = role === 'Title' ? '1' : HEADING.exec(role)?.[1];
    if (level !== undefined || role === 'H') return this.addHeading(node, Number(level ?? 2));
    if (role === 'L') return this.visitList(node, { depth: 0 }, depth);
    if (role === 'Table') return this.addTable(node);
    if (role === 'Artifact') return;
    if (PARAGRAPHS.has(role) && !hasBlocks(node)) return this.addText([node], 'paragraph');
    this.visit(node, depth);
  }

  private addHeading(node: PdfStructNode, level: number): void {
    const lines = this.linesOf([node]);
    if (lines.length === 0) return;
    this.hasHeadings = true;
    this.blocks.push({ ...this.textBlock(lines), kind: 'heading', level });
  }

  private visitList(list: PdfStructNode, { depth }: OpenList, level: number): void {
    if (level > MAX_DEPTH) return;
    for (const child of list.children ?? []) {
      if (child.role === 'L') this.visitList(child, { depth: depth + 1 }, level + 1);
      else if (child.role === 'LI') this.visitItem(child, depth, level + 1);
      else if (!isInline(child)) this.visitBlock(child, level + 1);
    }
  }

  /** The text of an item becomes one block; paragraphs and lists inside it become further blocks. */
  private visitItem(item: PdfStructNode, depth: number, level: number): void {
    const label = (item.children ?? []).filter(({ role }) => role === 'Lbl');
    const mark = this.linesOf(label)
      .map(({ text }) => text)
      .join(' ')
      .trim();
    let isFirst = true;
    const add = (nodes: readonly PdfStructNode[]) => {
      const lines = this.linesOf(nodes);
      if (lines.length === 0) return;
      this.addItem(lines, { depth, mark, isFirst, isMarked: label.some(hasContent) });
      isFirst = false;
    };
    const visit = (node: PdfStructNode, deep: number): void => {
      let own: PdfStructNode[] = [];
      for (const child of node.children ?? []) {
        if (child.role === 'Lbl' && node === item) continue;
        if (isInline(child)) {
          own.push(child);
          continue;
        }
        add(own);
        own = [];
        if (child.role === 'L') this.visitList(child, { depth: depth + 1 }, deep + 1);
        else if (child.role === 'Table' || HEADING.test(child.role ?? '')) this.visitBlock(child, deep + 1);
        else if (deep >= MAX_DEPTH) continue;
        else if (hasBlocks(child) || child.role === 'LBody') visit(child, deep + 1);
        else add([child]);
      }
      add(own);
    };
    visit(item, level);
  }

  private addItem(
    lines: readonly TextLine[],
    item: {
      readonly depth: number;
      readonly mark: string;
      readonly isFirst: boolean;
      readonly isMarked: boolean;
    },
  ): void {
    const inText = item.mark === '' && item.isFirst ? markerOf(lines[0]!.text) : null;
    const marker = item.mark === '' ? inText : markerOf(`${item.mark} x`);
    const first = inText ? withoutMark(lines[0]!, inText.length) : lines[0]!;
    if (!first) return;
    const block = this.textBlock([first, ...lines.slice(1)]);
    this.blocks.push({
      ...block,
      kind: 'item',
      depth: item.depth,
      isOrdered: marker?.isOrdered ?? /\d/.test(item.mark),
      number: marker?.number ?? null,
      isInItem: !item.isFirst,
      isUnmarked: item.isFirst && !item.isMarked && !inText,
    });
  }

  private addText(nodes: readonly PdfStructNode[], kind: 'paragraph'): void {
    const lines = this.linesOf(nodes);
    if (lines.length === 0) return;
    this.blocks.push({ ...this.textBlock(lines), kind: lines.every(isCode) ? 'code' : kind });
  }

  private textBlock(lines: readonly TextLine[]): TextBlock {
    return { kind: 'paragraph', lines, page: this.page, left: 0, right: this.width, isTagged: true };
  }

  private addTable(node: PdfStructNode): void {
    let rows: TableCell[][] = [];
    const visit = (inner: PdfStructNode, depth: number): void => {
      for (const child of inner.children ?? []) {
        if (child.role === 'TR') rows.push(this.cellsOf(child));
        else if (child.role === 'Caption') this.addText([child], 'paragraph');
        else if (depth < MAX_DEPTH) visit(child, depth + 1);
      }
    };
    visit(node, 0);
    // each page lists all rows of a table; rows of other pages have no text
    rows = rows.filter((row) => row.some((cell) => cell.lines.length > 0));
    const lines = rows.flatMap((row) => row.flatMap((cell) => cell.lines));
    if (lines.length === 0) return;
    const columns = Math.max(...rows.map((row) => row.length));
    const edges = Array.from({ length: columns }, () => 0);
    const order = Math.min(...lines.map((line) => line.order));
    const table = { ...boxAround(lines), left: 0, rows: placeCells(rows, columns), order, edges };
    this.blocks.push({ kind: 'table', page: this.page, table });
  }

  private cellsOf(row: PdfStructNode): TableCell[] {
    const cells = (row.children ?? []).filter(({ role }) => role === 'TD' || role === 'TH');
    return asPlaced(cells.map((cell) => ({ lines: this.linesOf([cell]), columns: 1, rows: 1 })));
  }

  private linesOf(nodes: readonly PdfStructNode[]): TextLine[] {
    const pieces: TextPiece[] = [];
    const visit = (node: PdfStructNode, depth: number): void => {
      if (node.role === 'Artifact' || depth > MAX_DEPTH) return;
      if (node.type === 'content') pieces.push(...this.take(node.id ?? ''));
      for (const child of node.children ?? []) visit(child, depth + 1);
    };
    for (const node of nodes) visit(node, 0);
    return inColumns(pieces).flatMap((column) => toLines(column, this.links));
  }

  /** Text of a marked-content section; each section is returned only once. */
  private take(id: string): readonly TextPiece[] {
    const mark = Number(/_mc(\d+)$/.exec(id)?.[1] ?? Number.NaN);
    if (Number.isNaN(mark) || this.used.has(mark)) return [];
    this.used.add(mark);
    const pieces = this.pieces.get(mark) ?? [];
    this.letters += lettersOf(pieces);
    return pieces;
  }
}

/** Sorts cells by position, because some files list the cells of a row in drawing order. */
function asPlaced(cells: readonly TableCell[]): TableCell[] {
  const filled = cells.filter(({ lines }) => lines.length > 0);
  const boxes = filled.map(({ lines }) => boxAround(lines));
  const sides = filled.map((_, i) => i).sort((a, b) => boxes[a]!.left - boxes[b]!.left);
  const highest = [...boxes].sort((a, b) => b.bottom - b.top - (a.bottom - a.top))[0];
  const isRow = boxes.every(({ top, bottom }) => overlap(top, bottom, highest!.top, highest!.bottom) > 0);
  const isParted = sides.every((own, i) => i === 0 || boxes[sides[i - 1]!]!.right < boxes[own]!.left + 1);
  if (!isRow || !isParted) return [...cells];
  if (runsRightToLeft(filled.map(({ lines }) => lines.map(({ text }) => text).join(' ')).join(' ')))
    sides.reverse();
  const placed = sides.map((i) => filled[i]!);
  return cells.map((cell) => (cell.lines.length > 0 ? placed.shift()! : cell));
}

/** Splits the text of an element that continues at the top of another column. */
function inColumns(pieces: readonly TextPiece[]): TextPiece[][] {
  const columns: TextPiece[][] = [];
  let lowest = Infinity;
  for (const piece of pieces) {
    if (piece.baseline < lowest - 2 * piece.size || columns.length === 0) columns.push([]);
    columns.at(-1)!.push(piece);
    lowest = columns.at(-1)!.length === 1 ? piece.baseline : Math.max(lowest, piece.baseline);
  }
  return columns;
}

export function lettersOf(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
