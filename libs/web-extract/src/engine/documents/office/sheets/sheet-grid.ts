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

  set(row: number, column: number, cell: SheetCell): void {
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
