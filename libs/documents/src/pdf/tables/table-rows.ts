import { overlap, type Box } from '../lines/geometry.js';
import { type TextLine } from '../lines/text-line.js';

/** The part of a cell in one line. */
export interface LineCell {
  readonly column: number;
  /** Number of columns it spans. */
  readonly columns: number;
  readonly line: TextLine;
}

/** Lines that overlap vertically by more than this share are in one row: the adjacent cells have more lines. */
const SAME_ROW = 0.25;
/** Minimum number of rules inside a table that separate rows; fewer separate header and body. */
const ENOUGH_RULES = 3;
/** Share of columns with text above which a line usually begins a row. */
const MOST_COLUMNS = 0.6;
/** Maximum average number of such lines between two rules that separate rows: some rows wrap in all columns. */
const MAX_FULL_LINES = 1.5;
/** Minimum difference between the row gap and the line gap within cells, in font sizes, ... */
const CLOSER = 0.2;
/** ... and maximum line gap within cells, in font sizes. */
const MAX_LINE_GAP = 0.75;

/** Number of rows as close as lines of one cell that prove that the rows of this table are so close. */
const ENOUGH_ROWS = 2;
/** Width of a blank between words in font sizes. */
const BLANK = 0.2;
/** A number, an amount or a placeholder. */
const NUMBER = /^[\p{P}\p{S}\d\s]+$/u;

/** Lines of one row. */
interface RowDraft {
  top: number;
  bottom: number;
  readonly size: number;
  readonly cells: LineCell[];
}

/**
 * Groups the lines of a table into rows.
 *
 * @param cells cells of each line
 * @param rules horizontal rules across the table
 */
export function groupRows(
  lines: readonly TextLine[],
  cells: readonly (readonly LineCell[])[],
  rules: readonly Box[],
): LineCell[][] {
  let drafts = lines.map((line, i) => ({
    top: line.top,
    bottom: line.bottom,
    size: line.size,
    cells: [...cells[i]!],
  }));
  const inner = rules.filter(({ top }) => top > drafts[0]!.bottom && top < drafts.at(-1)!.top);
  drafts = joinWhile(drafts, (above, below) => {
    return (
      overlap(above.top, above.bottom, below.top, below.bottom) > SAME_ROW * Math.min(above.size, below.size)
    );
  });
  const widths = columnWidths(drafts);
  if (inner.length >= ENOUGH_RULES && partRows(drafts, inner, widths)) {
    drafts = joinWhile(drafts, (above, below) => !isParted(above, below, inner));
  } else {
    const limit = lineGapOf(drafts, widths);
    drafts = joinWhile(drafts, (above, below) => {
      const isClose = below.top - above.bottom < limit || isIndentedBelow(above, below);
      if (isParted(above, below, inner)) return false;
      if (!isClose) return isRestOfWords(above, below, widths);
      const isHead = above.top === lines[0]!.top; // headers wrap earlier than necessary
      return goesOn(above, below) && (isHead ? areAlike(above, below) : !areRows(above, below, widths));
    });
  }
  return drafts.map((draft) => draft.cells);
}

function joinWhile(
  drafts: readonly RowDraft[],
  belongs: (above: RowDraft, below: RowDraft) => boolean,
): RowDraft[] {
  const joined: RowDraft[] = [];
  for (const draft of drafts) {
    const above = joined.at(-1);
    if (!above || !belongs(above, draft)) {
      joined.push({ ...draft });
      continue;
    }
    above.bottom = Math.max(above.bottom, draft.bottom);
    above.cells.push(...draft.cells);
  }
  return joined;
}

function isParted(above: RowDraft, below: RowDraft, rules: readonly Box[]): boolean {
  const y = (row: RowDraft) => (row.top + row.bottom) / 2;
  return rules.some((rule) => rule.top > y(above) && rule.bottom < y(below));
}

/**
 * True if the rules separate rows instead of groups of rows: few lines between two rules have text in most columns or
 * are rows for other reasons.
 */
function partRows(
  drafts: readonly RowDraft[],
  rules: readonly Box[],
  widths: ReadonlyMap<number, number>,
): boolean {
  const columns = new Set(drafts.flatMap((draft) => draft.cells.map(({ column }) => column))).size;
  const full = drafts.filter((draft) => columnsOf(draft).size > MOST_COLUMNS * columns);
  const within = drafts
    .slice(1)
    .filter((below, i) => !isParted(drafts[i]!, below, rules) && areRows(drafts[i]!, below, widths));
  return full.length <= MAX_FULL_LINES * (rules.length + 1) && within.length < rules.length;
}

