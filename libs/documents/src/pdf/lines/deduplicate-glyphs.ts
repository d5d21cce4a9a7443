import type { TextPiece } from '../graphics/page-graphics.js';

/** Maximum distance of the same text printed twice, in font sizes. */
const SHIFT = 0.2;
/** Height of a lookup row in points; most text reaches no further than the adjacent row. */
const ROW = 4;

/** Minimum share of a piece that is covered by the same letters of other pieces. */
const MOSTLY = 0.9;
/** Letters that are compared with each letter of a piece, on average: real text has a few at one place. */
const MAX_COMPARED = 100;
/** Width of a lookup column in points. */
const COLUMN = 4;
/** Maximum horizontal distance of twins in points. It limits only text larger than 160 points. */
const MAX_DISTANCE = 32;
/** Maximum number of columns per lookup. */
const MAX_LOOKUPS = (2 * MAX_DISTANCE) / COLUMN + 1;
/** Pieces with the same text in a row and column that are compared with a further one: real text has a few. */
const MAX_TWINS = 100;
/** Pieces of a lookup row that are compared with each other. In longer rows only letters are compared, by their position. */
const MAX_SCANNED = 50;

/** Removes duplicates of text that is printed twice with a small offset to look bold or cast a shadow. */
export function deduplicateGlyphs(pieces: readonly TextPiece[]): TextPiece[] {
  return withoutCovered(withoutTwins(pieces));
}

function withoutTwins(pieces: readonly TextPiece[]): TextPiece[] {
  const seen = new Map<string, Map<number, TextPiece[]>>();
  return pieces.filter((piece) => {
    let places = seen.get(piece.text);
    if (!places) seen.set(piece.text, (places = new Map<number, TextPiece[]>()));
    else if (hasTwin(places, piece)) return false;
    const place = placeOf(Math.round(piece.baseline / ROW), Math.floor(piece.left / COLUMN));
    const known = places.get(place);
    if (known) known.push(piece);
    else places.set(place, [piece]);
    return true;
  });
}

/** Number of a row and column. Pages are narrower; where two places have the same number, more pieces are compared. */
const placeOf = (row: number, column: number): number => row * 10_000 + column;

function hasTwin(places: ReadonlyMap<number, readonly TextPiece[]>, piece: TextPiece): boolean {
  const { left, baseline } = piece;
  const distance = Math.min(SHIFT * piece.size, MAX_DISTANCE);
  // The next line of a text, or a label above it, may have the same words.
  const height = Math.min(distance, ROW);
  const row = Math.round((baseline - height) / ROW);
  const column = Math.floor((left - distance) / COLUMN);
  // Counted from zero, because adding 1 to a very large row or column does not change it.
  const rows = Math.min(Math.round((baseline + height) / ROW) - row, 2);
  const columns = Math.min(Math.floor((left + distance) / COLUMN) - column, MAX_LOOKUPS);
  for (let y = 0; y <= rows; y++)
    for (let x = 0; x <= columns; x++) {
      const twins = places.get(placeOf(row + y, column + x)) ?? NONE;
      for (let n = twins.length - 1; n >= Math.max(0, twins.length - MAX_TWINS); n--)
        if (isOn(twins[n]!, piece)) return true;
    }
  return false;
}

const NONE: readonly TextPiece[] = [];

function isOn(twin: TextPiece, { left, baseline, size }: TextPiece): boolean {
  return Math.abs(twin.left - left) < SHIFT * size && Math.abs(twin.baseline - baseline) < SHIFT * size;
}

/** Removes pieces whose letters are all printed by other pieces as well, split differently. */
function withoutCovered(pieces: readonly TextPiece[]): TextPiece[] {
  const rows = new Map<number, PrintedRow>();
  for (const piece of pieces) {
    const row = Math.round(piece.baseline / ROW);
    const known = rows.get(row);
    if (known) known.add(piece);
    else rows.set(row, new PrintedRow(piece));
  }
  return pieces.filter((piece) => {
    const row = Math.round(piece.baseline / ROW);
    const near = [row - 1, row, row + 1].flatMap((n) => rows.get(n) ?? []);
    if (!near.some((one) => one.mayBeUnder(piece)) || !isCovered(piece, near)) return true;
    rows.get(row)!.delete(piece);
    return false;
  });
}

/** The pieces of a lookup row. */
class PrintedRow {
  private readonly pieces = new Set<TextPiece>();
  private letters: ReadonlyMap<string, readonly PrintedLetter[]> | null = null;

  constructor(first: TextPiece) {
    this.add(first);
  }

  add(piece: TextPiece): void {
    this.pieces.add(piece);
  }

  delete(piece: TextPiece): void {
    this.pieces.delete(piece);
  }

  /** False if no other piece lies on a piece: it spares most pages the comparison of letters, which finds out the same. */
  mayBeUnder(piece: TextPiece): boolean {
    if (this.pieces.size > MAX_SCANNED) return true;
    for (const other of this.pieces) if (other !== piece && lieOnEachOther(other, piece)) return true;
    return false;
  }

  /** True if another piece that lies on a piece has a letter at almost the same position. */
  hasNear(letter: string, left: number, piece: TextPiece, budget: { left: number }): boolean {
    const distance = SHIFT * piece.size;
    const all = (this.letters ??= lettersOf(this.pieces)).get(letter) ?? [];
    for (let n = firstAfter(all, left - distance); n < all.length; n++) {
      const { left: at, piece: other } = all[n]!;
      if (at >= left + distance || budget.left-- <= 0) return false;
      if (other !== piece && this.pieces.has(other) && lieOnEachOther(other, piece)) return true;
    }
    return false;
  }
}

interface PrintedLetter {
  readonly left: number;
  readonly piece: TextPiece;
}

function lieOnEachOther(a: TextPiece, b: TextPiece): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * b.size && Math.abs(a.baseline - b.baseline) < SHIFT * b.size;
}

function isCovered(piece: TextPiece, rows: readonly PrintedRow[]): boolean {
  const { text, lefts } = piece;
  const letters = text.length - text.split(' ').length + 1;
  if (letters < 2) return false;
  const budget = { left: MAX_COMPARED * letters };
  let missing = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === ' ' || rows.some((row) => row.hasNear(letter, lefts[i]!, piece, budget))) continue;
    missing++;
    if (letters - missing < MOSTLY * letters) return false;
  }
  return true;
}

/** Letters of pieces with their positions from left to right: comparing all letters with each other would take quadratic time. */
function lettersOf(pieces: Iterable<TextPiece>): ReadonlyMap<string, readonly PrintedLetter[]> {
  const all = new Map<string, PrintedLetter[]>();
  for (const piece of pieces)
    for (const [k, letter] of piece.text.split('').entries()) {
      const own = { left: piece.lefts[k]!, piece };
      const known = all.get(letter);
      if (known) known.push(own);
      else all.set(letter, [own]);
    }
  for (const own of all.values()) own.sort((a, b) => a.left - b.left);
  return all;
}

/** Index of the first letter further right than a position. */
function firstAfter(sorted: readonly PrintedLetter[], position: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]!.left <= position) from = middle + 1;
    else to = middle;
  }
  return from;
}
