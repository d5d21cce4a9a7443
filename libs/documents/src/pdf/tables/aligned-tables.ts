import {
  CELL_GAP,
  SAME_EDGE,
  cellsOf,
  columnsOf,
  indexOfColumn,
  isAligned,
  NUMBER,
  segmentsOf,
  type Column,
} from './aligned-columns.js';
import { runsRightToLeft, toReadingOrder } from '../lines/bidi.js';
import { boxAround, overlap, type Box } from '../lines/geometry.js';
import { joinSections } from '../blocks/join-sections.js';
import { endsWithLeader } from '../lines/leaders.js';
import { markerOf } from '../blocks/list-marker.js';
import { groupRows, type LineCell } from './table-rows.js';
import type { RegionItem } from './region-item.js';
import type { Table, TableCell } from './table.js';
import { lineOfWords, shareOf, textOfWords, type TextLine, type Word } from '../lines/text-line.js';

/** Maximum row distance within a table, in line heights. */
const MAX_ROW_GAP = 2.6;
/** A single line in a larger font is the heading of the text below. */
const LARGER = 1.08;
/** Maximum distance, in font sizes, of a line that continues the cells above. */
const TIGHT = 1.45;
/** Words closer than this, in font sizes, belong to one cell even across a column border. */
const MIN_SPAN_GAP = 0.45;
/** Maximum ratio of the blanks in a justified line, and their maximum width in font sizes. */
const UNIFORM_BLANKS = 1.7;
const MAX_STRETCHED = 2.2;
/** Maximum average number of characters per cell; more is prose in columns. */
const MAX_CELL_LETTERS = 60;
/** Maximum number of rows of a table on one page; the smallest print has 120 lines. */
const MAX_ROWS = 200;
/** Number of rows above a line that are searched for the cell it continues. */
const ROWS_ABOVE = 12;
/** Maximum number of attempts to find tables in a part of a page. Pages full of tables need a few hundred. */
const MAX_TRIES = 2_000;

/** The box before an option in a form. */
const CHOICE = /^[☐☑☒✔✘]$/u;
/** Maximum distance, in font sizes, of a number to the numbers above it. */
const SAME_COLUMN = 2;

/** Finds tables formed by aligned text, without rules or with rules between some of the rows. */
export function withAlignedTables(lines: readonly TextLine[], rules: readonly Box[]): RegionItem[] {
  const rowLike = lines.map((line) => isRowLike(line) && !isJustified(line, lines));
  const items: RegionItem[] = [];
  const tries = { left: MAX_TRIES };
  for (let i = 0; i < lines.length;) {
    const table = rowLike[i] ? tableAt(lines, rowLike, i, rules, tries) : null;
    if (table) {
      const { table: whole, count } = withNumbers(table.table, lines.slice(table.end));
      items.push({ table: whole });
      i = table.end + count;
    } else {
      items.push({ line: lines[i]! });
      i++;
    }
  }
  return joinSections(items);
}

/**
 * Appends the rows of numbers that continue a table. Numbers with more digits than those above are closer to each other
 * than columns usually are.
 *
 * @param isNextColumn true if the rows may continue in the next column of the page
 * @returns the table and the number of lines it took
 */
export function withNumbers(
  table: Table,
  below: readonly TextLine[],
  isNextColumn = false,
): { table: Table; count: number } {
  const rows: TableCell[][] = [];
  let above = numbersIn(table.rows.at(-1) ?? []);
  for (const line of below) {
    const own = line.words.every(({ text }) => NUMBER.test(text)) ? inOrder(line.words) : [];
    if (!above || own.length !== table.edges.length) break;
    const isFirst = rows.length === 0;
    if (!(areBelow(above, own, line) || (isFirst && isNextColumn && areAlike(above, own, line)))) break;
    rows.push(own.map((word) => ({ lines: [lineOfWords([word], line)], columns: 1, rows: 1 })));
    above = { line, words: own };
  }
  if (rows.length === 0) return { table, count: 0 };
  const lines = below.slice(0, rows.length);
  return {
    table: { ...table, ...boxAround([table, ...lines]), rows: [...table.rows, ...rows] },
    count: rows.length,
  };
}

interface NumberRow {
  readonly line: TextLine;
  readonly words: readonly Word[];
}

/** The last row of a table, if each of its cells is one number. */
function numbersIn(cells: readonly TableCell[]): NumberRow | null {
  const words = cells.flatMap(({ lines }) => (lines.length === 1 ? lines[0]!.words : []));
  const line = cells[0]?.lines[0];
  const areNumbers = words.length === cells.length && words.every(({ text }) => NUMBER.test(text));
  return line && areNumbers ? { line, words } : null;
}

