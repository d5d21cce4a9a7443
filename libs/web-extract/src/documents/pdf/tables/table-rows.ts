import { overlap, type Box } from '../lines/geometry.js';
import { type TextLine } from '../lines/text-line.js';

/** What one line holds of one cell. */
export interface LineCell {
  readonly column: number;
  /** Columns that it reaches over. */
  readonly columns: number;
  readonly line: TextLine;
}

/** Lines that share more than this part of their height stand in one row: cells beside them have more lines. */
const SAME_ROW = 0.25;
/** So many lines inside of a table are lines between its rows; fewer part head and body. */
const ENOUGH_RULES = 3;
/** A line with text in more than this share of the columns begins a row, as a rule. */
const MOST_COLUMNS = 0.6;
/** So many of them stand between two rules on average, where rules part rows: some rows are wrapped all over. */
const MAX_FULL_LINES = 1.5;
/** Lines of one cell stand at least this much closer than rows do, in sizes, ... */
const CLOSER = 0.2;
/** ... and no further apart than this, from letters to letters. */
const MAX_LINE_GAP = 0.75;

/** So many rows that stand as close as lines of one cell show that rows stand so close here. */
const ENOUGH_ROWS = 2;
/** A blank between words, in sizes. */
const BLANK = 0.2;
/** A number, an amount or a mark in their place. */
const NUMBER = /^[\p{P}\p{S}\d\s]+$/u;

/** Lines that make one row. */
interface RowDraft {
  top: number;
  bottom: number;
  readonly size: number;
  readonly cells: LineCell[];
}

/**
 * Puts the lines of a table together to rows.
 *
 * @param cells of each line
 * @param rules lines that reach over the table
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
      const isHead = above.top === lines[0]!.top; // heads are wrapped earlier than they would have to
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
 * The rules stand between rows, not between groups of them: few lines between two rules have text in most columns, or are
 * rows for other reasons.
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

/** Gaps smaller than the result are between lines of one cell; 0 where all are alike. */
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

/** Side by side they begin something new that would have had room in the line above. */
function areRows(above: RowDraft, below: RowDraft, widths: ReadonlyMap<number, number>): boolean {
  const shared = sharedCells(above, below);
  return shared.length > 1 && !shared.every((cells) => isWrapped(cells, widths));
}

/** Nothing stands in the first column: the line goes on with cells of the row above, even if rows stand as close. */
function isIndentedBelow(above: RowDraft, below: RowDraft): boolean {
  const isClose = below.top - above.bottom < 0.5 * below.size;
  return isClose && !below.cells.some(({ column }) => column === 0);
}

/** The line below has text only where the row above has some, and not everywhere. */
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

/** Cells that stand in one column reach over as many. */
function areAlike(above: RowDraft, below: RowDraft): boolean {
  return sharedCells(above, below).every(([upper, lower]) => upper.columns === lower.columns);
}

/** The cell reaches over columns that are filled apart in the row above. */
function spansCells({ column, columns }: LineCell, above: RowDraft): boolean {
  return [...columnsOf(above)].filter((own) => own >= column && own < column + columns).length > 1;
}

/** All cells of the line below are the rest of a sentence or a word above. */
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

/** Cells of two lines that stand in one column. */
type CellPair = readonly [LineCell, LineCell];

function sharedCells(above: RowDraft, below: RowDraft): CellPair[] {
  return below.cells.flatMap((lower) => {
    const upper = above.cells.findLast(({ column }) => column === lower.column);
    return upper ? [[upper, lower] as const] : [];
  });
}

/** The first word of the lower cell had no room beside the upper one. Numbers are not wrapped. */
function isWrapped([upper, lower]: CellPair, widths: ReadonlyMap<number, number>): boolean {
  const [first] = lower.line.words;
  const width = widths.get(upper.column);
  if (!first || upper.columns !== lower.columns || NUMBER.test(lower.line.text)) return false;
  if (width === undefined) return true;
  const { left, right, size } = upper.line;
  if (/^\p{Ll}/u.test(first.text)) return true;
  return right - left + first.right - first.left + BLANK * size > width;
}

/** The widest cell of each column. */
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
