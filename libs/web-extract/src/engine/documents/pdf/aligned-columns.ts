import { median, type Box } from './geometry.js';
import type { TextLine, Word } from './text-line.js';

/** A gap between words this wide, in sizes, may stand between two cells. Justified lines reach 0.8. */
export const CELL_GAP = 0.9;
/** Columns stand at least so far apart, in sizes: the longest cells nearly touch. */
const MIN_COLUMN_GAP = 0.35;
/** This share of the rows may reach over the gap between two columns: headings over several columns. */
const MAX_SPANNING = 0.15;
/** So much of the cells of a column share an edge or their middle. */
const MIN_ALIGNED = 0.6;
/** Edges count as equal when they differ by no more, in points. */
export const SAME_EDGE = 3;
/** Words without a wide gap between them. */
export interface Segment extends Box {
  readonly words: readonly Word[];
}

/** The words of a line in groups, between which gaps are wider than `gap` sizes. */
export function segmentsOf(line: TextLine, gap: number): Segment[] {
  const words = [...line.words].sort((a, b) => a.left - b.left);
  const groups: Word[][] = [];
  let right = -Infinity;
  for (const word of words) {
    if (word.left - right > gap * line.size) groups.push([]);
    groups.at(-1)!.push(word);
    right = Math.max(right, word.right);
  }
  return groups.map((group) => ({
    words: group,
    left: group[0]!.left,
    right: Math.max(...group.map((word) => word.right)),
    top: line.top,
    bottom: line.bottom,
  }));
}

/** An extent of the page that holds one column. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Extents with text, between which (nearly) no row has any. */
export function columnsOf(band: readonly TextLine[]): Column[] {
  const size = median(band.map((line) => line.size));
  const rows = band.filter((line) => segmentsOf(line, CELL_GAP).length > 1);
  const counted = rows.length > 0 ? rows : band;
  const left = Math.floor(Math.min(...band.map((line) => line.left)));
  const right = Math.ceil(Math.max(...band.map((line) => line.right)));
  const taken = new Uint16Array(right - left + 2);
  for (const line of counted) {
    for (const segment of segmentsOf(line, MIN_COLUMN_GAP)) {
      for (let x = Math.floor(segment.left) - left; x < Math.ceil(segment.right) - left; x++) taken[x]!++;
    }
  }
  const tolerated = Math.floor(counted.length * MAX_SPANNING);
  const columns: { left: number; right: number }[] = [];
  for (let x = 0; x < taken.length; x++) {
    if (taken[x]! <= tolerated) continue;
    const last = columns.at(-1);
    if (last && x + left - last.right < MIN_COLUMN_GAP * size) last.right = x + left + 1;
    else columns.push({ left: x + left, right: x + left + 1 });
  }
  return columns;
}

/** The words of a line by the column they begin in. */
export function cellsOf(line: TextLine, columns: readonly Column[]): Word[][] {
  const cells: Word[][] = columns.map(() => []);
  for (const word of line.words) {
    const middle = (word.left + word.right) / 2;
    cells[indexOfColumn(columns, middle)]!.push(word);
  }
  return cells;
}

/** The column that holds a place, or is nearest to it. */
export function indexOfColumn(columns: readonly Column[], x: number): number {
  let best = 0;
  for (let i = 0; i < columns.length; i++) {
    if (distance(columns[i]!, x) < distance(columns[best]!, x)) best = i;
  }
  return best;
}

function distance({ left, right }: Column, x: number): number {
  return x < left ? left - x : x > right ? x - right : 0;
}

/** Most cells of the column share an edge, or their middle. */
export function isAligned(band: readonly TextLine[], columns: readonly Column[], column: Column): boolean {
  const index = columns.indexOf(column);
  const cells = band.flatMap((line) => {
    const words = cellsOf(line, columns)[index]!;
    return words.length === 0 ? [] : [boxOfWords(words)];
  });
  if (cells.length < 2) return cells.length > 0;
  const edges = [
    cells.map((cell) => cell.left),
    cells.map((cell) => cell.right),
    cells.map((cell) => (cell.left + cell.right) / 2),
  ];
  return edges.some((values) => {
    const middle = median(values);
    return (
      values.filter((value) => Math.abs(value - middle) <= SAME_EDGE).length >= MIN_ALIGNED * values.length
    );
  });
}

function boxOfWords(words: readonly Word[]): { readonly left: number; readonly right: number } {
  return {
    left: Math.min(...words.map((word) => word.left)),
    right: Math.max(...words.map((word) => word.right)),
  };
}
