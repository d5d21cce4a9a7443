import { CELL_GAP, NUMBER } from './aligned-columns.js';
import { readAligned } from './aligned-tables.js';
import { boxAround, overlap, type Box } from '../lines/geometry.js';
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
import type { PageGraphics, TextPiece } from '../graphics/page-graphics.js';
import { splitPiece } from '../lines/split-piece.js';
import type { Table, TableCell } from './table.js';
import { toLines } from '../lines/text-lines.js';
import { toRows, type TextRow } from '../lines/text-rows.js';

/** Maximum gap between two parts of one table in points, ... */
const MAX_STACK_GAP = 9;
/** ... and maximum offset of their columns in points. */
const SAME_PLACE = 4;
/** Minimum share of cells with text; plots and frames have less. */
const MIN_FILLED = 0.25;
/**
 * Minimum number of columns and maximum share of filled cells of a form with boxes, whose text is read line by line.
 */
const FORM_COLUMNS = 12;
const FORM_FILLED = 0.15;
/** Adjacent cells with this number of lines at the same heights contain rows without rules between them. */
const MIN_HIDDEN_ROWS = 3;
/** If most lines of a cell have this number of segments, the cell contains columns without rules between them. */
const MIN_HIDDEN_COLUMNS = 3;
const MOSTLY_PARTED = 0.6;
/** Share of the cell width covered by a full line. */
const FULL_LINE = 0.7;
/** Maximum share of the table area in one cell; a larger cell indicates a frame. */
const MAX_CELL_SHARE = 0.75;

/** A table with rules and its text pieces. */
interface RuledTable {
  readonly table: Table;
  readonly pieces: ReadonlySet<TextPiece>;
}

/** Finds and reads tables whose cells are framed on all sides. */
export function findRuledTables(graphics: PageGraphics, links: LinkAreas): RuledTable[] {
  const found: RuledTable[] = [];
  const taken = new Set<TextPiece>();
  for (const lines of latticesOf(graphics)) {
    const free = graphics.pieces.filter((piece) => !taken.has(piece));
    const table = readLattice(lines, free, links, graphics);
    if (!table) continue;
    found.push(table);
    for (const piece of table.pieces) taken.add(piece);
  }
  return joinStacked(found.sort((a, b) => a.table.top - b.table.top));
}

/** Joins tables with the same columns, one directly below the other: headers often have a frame of their own. */
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

/** True if the columns of both tables are at the same positions. */
export function hasSameColumns(a: Table, b: Table): boolean {
  if (a.edges.length !== b.edges.length || Math.abs(a.left - b.left) > SAME_PLACE) return false;
  return a.edges.every((edge, i) => Math.abs(edge - b.edges[i]!) <= SAME_PLACE);
}

/** Maximum width and height, in points, of the space between the lines of a double rule. */
const MAX_GUTTER_WIDTH = 14;
const MAX_GUTTER_HEIGHT = 7;
/** Minimum overlap of text with such a space in points. */
const IN_GUTTER = 1.5;

/** Joins the two lines of double rules: the frames of adjacent cells, with no text between them. */
function withoutGutters({ horizontals, verticals }: Lattice, pieces: readonly TextPiece[]): Lattice {
  const box = boxAround([...horizontals, ...verticals]);
  let known: readonly TextPiece[] | null = null; // most tables have no two lines that are close
  const inside = () => (known ??= pieces.filter((piece) => isInside(piece, box)));
  const isWide = (from: number, to: number) =>
    inside().some(({ left, right }) => isIn(from, to, left, right));
  const isHigh = (from: number, to: number) =>
    inside().some(({ baseline, size }) => isIn(from, to, baseline - 0.7 * size, baseline));
  return {
    verticals: closed(verticals, ['left', 'right'], isWide, MAX_GUTTER_WIDTH),
    horizontals: closed(horizontals, ['top', 'bottom'], isHigh, MAX_GUTTER_HEIGHT),
  };
}

/** Drops the ends of horizontal lines that exceed the outer vertical lines. */
function withoutMargins(xs: readonly number[], inside: readonly TextPiece[]): readonly number[] {
  const isFree = (from: number, to: number) =>
    to - from < MAX_GUTTER_WIDTH &&
    !inside.some(({ left, right }) => overlap(left, right, from, to) > IN_GUTTER);
  const first = xs.length > 3 && isFree(xs[0]!, xs[1]!) ? 1 : 0;
  const last = xs.length - first > 3 && isFree(xs.at(-2)!, xs.at(-1)!) ? xs.length - 1 : xs.length;
  return xs.slice(first, last);
}

