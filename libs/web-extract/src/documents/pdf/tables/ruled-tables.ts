import { CELL_GAP } from './aligned-columns.js';
import { readAligned } from './aligned-tables.js';
import { boxAround, type Box } from '../lines/geometry.js';
import {
  cellsOf,
  fillCells,
  MIN_CELL,
  splitWideCells,
  type Lattice,
  type LatticeCell,
} from './lattice-cells.js';
import { latticesOf, REACH } from './lattices.js';
import type { LinkAreas } from '../reading/links.js';
import type { PageInk, TextPiece } from '../ink/page-ink.js';
import { splitPiece } from '../lines/split-piece.js';
import type { Table, TableCell } from './table.js';
import { toLines } from '../lines/text-lines.js';
import { toRows, type TextRow } from '../lines/text-rows.js';

/** Parts of one table stand no further apart, in points, ... */
const MAX_STACK_GAP = 9;
/** ... and their columns at the same places within this. */
const SAME_PLACE = 4;
/** Tables have at least this share of cells with text: plots and frames have less. */
const MIN_FILLED = 0.25;
/** Boxes of a form lie in so many columns, and fill this little of them: its text is read line by line. */
const FORM_COLUMNS = 12;
const FORM_FILLED = 0.15;
/** Cells side by side with so many lines at the same heights hold rows that no line parts. */
const MIN_HIDDEN_ROWS = 3;
/** Cells whose lines are in so many parts, as most of them are, hold columns that no line parts. */
const MIN_HIDDEN_COLUMNS = 3;
const MOSTLY_PARTED = 0.6;
/** A line that takes this share of its cell's width is a full one. */
const FULL_LINE = 0.7;
/** Cells hold few lines, frames around whole pages many. */
const MAX_CELL_SHARE = 0.75;

/** A table of lines, and the text that stands in it. */
interface RuledTable {
  readonly table: Table;
  readonly pieces: ReadonlySet<TextPiece>;
}

/** Finds tables whose cells are drawn with lines on all sides, and reads them. */
export function findRuledTables(ink: PageInk, links: LinkAreas): RuledTable[] {
  const found: RuledTable[] = [];
  const taken = new Set<TextPiece>();
  for (const lines of latticesOf(ink)) {
    const free = ink.pieces.filter((piece) => !taken.has(piece));
    const table = readLattice(lines, free, links, ink);
    if (!table) continue;
    found.push(table);
    for (const piece of table.pieces) taken.add(piece);
  }
  return joinStacked(found.sort((a, b) => a.table.top - b.table.top));
}

/** Joins tables with the same columns, one close below the other: heads are often framed apart. */
function joinStacked(tables: readonly RuledTable[]): RuledTable[] {
  const joined: RuledTable[] = [];
  for (const below of tables) {
    const index = joined.findIndex(({ table }) => isStacked(table, below.table));
    const above = joined[index];
    if (!above) {
      joined.push(below);
      continue;
    }
    const table = {
      ...boxAround([above.table, below.table]),
      rows: [...above.table.rows, ...below.table.rows],
      order: Math.min(above.table.order, below.table.order),
      edges: above.table.edges,
    };
    joined[index] = { table, pieces: new Set([...above.pieces, ...below.pieces]) };
  }
  return joined;
}

function isStacked(above: Table, below: Table): boolean {
  const gap = below.top - above.bottom;
  return gap > -REACH && gap < MAX_STACK_GAP && hasSameColumns(above, below);
}

/** The columns of both tables lie at the same places. */
export function hasSameColumns(a: Table, b: Table): boolean {
  if (a.edges.length !== b.edges.length || Math.abs(a.left - b.left) > SAME_PLACE) return false;
  return a.edges.every((edge, i) => Math.abs(edge - b.edges[i]!) <= SAME_PLACE);
}

