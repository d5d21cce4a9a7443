import type { TextPiece } from './page-ink.js';

/** The same text no further away than this, in sizes, is printed twice. */
const SHIFT = 0.2;
/** Heights are told apart in points; most text reaches no further than one. */
const ROW = 4;

/** Text printed twice with a small shift looks bold, or has a shadow: one of them is meant. */
export function withoutDoubles(pieces: readonly TextPiece[]): TextPiece[] {
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
