import type { DocumentBudget } from '../../document-budget.js';

/** What a cell shows. */
export interface SheetCell {
  readonly text: string;
  href?: string | null;
}

/** Cells that are one: the first, and how far they reach. Rows and columns count from 0. */
export interface MergedCells {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Filled cells of one sheet, by row and column. Empty ones take no room, wherever they lie. */
export class SheetGrid {
  readonly rows = new Map<number, Map<number, SheetCell>>();
  /** Rows and columns that are not shown: no gap is seen where they are. */
  readonly hiddenRows = new Set<number>();
  readonly hiddenColumns = new Set<number>();
  private readonly merged = new Map<string, MergedCells>();
  private cells = 0;
  private readonly maxCells: number;

  /** Cells beyond what the budget has left are not kept: to write them would spend more. */
  constructor(private readonly budget: DocumentBudget) {
    this.maxCells = budget.remaining('cells');
  }

  /** More cells came than are kept; further ones need not be looked for. */
  get isFull(): boolean {
    return this.cells > this.maxCells;
  }

  /** Once what is kept has been written. @throws BudgetSpentError when more cells came than are kept */
  checkSize(): void {
    if (this.isFull) this.budget.spend('cells', this.maxCells + 1);
  }

  set(row: number, column: number, cell: SheetCell): void {
    this.budget.spend('elements');
    if (++this.cells > this.maxCells) return;
    const cells = this.rows.get(row) ?? new Map<number, SheetCell>();
    this.rows.set(row, cells);
    cells.set(column, cell);
  }

  cell(row: number, column: number): SheetCell | null {
    return this.rows.get(row)?.get(column) ?? null;
  }

  merge(cells: MergedCells): void {
    this.merged.set(`${cells.row} ${cells.column}`, cells);
  }

  mergeAt(row: number, column: number): MergedCells | null {
    return this.merged.get(`${row} ${column}`) ?? null;
  }
}
