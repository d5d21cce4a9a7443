import type { Box } from '../lines/geometry.js';
import type { TextLine } from '../lines/text-line.js';

/** A cell and the lines of its text. */
export interface TableCell {
  readonly lines: readonly TextLine[];
  readonly columns: number;
  readonly rows: number;
}

/** A table on one page. */
export interface Table extends Box {
  /** Cells by row; cells that span several rows are in their first row. */
  readonly rows: readonly (readonly TableCell[])[];
  readonly order: number;
  /** Right edges of the columns, from left to right. */
  readonly edges: readonly number[];
}
