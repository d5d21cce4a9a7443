import { overlap, type Box } from './geometry.js';
import type { TextLine } from './text-line.js';

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
  if (inner.length >= ENOUGH_RULES && partRows(drafts, inner)) {
    drafts = joinWhile(drafts, (above, below) => !isParted(above, below, inner));
  } else {
    const limit = lineGapOf(drafts);
    drafts = joinWhile(drafts, (above, below) => {
      const isClose = below.top - above.bottom < limit || isIndentedBelow(above, below);
      return isClose && !isParted(above, below, inner) && goesOn(above, below);
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

/** The rules stand between rows, not between groups of them: few lines between two rules have text in most columns. */
function partRows(drafts: readonly RowDraft[], rules: readonly Box[]): boolean {
  const columns = new Set(drafts.flatMap((draft) => draft.cells.map(({ column }) => column))).size;
  const full = drafts.filter(
    (draft) => new Set(draft.cells.map(({ column }) => column)).size > MOST_COLUMNS * columns,
  );
  return full.length <= MAX_FULL_LINES * (rules.length + 1);
}

/** Gaps smaller than the result are between lines of one cell; 0 where all are alike. */
function lineGapOf(drafts: readonly RowDraft[]): number {
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
  return limit;
}

/** Nothing stands in the first column: the line goes on with cells of the row above, even if rows stand as close. */
function isIndentedBelow(above: RowDraft, below: RowDraft): boolean {
  const isClose = below.top - above.bottom < 0.5 * below.size;
  return isClose && !below.cells.some(({ column }) => column === 0);
}

/** The line below has text only where the row above has some, and not everywhere. */
function goesOn(above: RowDraft, below: RowDraft): boolean {
  const columnsAbove = new Set(above.cells.map(({ column }) => column));
  const columnsBelow = new Set(below.cells.map(({ column }) => column));
  const isWithin = [...columnsBelow].every((column) => columnsAbove.has(column));
  const isMiddle = [...columnsAbove].every((column) => columnsBelow.has(column));
  return (
    (isWithin && columnsBelow.size < columnsAbove.size) || (isMiddle && columnsAbove.size < columnsBelow.size)
  );
}
