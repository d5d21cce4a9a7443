import type { CellPlace } from '../sheet-grid.js';

/** Largest sheet size supported by spreadsheet programs. */
const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Parses `B3` as row 2, column 1; null for an invalid reference. */
export function cellPlace(reference: string): CellPlace | null {
  const found = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!found) return null;
  let column = 0;
  for (const letter of found[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(found[2]);
  if (row < 1 || row > MAX_ROWS || column > MAX_COLUMNS) return null;
  return { row: row - 1, column: column - 1 };
}

/** Parses `B3:D9` or a single cell; null for an invalid reference. */
export function cellRange(reference: string): { readonly first: CellPlace; readonly last: CellPlace } | null {
  const [from = '', to = from] = reference.split(':');
  const first = cellPlace(from);
  const last = cellPlace(to);
  return first && last && last.row >= first.row && last.column >= first.column ? { first, last } : null;
}
