import type { AnyNode } from 'domhandler';
import { isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** A table as rows of equal length. A spanning cell is in its first position, the others are null. */
export interface Grid {
  readonly rows: readonly (readonly (PageElement | null)[])[];
  readonly width: number;
  /** The first row names the columns. */
  readonly hasHead: boolean;
  readonly captions: readonly PageElement[];
  /** The spans promise more cells than a page prints; the last rows may be without theirs. */
  readonly isTooLarge: boolean;
}

// Browsers allow 1000 columns and 65534 rows for one cell; such tables are not legible.
const MAX_COLUMN_SPAN = 100;
const MAX_ROW_SPAN = 1000;
const MAX_WIDTH = 500;
/** Spans can promise a thousand times the cells that are there. */
const MAX_CELLS = 500_000;

/** Reads the rows of a table, not those of tables inside it. */
export function readGrid(table: PageElement): Grid {
  const parts = {
    head: [] as PageElement[],
    body: [] as PageElement[],
    foot: [] as PageElement[],
    captions: [] as PageElement[],
  };
  collectRows(table, parts, 'body');
  const { rows, count } = placeCells([...parts.head, ...parts.body, ...parts.foot]);
  const width = widthOf(rows);
  return {
    rows,
    width,
    hasHead: hasHead(rows, parts.head.length > 0),
    captions: parts.captions,
    isTooLarge: Math.max(count, rows.length * width) > MAX_CELLS,
  };
}

type RowPart = 'head' | 'body' | 'foot';
type TableParts = Record<RowPart | 'captions', PageElement[]>;

function collectRows(parent: PageElement, parts: TableParts, part: RowPart): void {
  for (const child of parent.children as AnyNode[]) {
    if (!isElement(child)) continue;
    if (child.name === 'tr') parts[part].push(child);
    else if (child.name === 'caption') parts.captions.push(child);
    else if (child.name === 'thead') collectRows(child, parts, 'head');
    else if (child.name === 'tfoot') collectRows(child, parts, 'foot');
    else if (child.name === 'tbody' || child.name === 'form') collectRows(child, parts, 'body');
  }
}

/** Stops at more cells than a table may have: a cell can cover a thousand rows of its size. */
function placeCells(rows: readonly PageElement[]): { rows: (PageElement | null)[][]; count: number } {
  const placed: (PageElement | null)[][] = rows.map(() => []);
  // For each column how many further rows a cell above still covers.
  const covered: number[] = [];
  let count = 0;
  rows.forEach((row, at) => {
    if (count > MAX_CELLS) return;
    let column = 0;
    for (const cell of cellsOf(row)) {
      while ((covered[column] ?? 0) > 0) placed[at]![column++] = null;
      const columns = span(cell.attribs['colspan'], MAX_COLUMN_SPAN);
      const down = span(cell.attribs['rowspan'], MAX_ROW_SPAN);
      for (let step = 0; step < columns && column < MAX_WIDTH; step++, column++) {
        placed[at]![column] = step === 0 ? cell : null;
        if (down > 1) covered[column] = down;
      }
    }
    for (let at = 0; at < covered.length; at++) if (covered[at]! > 0) covered[at]!--;
    count += placed[at]!.length;
  });
  return { rows: placed, count };
}

function cellsOf(row: PageElement): PageElement[] {
  return (row.children as AnyNode[]).filter(
    (child): child is PageElement => isElement(child) && (child.name === 'td' || child.name === 'th'),
  );
}

function span(value: string | undefined, most: number): number {
  const columns = parseInt(value ?? '', 10);
  return columns > 0 ? Math.min(columns, most) : 1;
}

/** Columns up to the last that holds a cell anywhere: spans often promise more. */
function widthOf(rows: readonly (readonly (PageElement | null)[])[]): number {
  let width = 0;
  for (const row of rows) {
    let last = row.length;
    while (last > width && row[last - 1] === null) last--;
    width = Math.max(width, last);
  }
  return width;
}

function hasHead(rows: readonly (readonly (PageElement | null)[])[], hasThead: boolean): boolean {
  const first = rows[0]?.filter((cell): cell is PageElement => !!cell) ?? [];
  if (first.length === 0) return false;
  return hasThead || first.every((cell) => cell.name === 'th' || isAllBold(cell));
}

/** Old pages mark their column names by bold type only. */
function isAllBold(cell: PageElement): boolean {
  const content = (cell.children as AnyNode[]).filter(
    (child) => isElement(child) || ('data' in child && child.data.trim() !== ''),
  );
  const only = content.length === 1 ? content[0]! : null;
  if (!only || !isElement(only)) return false;
  return (
    only.name === 'b' ||
    only.name === 'strong' ||
    (/^(?:p|div|span|font|center)$/.test(only.name) && isAllBold(only))
  );
}