/** True for numbers at the same distances from each other, elsewhere on the page. */
function areAlike(above: NumberRow, words: readonly Word[], line: TextLine): boolean {
  const shift = words[0]!.left - above.words[0]!.left;
  return (
    words.length > 1 &&
    isSimilar(above.line, line) &&
    words.every((word, at) => Math.abs(word.left - above.words[at]!.left - shift) < line.size)
  );
}

function areBelow(above: NumberRow, words: readonly Word[], line: TextLine): boolean {
  const reach = SAME_COLUMN * line.size;
  return (
    line.baseline > above.line.baseline &&
    isNear(above.line, line) &&
    isSimilar(above.line, line) &&
    words.every((word, at) => {
      const upper = above.words[at]!;
      return Math.abs(word.left - upper.left) < reach && Math.abs(word.right - upper.right) < reach;
    })
  );
}

function inOrder(words: readonly Word[]): Word[] {
  return [...words].sort((one, other) => one.left - other.left);
}

function tableAt(
  lines: readonly TextLine[],
  rowLike: readonly boolean[],
  start: number,
  rules: readonly Box[],
  tries: { left: number },
): { readonly table: Table; readonly end: number } | null {
  let end = start + 1;
  let lastRow = start;
  while (
    end < Math.min(lines.length, start + MAX_ROWS) &&
    isNear(lines[end - 1]!, lines[end]!) &&
    isSimilar(lines[start]!, lines[end]!)
  ) {
    if (rowLike[end]) lastRow = end;
    else if (!couldContinue(lines.slice(Math.max(start, lastRow + 1 - ROWS_ABOVE), lastRow + 1), lines[end]!))
      break;
    end++;
  }
  for (; end > start + 1 && tries.left-- > 0; end--) {
    const band = lines.slice(start, end);
    const columns = columnsOf(band);
    if (columns.length >= 2 && isTable(band, columns, rules))
      return { table: toTable(band, columns, rules), end };
    if (end - start > 40) end -= 8; // speeds up shrinking of long bands
  }
  return null;
}

/** Reads lines known to be a table; null if their text forms no columns. */
export function readAligned(lines: readonly TextLine[], rules: readonly Box[]): Table | null {
  const columns = columnsOf(lines);
  return columns.length >= 2 && isTable(lines, columns, rules) ? toTable(lines, columns, rules) : null;
}

function isNear(a: TextLine, b: TextLine): boolean {
  return b.baseline - a.baseline < MAX_ROW_GAP * Math.max(a.size, b.size) * 1.2;
}

function isSimilar(a: TextLine, b: TextLine): boolean {
  return Math.abs(a.size - b.size) < 0.35 * a.size;
}

/** True for word groups with wide gaps between them, unless a group is only a list marker. */
function isRowLike(line: TextLine): boolean {
  if (endsWithLeader(line.text) || shareOf(line.words, ({ style }) => style.isMonospaced) > 0.9) return false;
  const segments = segmentsOf(line, CELL_GAP);
  if (segments.length < 2) return false;
  if (segments.length === 2 && CHOICE.test(textOfWords(segments[0]!.words))) return false;
  return segments.length > 2 || markerOf(textOfWords(segments[0]!.words) + ' x') === null;
}

/** True if all blanks of the line are stretched evenly, so that it fills the width. */
function isJustified(line: TextLine, lines: readonly TextLine[]): boolean {
  const blanks = line.words.slice(1).map((word, i) => word.left - line.words[i]!.right);
  const wide = blanks.filter((blank) => blank > 0.1 * line.size);
  if (wide.length === 0) return false;
  const [least, most] = [Math.min(...wide), Math.max(...wide)];
  if (most > UNIFORM_BLANKS * least || most > MAX_STRETCHED * line.size) return false;
  const size = line.size;
  return lines.some(
    (other) =>
      other !== line &&
      Math.abs(other.right - line.right) < 0.25 * size &&
      Math.abs(other.left - line.left) < 4 * size,
  );
}

/** True for a single line below one cell, or a title over several cells. */
function couldContinue(rows: readonly TextLine[], line: TextLine): boolean {
  const cells = rows.flatMap((row) => segmentsOf(row, CELL_GAP));
  const under = cells.filter((cell) => overlap(cell.left, cell.right, line.left, line.right) > 0);
  const isAligned = cells.some((cell) => Math.abs(cell.left - line.left) < SAME_EDGE);
  const above = rows.at(-1)!;
  if (line.size > LARGER * above.size) return false;
  const reach = boxAround(cells);
  const isNarrow = line.right - line.left < 0.6 * (reach.right - reach.left);
  return under.length > 0 && isAligned && isNarrow && line.baseline - above.baseline < 4 * TIGHT * line.size;
}

