import type { DocumentBudget } from '../document-budget.js';

/** Cell position; rows and columns count from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Displayed content of a cell. */
export interface SheetCell {
  readonly text: string;
  href?: string | null;
}

/** Merged cells: position of the first cell, number of rows and columns. */
export interface MergedCells extends CellPlace {
  readonly rows: number;
  readonly columns: number;
}

/** Cell lookups per unit of work (about a microsecond). */
const LOOKS_A_UNIT = 16;

/** More columns than any format has. */
const COLUMNS = 65_536;

/** A number for each place. */
function placeNumber(row: number, column: number): number {
  return row * COLUMNS + column;
}

/** Sparse grid of the filled cells of a sheet; empty cells take no memory. */
export class SheetGrid {
  readonly rows = new Map<number, Map<number, SheetCell>>();
  private readonly hidden = { rows: new Set<number>(), columns: new Set<number>() };
  /** Hidden rows and columns with content. */
  readonly leftOut = { rows: new Set<number>(), columns: new Set<number>() };
  /** Cells of hidden rows until it is known what hides them. */
  private aside: { row: number; column: number; cell: SheetCell }[] = [];
  private readonly asideAt = new Map<number, SheetCell>();
  private readonly merged = new Map<number, MergedCells>();
  private tall: readonly RowSpan[] | null = null;
  private cells = 0;
  private characters = 0;
  private readonly maxCells: number;
  private readonly maxCharacters: number;

  /**
   * Cells and characters beyond the remaining budget are dropped, because writing them would exceed it.
   *
   * @param readsHidden treat hidden rows and columns like others
   */
  constructor(
    private readonly budget: DocumentBudget,
    private readonly readsHidden = false,
  ) {
    this.maxCells = budget.remaining('cells');
    this.maxCharacters = budget.remaining('characters');
  }

  /** Hidden rows and columns, which leave no visible gap. */
  get hiddenRows(): ReadonlySet<number> {
    return this.hidden.rows;
  }

  get hiddenColumns(): ReadonlySet<number> {
    return this.hidden.columns;
  }

  /** True if cells were dropped; reading can stop. */
  get isFull(): boolean {
    return this.cells > this.maxCells || this.characters > this.maxCharacters;
  }

  /** Must be called after the kept cells are written. @throws BudgetSpentError if cells were dropped */
  checkSize(): void {
    if (this.cells > this.maxCells) this.budget.spend('cells', this.maxCells + 1);
    if (this.characters > this.maxCharacters) this.budget.spend('characters', this.maxCharacters + 1);
  }

  /** Counts a search over cells. @throws BudgetSpentError if the time is up */
  look(cells: number): void {
    this.budget.work(cells / LOOKS_A_UNIT);
  }

  hideRow(row: number): void {
    this.budget.spend('elements');
    if (!this.readsHidden) this.hidden.rows.add(row);
  }

  hideColumn(column: number): void {
    this.budget.spend('elements');
    if (!this.readsHidden) this.hidden.columns.add(column);
  }

  set(row: number, column: number, cell: SheetCell): void {
    this.budget.spend('elements');
    if (this.hidden.columns.has(column)) {
      this.leftOut.columns.add(column);
      return;
    }
    if (this.hidden.rows.has(row)) return this.setAside(row, column, cell);
    this.put(row, column, cell);
  }

  private setAside(row: number, column: number, cell: SheetCell): void {
    this.leftOut.rows.add(row);
    if (this.aside.length >= this.maxCells) return;
    this.aside.push({ row, column, cell });
    this.asideAt.set(placeNumber(row, column), cell);
  }

  /** Shows the hidden rows for which `isData` is true, such as those that a filter hides. Must be called after the last cell. */
  showRows(isData: (row: number) => boolean): void {
    for (const { row, column, cell } of this.aside) {
      if (!isData(row)) continue;
      this.hidden.rows.delete(row);
      this.leftOut.rows.delete(row);
      this.put(row, column, cell);
    }
    this.aside = [];
    this.asideAt.clear();
  }

  private put(row: number, column: number, cell: SheetCell): void {
    this.cells++;
    this.characters += cell.text.length;
    if (this.isFull) return;
    let cells = this.rows.get(row);
    if (!cells) this.rows.set(row, (cells = new Map<number, SheetCell>()));
    cells.set(column, cell);
  }

  cell(row: number, column: number): SheetCell | null {
    return this.rows.get(row)?.get(column) ?? this.asideAt.get(placeNumber(row, column)) ?? null;
  }

  merge(cells: MergedCells): void {
    this.budget.spend('elements');
    this.merged.set(placeNumber(cells.row, cells.column), cells);
    this.tall = null;
  }

  mergeAt(row: number, column: number): MergedCells | null {
    return this.merged.size === 0 ? null : (this.merged.get(placeNumber(row, column)) ?? null);
  }

  /** True if a merged cell with content extends from a row to a later one. */
  isMergedAcross(row: number, later: number): boolean {
    const spans = (this.tall ??= this.rowSpans());
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.from <= row) low = middle + 1;
      else high = middle;
    }
    return low > 0 && spans[low - 1]!.reaches >= later;
  }

  /** Row spans sorted by first row; each with the last row that it or any previous span reaches. */
  private rowSpans(): RowSpan[] {
    const spans = [...this.merged.values()]
      .filter(({ row, column, rows }) => rows > 1 && this.cell(row, column))
      .map(({ row, rows }) => ({ from: row, reaches: row + rows - 1 }))
      .sort((one, other) => one.from - other.from);
    let most = -1;
    return spans.map(({ from, reaches }) => ({ from, reaches: (most = Math.max(most, reaches)) }));
  }
}

interface RowSpan {
  readonly from: number;
  readonly reaches: number;
}
