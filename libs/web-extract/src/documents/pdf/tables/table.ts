import type { Box } from '../lines/geometry.js';
import type { TextLine } from '../lines/text-line.js';

/** A cell with the lines of its text. */
export interface TableCell {
  readonly lines: readonly TextLine[];
  readonly columns: number;
  readonly rows: number;
}

/** A table as it lies on one page. */
export interface Table extends Box {
  /** Cells by row; those that reach over several rows stand in their first. */
  readonly rows: readonly (readonly TableCell[])[];
  readonly order: number;
  /** Where its columns end, from left to right. */
  readonly edges: readonly number[];
}
