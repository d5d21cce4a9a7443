import type { CellPlace } from '../sheet-grid.js';

/** Largest sheet size supported by spreadsheet programs. */
const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

const DOLLAR = 0x24;
const ZERO = 0x30;
/** Bit that distinguishes small from capital letters. */
const SMALL = 0x20;
const BEFORE_A = 0x60;
const LETTERS = 26;
const MAX_LETTERS = 3;
const MAX_DIGITS = 7;

/**
 * Parses `B3` as row 2, column 1; null for an invalid reference. Reads character by character, because every cell has a
 * reference and a pattern takes three times as long.
 */
export function cellPlace(reference: string): CellPlace | null {
  const { length } = reference;
  const first = reference.charCodeAt(0) === DOLLAR ? 1 : 0;
  let at = first;
  let column = 0;
  for (; at < length; at++) {
    const letter = (reference.charCodeAt(at) | SMALL) - BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  const letters = at - first;
  if (reference.charCodeAt(at) === DOLLAR) at++;
  const digits = length - at;
  if (letters < 1 || letters > MAX_LETTERS || digits < 1 || digits > MAX_DIGITS) return null;
  let row = 0;
  for (; at < length; at++) {
    const digit = reference.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return null;
    row = row * 10 + digit;
  }
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
