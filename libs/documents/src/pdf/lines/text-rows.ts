import { overlap } from './geometry.js';
import type { TextPiece } from '../graphics/page-graphics.js';

/** Maximum baseline difference of pieces on one line, in font sizes. */
const SAME_BASELINE = 0.22;
/** Maximum font size of superscripts and subscripts relative to their line. */
export const SCRIPT_SIZE = 0.86;
/** ... and their maximum shift and distance in font sizes of the line. */
const MAX_RAISE = 0.75;
const MAX_DROP = 0.4;
export const MIN_SHIFT = 0.08;
const SCRIPT_GAP = 0.45;
/** Minimum overlap of kerned letters with the previous one, and their maximum vertical shift, in font sizes. */
const MIN_KERN = 0.08;
const MAX_KERNED_SHIFT = 0.35;

/** Pieces on one line. */
export interface TextRow {
  pieces: TextPiece[];
  baseline: number;
  size: number;
  left: number;
  right: number;
}

/** Groups pieces into lines; superscripts and subscripts join the line they belong to. */
export function toRows(pieces: readonly TextPiece[]): TextRow[] {
  return mergeScripts(rowsOf(pieces));
}

function rowsOf(pieces: readonly TextPiece[]): TextRow[] {
  const rows: TextRow[] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = findRow(rows, piece);
    if (!row) {
      const { baseline, size, left, right } = piece;
      rows.push({ pieces: [piece], baseline, size, left, right });
      continue;
    }
    row.pieces.push(piece);
    if (piece.size > row.size) [row.size, row.baseline] = [piece.size, piece.baseline];
    row.left = Math.min(row.left, piece.left);
    row.right = Math.max(row.right, piece.right);
  }
  return rows;
}

function findRow(rows: readonly TextRow[], piece: TextPiece): TextRow | null {
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    if (piece.baseline - row.baseline > 2 * Math.max(row.size, piece.size)) return null;
    const reach = SAME_BASELINE * Math.min(row.size, piece.size);
    if (Math.abs(piece.baseline - row.baseline) <= reach && !covers(row, piece)) return row;
  }
  return null;
}

/** True if the piece overlaps letters of the row: it is another line, printed close to it. */
function covers({ pieces }: TextRow, piece: TextPiece): boolean {
  const width = piece.right - piece.left;
  return pieces.some(
    (other) => overlap(other.left, other.right, piece.left, piece.right) > 0.5 * width + 0.3 * piece.size,
  );
}

/** Merges superscripts and subscripts into their lines. */
function mergeScripts(rows: readonly TextRow[]): TextRow[] {
  const kept: TextRow[] = [];
  const bySize = [...rows].sort((a, b) => b.size - a.size);
  for (const row of bySize) {
    const left: TextPiece[] = [];
    for (const piece of row.pieces) {
      const host = kept.find((candidate) => isScriptOf(piece, candidate) || isKernedInto(piece, candidate));
      if (host) host.pieces.push(piece);
      else left.push(piece);
    }
    if (left.length > 0) kept.push({ ...row, pieces: left });
  }
  for (const row of kept) row.pieces.sort((a, b) => a.left - b.left || a.order - b.order);
  return kept;
}

function isScriptOf(piece: TextPiece, { pieces, baseline, size }: TextRow): boolean {
  if (piece.size > SCRIPT_SIZE * size) return false;
  const shift = baseline - piece.baseline;
  if (shift > MAX_RAISE * size || shift < -MAX_DROP * size || Math.abs(shift) < MIN_SHIFT * size)
    return false;
  return pieces.some(({ left, right }) => {
    const gap = Math.max(piece.left - right, left - piece.right);
    return gap < SCRIPT_GAP * size && gap > -0.5 * size;
  });
}

/**
 * True for a single letter of a logo that is set into the previous letter, higher or lower than the others: it is read
 * like them.
 */
export function isKernedInto(piece: TextPiece, { pieces, baseline, size }: TextRow): boolean {
  if (piece.text.length > 1 || !/\p{L}/u.test(piece.text)) return false;
  if (Math.abs(baseline - piece.baseline) > MAX_KERNED_SHIFT * size) return false;
  return pieces.some(({ left, right }) => left < piece.left && right - piece.left > MIN_KERN * size);
}
