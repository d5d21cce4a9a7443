import type { TextPiece } from '../graphics/page-graphics.js';

/** Maximum distance of the same text printed twice, in font sizes. */
const SHIFT = 0.2;
/** Height of a lookup row in points; most text reaches no further than the adjacent row. */
const ROW = 4;

/** Minimum share of a piece that is covered by the same letters of other pieces. */
const MOSTLY = 0.9;

/** Removes duplicates of text that is printed twice with a small offset to look bold or cast a shadow. */
export function deduplicateGlyphs(pieces: readonly TextPiece[]): TextPiece[] {
  return withoutCovered(withoutTwins(pieces));
}

function withoutTwins(pieces: readonly TextPiece[]): TextPiece[] {
  const seen = new Map<string, Map<number, TextPiece[]>>();
  return pieces.filter((piece) => {
    const row = Math.round(piece.baseline / ROW);
    let rows = seen.get(piece.text);
    if (!rows) seen.set(piece.text, (rows = new Map<number, TextPiece[]>()));
    else if ([row, row - 1, row + 1].some((near) => rows!.get(near)?.some((twin) => isOn(twin, piece))))
      return false;
    const known = rows.get(row);
    if (known) known.push(piece);
    else rows.set(row, [piece]);
    return true;
  });
}

function isOn(twin: TextPiece, { left, baseline, size }: TextPiece): boolean {
  return Math.abs(twin.left - left) < SHIFT * size && Math.abs(twin.baseline - baseline) < SHIFT * size;
}

/** Removes pieces whose letters are all printed by other pieces as well, split differently. */
function withoutCovered(pieces: readonly TextPiece[]): TextPiece[] {
  const rows = new Map<number, Set<TextPiece>>();
  for (const piece of pieces) {
    const row = Math.round(piece.baseline / ROW);
    const known = rows.get(row);
    if (known) known.add(piece);
    else rows.set(row, new Set([piece]));
  }
  return pieces.filter((piece) => {
    const row = Math.round(piece.baseline / ROW);
    const over: TextPiece[] = [];
    for (let near = row - 1; near <= row + 1; near++)
      for (const other of rows.get(near) ?? [])
        if (other !== piece && lieOnEachOther(other, piece)) over.push(other);
    if (over.length === 0 || !isCovered(piece, over)) return true;
    rows.get(row)!.delete(piece);
    return false;
  });
}

function lieOnEachOther(a: TextPiece, b: TextPiece): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > 0.5 * b.size && Math.abs(a.baseline - b.baseline) < SHIFT * b.size;
}

function isCovered({ text, lefts, size }: TextPiece, over: readonly TextPiece[]): boolean {
  const printed = leftsByLetter(over);
  let letters = 0;
  let covered = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (letter === ' ') continue;
    letters++;
    if (hasNear(printed.get(letter) ?? [], lefts[i]!, SHIFT * size)) covered++;
  }
  return letters > 1 && covered >= MOSTLY * letters;
}

/** Sorted positions of each letter: comparing all letters with each other would take quadratic time. */
function leftsByLetter(pieces: readonly TextPiece[]): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>();
  for (const { text, lefts } of pieces)
    for (const [k, letter] of text.split('').entries()) {
      const known = all.get(letter);
      if (known) known.push(lefts[k]!);
      else all.set(letter, [lefts[k]!]);
    }
  for (const own of all.values()) own.sort((a, b) => a - b);
  return all;
}

/** True if a sorted list has a number at a smaller distance than this. */
function hasNear(sorted: readonly number[], value: number, distance: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! <= value - distance) from = middle + 1;
    else to = middle;
  }
  return from < sorted.length && sorted[from]! < value + distance;
}