function isTable(band: readonly TextLine[], columns: readonly Column[], rules: readonly Box[]): boolean {
  const lines = band.map((line) => cellsOf(line, columns));
  const rows = lines.filter((words) => words.filter(isFull).length > 1);
  const isRuled = rulesAround(band, rules).length >= 2;
  const enough = isRuled || columns.length > 2 ? 2 : 3;
  if (rows.length < enough || rows.length < 0.4 * band.length) return false;
  if (!columns.every((_, column) => isAligned(lines, column))) return false;
  const cells = rows.flatMap((words) => words.filter(isFull));
  const letters = cells.reduce((sum, words) => sum + textOfWords(words).length, 0) / cells.length;
  const isFilled = cells.length >= 0.5 * rows.length * columns.length;
  return isFilled && letters < (isRuled ? 2 : 1) * MAX_CELL_LETTERS;
}

const isFull = (words: readonly Word[]): boolean => words.length > 0;

/** Horizontal rules above, between and below the lines of text. */
function rulesAround(band: readonly TextLine[], rules: readonly Box[]): Box[] {
  const box = boxAround(band);
  const height = band[0]!.size;
  return rules.filter(
    (rule) =>
      rule.bottom > box.top - 1.5 * height &&
      rule.top < box.bottom + 1.5 * height &&
      overlap(rule.left, rule.right, box.left, box.right) > 0.5 * (box.right - box.left),
  );
}

function toTable(band: readonly TextLine[], columns: readonly Column[], rules: readonly Box[]): Table {
  const cells = band.map((line) => spanningCells(line, columns));
  const rows = groupRows(band, cells, rulesAround(band, rules)).map((row) => rowCells(row, columns.length));
  return {
    ...boxAround(band),
    rows,
    order: Math.min(...band.map(({ order }) => order)),
    edges: columns.map(({ right }) => right),
  };
}

/** Segments of a line by column; a segment across several columns without a gap is a spanning cell. */
function spanningCells(line: TextLine, columns: readonly Column[]): LineCell[] {
  const cells: LineCell[] = [];
  const edges = columns.flatMap((column) => (column.isTight ? [column.right] : []));
  for (const { left, right, words: seen } of segmentsOf(line, MIN_SPAN_GAP, edges)) {
    const words = asRead(seen);
    const reached = columns.flatMap((column, i) =>
      overlap(column.left, column.right, left, right) > Math.min(SAME_EDGE, 0.5 * (right - left)) ? [i] : [],
    );
    if (reached.length > 1) {
      const own = lineOfWords([...words], line);
      cells.push({ column: reached[0]!, columns: reached.length, line: own });
      continue;
    }
    const column = indexOfColumn(columns, (left + right) / 2);
    const known = cells.findIndex((cell) => cell.column === column);
    if (known < 0) cells.push({ column, columns: 1, line: lineOfWords([...words], line) });
    else
      cells[known] = {
        ...cells[known]!,
        line: lineOfWords(asRead([...cells[known]!.line.words, ...words]), line),
      };
  }
  return cells;
}

/** Words of a right-to-left cell in reading order; those of other cells as they are. */
function asRead(words: readonly Word[]): readonly Word[] {
  if (words.length < 2 || !runsRightToLeft(textOfWords(words))) return words;
  const read = toReadingOrder(inOrder(words));
  return read.map((word, at) => {
    const last = read[at - 1];
    const gap = last ? Math.max(word.left - last.right, last.left - word.right) : Infinity;
    return { ...word, isGlued: gap < GLUED_GAP * word.size };
  });
}

/** Maximum gap between parts of one word in font sizes. */
const GLUED_GAP = 0.12;

/** Cells of a table row: the segments of its lines, and empty cells between them. */
function rowCells(parts: readonly LineCell[], columns: number): TableCell[] {
  const cells: TableCell[] = [];
  for (let column = 0; column < columns;) {
    const own = parts.filter((part) => part.column === column);
    const wide = Math.min(columns - column, Math.max(1, ...own.map((part) => part.columns)));
    const within = parts.filter((part) => part.column >= column && part.column < column + wide);
    cells.push({ lines: within.map(({ line }) => line), columns: wide, rows: 1 });
    column += wide;
  }
  return cells;
}
