import { median, type Box } from '../lines/geometry.js';
import type { TextLine, Word } from '../lines/text-line.js';

/** Minimum gap between two cells in font sizes. Justified lines reach 0.8. */
export const CELL_GAP = 0.9;
/** Minimum gap between columns in font sizes: the longest cells nearly touch. */
const MIN_COLUMN_GAP = 0.35;
/** Maximum share of rows that cross the gap between two columns: headings over several columns. */
const MAX_SPANNING = 0.15;
/** Minimum share of a column's cells with a common edge or centre. */
const MIN_ALIGNED = 0.6;
/** Maximum difference of aligned edges in points. */
export const SAME_EDGE = 3;
/** The same for right-aligned numbers directly before those of the next column, and their minimum count. */
const SAME_END = 0.6;
const MIN_NUMBERS = 4;
export const NUMBER = /^[\p{Sc}(+\-\u2212]*\d[\d.,'\u2019%:/)-]*\p{Sc}?$/u;
/** Words without a wide gap between them. */
interface Segment extends Box {
  readonly words: readonly Word[];
}

/** Segments by line and gap: the search for a table groups the same words again with each line that it leaves out. */
const knownSegments = new WeakMap<TextLine, Map<number, readonly Segment[]>>();

/** Groups the words of a line. Groups are separated by gaps wider than `gap` font sizes or by one of the `edges`. */
export function segmentsOf(line: TextLine, gap: number, edges: readonly number[] = []): readonly Segment[] {
  if (edges.length > 0) return groupWords(line, gap, edges);
  let known = knownSegments.get(line);
  if (!known) knownSegments.set(line, (known = new Map()));
  let segments = known.get(gap);
  if (!segments) known.set(gap, (segments = groupWords(line, gap, edges)));
  return segments;
}

function groupWords(line: TextLine, gap: number, edges: readonly number[]): Segment[] {
  const words = [...line.words].sort((a, b) => a.left - b.left);
  const groups: Word[][] = [];
  let right = -Infinity;
  for (const word of words) {
    const isBehindEdge = edges.some((edge) => right <= edge && word.left >= edge - SAME_END);
    if (word.isBehindBorder || isBehindEdge || word.left - right > gap * line.size) groups.push([]);
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

/** Horizontal extent of a column. */
export interface Column {
  readonly left: number;
  readonly right: number;
  /** True if its numbers end so close to the next column that only their common edge separates the two. */
  readonly isTight?: boolean;
}

/** Extents with text, separated by gaps that (nearly) no row crosses. */
export function columnsOf(band: readonly TextLine[]): Column[] {
  const size = median(band.map((line) => line.size));
  const rows = band.filter((line) => segmentsOf(line, CELL_GAP).length > 1);
  const counted = rows.length > 0 ? rows : band;
  const left = Math.floor(Math.min(...band.map((line) => line.left)));
  const right = Math.ceil(Math.max(...band.map((line) => line.right)));
  const taken = new Uint16Array(right - left + 2);
  for (const line of counted) {
    const segments = segmentsOf(line, MIN_COLUMN_GAP);
    segments.forEach((segment, i) => {
      const next = segments[i + 1];
      // text that touches or overlaps a cell border leaves the gap at the border free
      const limit = next?.words[0]!.isBehindBorder ? next.left - MIN_COLUMN_GAP * size - 2 : Infinity;
      const end = Math.ceil(Math.min(segment.right, limit)) - left;
      for (let x = Math.floor(segment.left) - left; x < end; x++) taken[x]!++;
    });
  }
  const tolerated = Math.floor(counted.length * MAX_SPANNING);
  const columns: { left: number; right: number }[] = [];
  for (let x = 0; x < taken.length; x++) {
    if (taken[x]! <= tolerated) continue;
    const last = columns.at(-1);
    if (last && x + left - last.right < MIN_COLUMN_GAP * size) last.right = x + left + 1;
    else columns.push({ left: x + left, right: x + left + 1 });
  }
  return columns.flatMap((column) => partNumbers(column, counted));
}

/** Splits a column if numbers in most of its rows end at a common edge and further numbers follow. */
function partNumbers(column: Column, rows: readonly TextLine[]): Column[] {
  const own = rows.map(({ words }) =>
    words.filter(({ left, right }) => right > column.left && left < column.right),
  );
  const ends = own.map((words) =>
    words.flatMap(({ text, right }, i) => {
      const next = words[i + 1];
      return next && !next.isGlued && NUMBER.test(text) && NUMBER.test(next.text) ? [right] : [];
    }),
  );
  if (ends.filter((own) => own.length > 0).length < MIN_NUMBERS) return [column];
  const isNear = (edge: number) => (end: number) => Math.abs(end - edge) <= SAME_END;
  const counts = ends.flat().map((edge) => ends.filter((own) => own.some(isNear(edge))).length);
  const most = Math.max(0, ...counts);
  if (most < MIN_NUMBERS || most < MIN_ALIGNED * own.filter((words) => words.length > 1).length)
    return [column];
  const edge = ends.flat()[counts.indexOf(most)]!;
  const crossing = own.filter((words) =>
    words.some(({ left, right }) => left < edge - SAME_END && right > edge + SAME_END),
  );
  if (crossing.length > MAX_SPANNING * rows.length) return [column];
  const right = { ...column, left: edge + SAME_END };
  return [{ left: column.left, right: edge + SAME_END, isTight: true }, ...partNumbers(right, rows)];
}

/** Words of a line by column; the centre of a word decides. */
export function cellsOf(line: TextLine, columns: readonly Column[]): Word[][] {
  const cells: Word[][] = columns.map(() => []);
  for (const word of line.words) {
    const middle = (word.left + word.right) / 2;
    cells[indexOfColumn(columns, middle)]!.push(word);
  }
  return cells;
}

/** Index of the column that contains a position or is nearest to it. */
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

/**
 * True if most cells of a column share an edge or their centre.
 *
 * @param lines words of each line by column
 */
export function isAligned(lines: readonly (readonly (readonly Word[])[])[], column: number): boolean {
  const cells = lines.flatMap((line) => {
    const words = line[column]!;
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