/** Smaller gaps separate lines of one cell; 0 if the gaps do not distinguish lines from rows. */
function lineGapOf(drafts: readonly RowDraft[], widths: ReadonlyMap<number, number>): number {
  const gaps = drafts.slice(1).map((draft, i) => draft.top - drafts[i]!.bottom);
  const sorted = [...gaps].sort((a, b) => a - b);
  const size = drafts[0]!.size;
  let limit = 0;
  let widest = CLOSER * size;
  for (let i = 1; i < sorted.length; i++) {
    const step = sorted[i]! - sorted[i - 1]!;
    if (step <= widest || sorted[i - 1]! > MAX_LINE_GAP * size) continue;
    widest = step;
    limit = (sorted[i]! + sorted[i - 1]!) / 2;
  }
  const rows = drafts.slice(1).filter((below, i) => gaps[i]! < limit && areRows(drafts[i]!, below, widths));
  return rows.length < ENOUGH_ROWS ? limit : 0;
}

/** True if adjacent cells begin new text that would have fit in the line above. */
function areRows(above: RowDraft, below: RowDraft, widths: ReadonlyMap<number, number>): boolean {
  const shared = sharedCells(above, below);
  return shared.length > 1 && !shared.every((cells) => isWrapped(cells, widths));
}

/** True if the first column is empty: the line continues cells of the row above, even if rows are equally close. */
function isIndentedBelow(above: RowDraft, below: RowDraft): boolean {
  const isClose = below.top - above.bottom < 0.5 * below.size;
  return isClose && !below.cells.some(({ column }) => column === 0);
}

/** True if the line below has text only in columns with text above, but not in all of them. */
function goesOn(above: RowDraft, below: RowDraft): boolean {
  const columnsAbove = columnsOf(above);
  const columnsBelow = columnsOf(below);
  const isWithin = [...columnsBelow].every((column) => columnsAbove.has(column));
  const isMiddle = [...columnsAbove].every((column) => columnsBelow.has(column));
  if (below.cells.some((cell) => spansCells(cell, above))) return false;
  return (
    (isWithin && columnsBelow.size < columnsAbove.size) || (isMiddle && columnsAbove.size < columnsBelow.size)
  );
}

/** True if cells in the same column span the same number of columns. */
function areAlike(above: RowDraft, below: RowDraft): boolean {
  return sharedCells(above, below).every(([upper, lower]) => upper.columns === lower.columns);
}

/** True if the cell spans columns that are filled separately in the row above. */
function spansCells({ column, columns }: LineCell, above: RowDraft): boolean {
  return [...columnsOf(above)].filter((own) => own >= column && own < column + columns).length > 1;
}

/** True if all cells of the line below continue a sentence or a word above. */
function isRestOfWords(above: RowDraft, below: RowDraft, widths: ReadonlyMap<number, number>): boolean {
  const shared = sharedCells(above, below);
  const isClose = below.top - above.bottom < 0.5 * below.size;
  return (
    isClose &&
    shared.length === below.cells.length &&
    columnsOf(below).size < columnsOf(above).size &&
    shared.every(([upper, lower]) => /^\p{Ll}/u.test(lower.line.text) && isWrapped([upper, lower], widths))
  );
}

/** Cells of two lines in the same column. */
type CellPair = readonly [LineCell, LineCell];

function sharedCells(above: RowDraft, below: RowDraft): CellPair[] {
  return below.cells.flatMap((lower) => {
    const upper = above.cells.findLast(({ column }) => column === lower.column);
    return upper ? [[upper, lower] as const] : [];
  });
}

/** True if the first word of the lower cell did not fit after the upper one. Numbers do not wrap. */
function isWrapped([upper, lower]: CellPair, widths: ReadonlyMap<number, number>): boolean {
  const [first] = lower.line.words;
  const width = widths.get(upper.column);
  if (!first || upper.columns !== lower.columns || NUMBER.test(lower.line.text)) return false;
  if (width === undefined) return true;
  const { left, right, size } = upper.line;
  if (/^\p{Ll}/u.test(first.text)) return true;
  return right - left + first.right - first.left + BLANK * size > width;
}

/** Width of the widest cell in each column. */
function columnWidths(drafts: readonly RowDraft[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const { cells } of drafts) {
    for (const { column, columns, line } of cells)
      if (columns === 1) widths.set(column, Math.max(widths.get(column) ?? 0, line.right - line.left));
  }
  return widths;
}

function columnsOf({ cells }: RowDraft): Set<number> {
  return new Set(cells.map(({ column }) => column));
}