const isIn = (from: number, to: number, begin: number, end: number): boolean =>
  overlap(begin, end, from, to) > IN_GUTTER;

function closed(
  lines: readonly Box[],
  [from, to]: readonly ['left', 'right'] | readonly ['top', 'bottom'],
  hasText: (from: number, to: number) => boolean,
  most: number,
): Box[] {
  const middle = (line: Box) => (line[from] + line[to]) / 2;
  const found = positions(lines.map(middle));
  const targets = new Map<number, number>();
  let last = -Infinity;
  for (const position of found) {
    const isGutter = position - last < most && !hasText(last, position);
    if (isGutter) targets.set(position, last);
    else last = position;
  }
  if (targets.size === 0) return [...lines];
  return lines.map((line) => {
    const own = found.findLast((position) => position <= middle(line)) ?? middle(line);
    const target = targets.get(own);
    if (target === undefined) return line;
    const shift = target - middle(line);
    return { ...line, [from]: line[from] + shift, [to]: line[to] + shift };
  });
}

function readLattice(
  lattice: Lattice,
  pieces: readonly TextPiece[],
  links: LinkAreas,
  page: PageGraphics,
): RuledTable | null {
  const { horizontals, verticals } = withoutGutters(lattice, pieces);
  const box = boxAround([...horizontals, ...verticals]);
  const xs = withoutMargins(
    positions([...verticals.map(({ left, right }) => (left + right) / 2), box.left, box.right]),
    pieces.filter((piece) => isInside(piece, box)),
  );
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
    // rules around text without columns belong to a form, whose parts are read one by one
    return aligned && { table: { ...aligned, ...box, order }, pieces: new Set(inside) };
  }
  const tableRows: TableCell[][] = Array.from({ length: rows }, () => []);
  for (const { row, columns: wide, rows: high, pieces: own } of filled) {
    tableRows[row]!.push({ lines: toLines(own, links), columns: wide, rows: high });
  }
  const table: Table = { ...box, rows: withoutEmptyRows(tableRows), order, edges: xs.slice(1) };
  return { table, pieces: new Set(inside) };
}

/** True if cells contain several rows each, because only groups of rows are framed. */
function isCoarse(cells: readonly LatticeCell[]): boolean {
  const byRow = new Map<number, number[][]>();
  const ofNumbers = new Set(cells.filter(isOfNumbers).map(({ row }) => row));
  for (const cell of cells) {
    const { row, rows, pieces } = cell;
    if (rows > 1 || (isWrapped(cell) && !ofNumbers.has(row))) continue;
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

/** True if most lines in a column of cells have several segments with gaps as between columns. */
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

/** True if the text of the cell fills its width: its lines are wrapped text, not rows. */
function isWrapped({ pieces, box }: LatticeCell): boolean {
  const widths = new Map<number, number>();
  for (const { baseline, left, right } of pieces) {
    const key = Math.round(baseline);
    widths.set(key, (widths.get(key) ?? 0) + right - left);
  }
  const full = [...widths.values()].filter((width) => width > FULL_LINE * (box.right - box.left));
  return full.length > 0.4 * (widths.size - 1);
}

/** True if most of at least three lines end with a number: they are rows. */
function isOfNumbers({ pieces }: LatticeCell): boolean {
  const rows = toRows(pieces);
  const numbers = rows.filter(({ pieces: own }) => NUMBER.test(lastWord(own.at(-1)!.text)));
  return rows.length >= MIN_HIDDEN_ROWS && numbers.length >= MOSTLY_PARTED * rows.length;
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(' ') + 1);
}

function isInside({ left, right, baseline, size }: TextPiece, box: Box): boolean {
  const x = (left + right) / 2;
  const y = baseline - 0.3 * size;
  return x > box.left - 1 && x < box.right + 1 && y > box.top && y < box.bottom;
}

/** Line positions in ascending order, merging those close together. */
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

/** Removes rows without text; cells that span such a row span one row less. */
function withoutEmptyRows(rows: readonly TableCell[][]): TableCell[][] {
  const isKept = rows.map(
    (row) => row.length === 0 || row.some(({ lines, rows: high }) => lines.length > 0 || high > 1),
  );
  return rows
    .map((row, at) =>
      row.map((cell) => ({
        ...cell,
        rows: Math.max(1, isKept.slice(at, at + cell.rows).filter(Boolean).length),
      })),
    )
    .filter((_, at) => isKept[at]);
}
