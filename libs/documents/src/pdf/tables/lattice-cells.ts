import { overlap, type Box } from '../lines/geometry.js';
import type { TextPiece } from '../graphics/page-graphics.js';
import { splitPiece } from '../lines/split-piece.js';

/** Lines that cross or meet. */
export interface Lattice {
  readonly horizontals: Box[];
  readonly verticals: Box[];
}

/** Lines and positions closer than this, in points, are treated as one. */
export const MIN_CELL = 5;

/** Cell between lines and the text pieces in it. */
export interface LatticeCell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly box: Box;
  readonly pieces: TextPiece[];
}

/** The cells between the lines; adjacent cells without a line between them are merged. */
export function cellsOf(
  { horizontals, verticals }: Lattice,
  xs: readonly number[],
  ys: readonly number[],
): LatticeCell[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const taken = new Uint8Array(columns * rows);
  const isWallRightOf = (row: number, column: number) => {
    const y = (ys[row]! + ys[row + 1]!) / 2;
    const x = xs[column + 1]!;
    return verticals.some(
      (line) => Math.abs((line.left + line.right) / 2 - x) <= MIN_CELL && line.top <= y && line.bottom >= y,
    );
  };
  const isWallBelow = (row: number, column: number) => {
    const x = (xs[column]! + xs[column + 1]!) / 2;
    const y = ys[row + 1]!;
    return horizontals.some(
      (line) => Math.abs((line.top + line.bottom) / 2 - y) <= MIN_CELL && line.left <= x && line.right >= x,
    );
  };
  const cells: LatticeCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken[row * columns + column]) continue;
      let wide = 1;
      while (
        column + wide < columns &&
        !taken[row * columns + column + wide] &&
        !isWallRightOf(row, column + wide - 1)
      )
        wide++;
      let high = 1;
      while (
        row + high < rows &&
        rangeOf(column, wide).every(
          (c) => !isWallBelow(row + high - 1, c) && !taken[(row + high) * columns + c],
        )
      )
        high++;
      for (let r = row; r < row + high; r++) taken.fill(1, r * columns + column, r * columns + column + wide);
      const box = { left: xs[column]!, right: xs[column + wide]!, top: ys[row]!, bottom: ys[row + high]! };
      cells.push({ row, column, rows: high, columns: wide, box, pieces: [] });
    }
  }
  return cells;
}

function rangeOf(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}

export function fillCells(
  cells: readonly LatticeCell[],
  pieces: readonly TextPiece[],
  xs: readonly number[],
  ys: readonly number[],
): readonly LatticeCell[] {
  const byPlace = new Map<string, LatticeCell>();
  for (const cell of cells) {
    for (const r of rangeOf(cell.row, cell.rows))
      for (const c of rangeOf(cell.column, cell.columns)) byPlace.set(`${r},${c}`, cell);
  }
  for (const piece of pieces) {
    const row = indexAt(ys, piece.baseline - 0.3 * piece.size);
    const cell = byPlace.get(`${row},${indexAt(xs, (piece.left + piece.right) / 2)}`);
    const isWithin = cell && piece.left >= cell.box.left - 2 && piece.right <= cell.box.right + 2;
    for (const part of isWithin ? [piece] : splitPiece(piece, xs)) {
      byPlace.get(`${row},${indexAt(xs, (part.left + part.right) / 2)}`)?.pieces.push(part);
    }
  }
  return cells;
}

/** Index of the gap between two positions that contains `value`. */
function indexAt(values: readonly number[], value: number): number {
  let index = 0;
  while (index + 2 < values.length && value > values[index + 1]!) index++;
  return index;
}

/**
 * Splits cells that span several columns and contain separate text in each of them: rows are not always drawn
 * completely.
 */
export function splitWideCells(cells: readonly LatticeCell[], xs: readonly number[]): LatticeCell[] {
  return cells.flatMap((cell) => {
    if (cell.columns === 1 || cell.rows > 1) return [cell];
    const parts = rangeOf(cell.column, cell.columns).map((column) => ({
      ...cell,
      column,
      columns: 1,
      box: { ...cell.box, left: xs[column]!, right: xs[column + 1]! },
      pieces: cell.pieces.filter((piece) => indexAt(xs, (piece.left + piece.right) / 2) === column),
    }));
    const isApart = parts.filter(({ pieces }) => pieces.length > 0).length > 1;
    const isWithin = parts.every(({ box, pieces }) => pieces.every((piece) => crosses(piece, box) === 0));
    return isApart && isWithin ? parts : [cell];
  });
}

/** Overhang of a piece outside a box, ignoring small amounts. */
function crosses({ left, right }: TextPiece, box: Box): number {
  const outside = right - left - overlap(left, right, box.left, box.right);
  return outside > 2 ? outside : 0;
}
