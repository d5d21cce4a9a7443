import { boxAround, median, overlap, type Box } from './geometry.js';
import { endsWithLeader } from './leaders.js';
import { markerOf } from './list-marker.js';
import { groupRows, type LineCell } from './table-rows.js';
import type { Table, TableCell } from './table.js';
import { lineOfWords, shareOf, textOfLine, textOfWords, type TextLine, type Word } from './text-line.js';

/** A gap between words this wide, in sizes, may stand between two cells. Justified lines reach 0.8. */
const CELL_GAP = 0.9;
/** Columns stand at least so far apart, in sizes: the longest cells nearly touch. */
const MIN_COLUMN_GAP = 0.35;
/** This share of the rows may reach over the gap between two columns: headings over several columns. */
const MAX_SPANNING = 0.15;
/** Lines further apart than this, in heights of a line, belong to different tables. */
const MAX_ROW_GAP = 2.6;
/** A line no further below than this, in sizes, may continue the cells above. */
const TIGHT = 1.45;
/** Words closer than this, in sizes, belong to one cell although it reaches over a column's border. */
const MIN_SPAN_GAP = 0.45;
/** Blanks of one justified line differ by no more than this factor; they are at most so wide, in sizes. */
const UNIFORM_BLANKS = 1.7;
const MAX_STRETCHED = 2.2;
/** So much of the cells of a column share an edge or their middle. */
const MIN_ALIGNED = 0.6;
/** Edges count as equal when they differ by no more, in points. */
const SAME_EDGE = 3;
/** Longer cells on average, in letters: prose in columns. */
const MAX_CELL_LETTERS = 60;
/** Longer tables on one page are cut; the smallest print has 120 lines. */
const MAX_ROWS = 200;
/** So many rows above a line are looked at for the cell that it continues. */
const ROWS_ABOVE = 12;
/** A part of a page is searched for tables so many times. Pages of tables need some hundred. */
const MAX_TRIES = 2_000;

/** What a part of the page consists of, from top to bottom. */
export type RegionItem = { readonly line: TextLine } | { readonly table: Table };

interface Segment extends Box {
  readonly words: readonly Word[];
}

/** Finds tables that are made of aligned text only, or with lines between some of the rows. */
export function withAlignedTables(lines: readonly TextLine[], rules: readonly Box[]): RegionItem[] {
  const rowLike = lines.map((line) => isRowLike(line) && !isJustified(line, lines));
  const items: RegionItem[] = [];
  const tries = { left: MAX_TRIES };
  for (let i = 0; i < lines.length;) {
    const table = rowLike[i] ? tableAt(lines, rowLike, i, rules, tries) : null;
    if (table) {
      items.push({ table: table.table });
      i = table.end;
    } else {
      items.push({ line: lines[i]! });
      i++;
    }
  }
  return items;
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
    if (end - start > 40) end -= 8; // long bands shrink faster
  }
  return null;
}

/** Reads lines that are known to be a table; null where their text stands in no columns. */
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

/** Words in groups with wide gaps between, none of which is only the mark of a list. */
function isRowLike(line: TextLine): boolean {
  if (endsWithLeader(textOfLine(line)) || shareOf(line.words, ({ style }) => style.isMonospaced) > 0.9)
    return false;
  const segments = segmentsOf(line, CELL_GAP);
  if (segments.length < 2) return false;
  return segments.length > 2 || markerOf(textOfWords(segments[0]!.words) + ' x') === null;
}

/** All blanks of the line were stretched alike, so that it reaches from border to border. */
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

/** A single line that stands below one cell, or a title over several. */
function couldContinue(rows: readonly TextLine[], line: TextLine): boolean {
  const cells = rows.flatMap((row) => segmentsOf(row, CELL_GAP));
  const under = cells.filter((cell) => overlap(cell.left, cell.right, line.left, line.right) > 0);
  const isAligned = cells.some((cell) => Math.abs(cell.left - line.left) < SAME_EDGE);
  const above = rows.at(-1)!;
  const reach = boxAround(cells);
  const isNarrow = line.right - line.left < 0.6 * (reach.right - reach.left);
  return under.length > 0 && isAligned && isNarrow && line.baseline - above.baseline < 4 * TIGHT * line.size;
}

function segmentsOf(line: TextLine, gap: number): Segment[] {
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
interface Column {
  readonly left: number;
  readonly right: number;
}

/** Extents with text, between which (nearly) no row has any. */
function columnsOf(band: readonly TextLine[]): Column[] {
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

function isTable(band: readonly TextLine[], columns: readonly Column[], rules: readonly Box[]): boolean {
  const rows = band.filter((line) => cellsOf(line, columns).filter((words) => words.length > 0).length > 1);
  const isRuled = rulesAround(band, rules).length >= 2;
  const enough = isRuled || columns.length > 2 ? 2 : 3;
  if (rows.length < enough || rows.length < 0.4 * band.length) return false;
  if (!columns.every((column) => isAligned(band, columns, column))) return false;
  const cells = rows.flatMap((line) => cellsOf(line, columns).filter((words) => words.length > 0));
  const letters = cells.reduce((sum, words) => sum + textOfWords(words).length, 0) / cells.length;
  const isFilled = cells.length >= 0.5 * rows.length * columns.length;
  return isFilled && letters < (isRuled ? 2 : 1) * MAX_CELL_LETTERS;
}

function isAligned(band: readonly TextLine[], columns: readonly Column[], column: Column): boolean {
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

/** The words of a line by the column they begin in. */
function cellsOf(line: TextLine, columns: readonly Column[]): Word[][] {
  const cells: Word[][] = columns.map(() => []);
  for (const word of line.words) {
    const middle = (word.left + word.right) / 2;
    cells[indexOfColumn(columns, middle)]!.push(word);
  }
  return cells;
}

function indexOfColumn(columns: readonly Column[], x: number): number {
  let best = 0;
  for (let i = 0; i < columns.length; i++) {
    if (distance(columns[i]!, x) < distance(columns[best]!, x)) best = i;
  }
  return best;
}

function distance({ left, right }: Column, x: number): number {
  return x < left ? left - x : x > right ? x - right : 0;
}

/** Horizontal lines above, between and below the lines of text. */
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

/** The parts of a line by the columns they stand in; one that reaches over several without a gap is a cell of them all. */
function spanningCells(line: TextLine, columns: readonly Column[]): LineCell[] {
  const cells: LineCell[] = [];
  for (const { left, right, words } of segmentsOf(line, MIN_SPAN_GAP)) {
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
      cells[known] = { ...cells[known]!, line: lineOfWords([...cells[known]!.line.words, ...words], line) };
  }
  return cells;
}

/** A row of the table: what its lines hold, and empty cells between. */
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