function readLattice(
  { horizontals, verticals }: Lattice,
  pieces: readonly TextPiece[],
  links: LinkAreas,
  page: PageInk,
): RuledTable | null {
  const box = boxAround([...horizontals, ...verticals]);
  const xs = positions([...verticals.map(({ left, right }) => (left + right) / 2), box.left, box.right]);
  const ys = positions([...horizontals.map(({ top, bottom }) => (top + bottom) / 2), box.top, box.bottom]);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 2 || rows < 1 || columns * rows < 3 || columns * rows > 20_000) return null;
  const inside = pieces.filter((piece) => isInside(piece, box));
  if (inside.length < 2) return null;
  const cells = cellsOf({ horizontals, verticals }, xs, ys);
  const filled = splitWideCells(fillCells(cells, inside, xs, ys), xs);
  const withText = filled.filter(({ pieces: own }) => own.length > 0);
  if (withText.length < 2 || withText.length < filled.length * MIN_FILLED) return null;
  if (columns >= FORM_COLUMNS && withText.length < columns * rows * FORM_FILLED) return null;
  const isFrame = withText.some(
    ({ box: cell }) =>
      (cell.bottom - cell.top) * (cell.right - cell.left) >
      MAX_CELL_SHARE * (box.bottom - box.top) * (box.right - box.left),
  );
  if (isFrame || isOneColumn(withText) || box.bottom - box.top > 0.97 * page.height) return null;
  const order = Math.min(...inside.map((piece) => piece.order));
  if (isCoarse(withText) || hasHiddenColumns(withText)) {
    const parts = inside.flatMap((piece) => splitPiece(piece, xs.slice(1, -1)));
    const aligned = readAligned(toLines(parts, links), horizontals);
    // lines around groups of text that stands in no columns: a form, whose parts are read one by one
    return aligned && { table: { ...aligned, ...box, order }, pieces: new Set(inside) };
  }
  const tableRows: TableCell[][] = Array.from({ length: rows }, () => []);
  for (const { row, columns: wide, rows: high, pieces: own } of filled) {
    tableRows[row]!.push({ lines: toLines(own, links), columns: wide, rows: high });
  }
  const table: Table = { ...box, rows: withoutEmptyRows(tableRows), order, edges: xs.slice(1) };
  return { table, pieces: new Set(inside) };
}

/** Cells hold several rows each: lines are drawn around groups of them only. */
function isCoarse(cells: readonly LatticeCell[]): boolean {
  const byRow = new Map<number, number[][]>();
  for (const cell of cells) {
    const { row, rows, pieces } = cell;
    if (rows > 1 || isWrapped(cell)) continue;
    const heights = [...new Set(pieces.map(({ baseline }) => Math.round(baseline)))];
    byRow.set(row, [...(byRow.get(row) ?? []), heights]);
  }
  return [...byRow.values()].some((row) => {
    const high = row.filter((heights) => heights.length >= MIN_HIDDEN_ROWS);
    const [first] = high;
    if (!first || high.length < 2) return false;
    return high.slice(1).every((heights) => {
      const shared = heights.filter((y) => first.some((other) => Math.abs(other - y) <= 1)).length;
      return shared >= 0.7 * Math.min(heights.length, first.length);
    });
  });
}

/** Most lines of a column of cells are in several parts, with gaps as they are between columns. */
function hasHiddenColumns(cells: readonly LatticeCell[]): boolean {
  const lines = new Map<number, { parted: number; all: number }>();
  for (const { column, columns, pieces } of cells) {
    if (columns > 1) continue;
    const count = lines.get(column) ?? { parted: 0, all: 0 };
    for (const line of toRows(pieces)) {
      count.all++;
      if (partsOf(line) >= MIN_HIDDEN_COLUMNS) count.parted++;
    }
    lines.set(column, count);
  }
  return [...lines.values()].some(
    ({ parted, all }) => parted >= MIN_HIDDEN_ROWS && parted >= MOSTLY_PARTED * all,
  );
}

function partsOf({ pieces, size }: TextRow): number {
  return pieces.filter((piece, i) => i === 0 || piece.left - pieces[i - 1]!.right > CELL_GAP * size).length;
}

/** The text of the cell runs from border to border: its lines are no rows. */
function isWrapped({ pieces, box }: LatticeCell): boolean {
  const widths = new Map<number, number>();
  for (const { baseline, left, right } of pieces) {
    const key = Math.round(baseline);
    widths.set(key, (widths.get(key) ?? 0) + right - left);
  }
  const full = [...widths.values()].filter((width) => width > FULL_LINE * (box.right - box.left));
  return full.length > 0.4 * (widths.size - 1);
}

function isInside({ left, right, baseline, size }: TextPiece, box: Box): boolean {
  const x = (left + right) / 2;
  const y = baseline - 0.3 * size;
  return x > box.left - 1 && x < box.right + 1 && y > box.top && y < box.bottom;
}

/** Positions of lines from small to large, those that lie together as one. */
function positions(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const kept: number[] = [];
  for (const value of sorted) if (kept.length === 0 || value - kept.at(-1)! > MIN_CELL) kept.push(value);
  return kept;
}

function isOneColumn(cells: readonly LatticeCell[]): boolean {
  const { column, columns } = cells[0]!;
  return cells.every((cell) => cell.column === column && cell.columns === columns);
}

function withoutEmptyRows(rows: readonly TableCell[][]): TableCell[][] {
  return rows.filter(
    (row) => row.length === 0 || row.some(({ lines, rows: high }) => lines.length > 0 || high > 1),
  );
}
