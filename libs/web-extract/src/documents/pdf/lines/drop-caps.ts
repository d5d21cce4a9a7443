import type { TextPiece } from '../ink/page-ink.js';

/** An initial is larger than the text beside it by at least this factor. */
const MIN_LARGER = 1.7;
/** Its head and its foot are level with those of the lines beside it, in sizes of their letters. */
const LEVEL = 0.5;
/** The lines beside it begin so close to it, in sizes. */
const BESIDE = 1;
/** The height of capitals, in sizes. */
const CAPITALS = 0.7;

/** A page with more single capitals has letters set apart, or plots. */
const MAX_INITIALS = 100;

const INITIAL = /^["'“”„‘’«»¿¡]?\p{Lu}$/u;

/** Puts initials that reach down over several lines into the first of them, where they are read. */
export function withDropCaps(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const initials = pieces.filter(({ text }) => INITIAL.test(text.trim()));
  if (initials.length === 0 || initials.length > MAX_INITIALS) return pieces;
  const placed = new Map<TextPiece, TextPiece>();
  for (const initial of initials) {
    const [first, ...others] = linesBeside(initial, pieces);
    if (!first) continue;
    placed.set(initial, inLineOf(initial, first));
    for (const other of others) placed.set(other, beginningAt(initial.left, other));
  }
  return placed.size === 0 ? pieces : pieces.map((piece) => placed.get(piece) ?? piece);
}

/** The begins of the lines beside an initial; none where it is no initial. */
function linesBeside(initial: TextPiece, pieces: readonly TextPiece[]): TextPiece[] {
  const { baseline, size, right } = initial;
  const beside = pieces
    .filter(
      (piece) =>
        piece.size * MIN_LARGER < size &&
        piece.left > right - 0.3 * piece.size &&
        piece.left < right + BESIDE * piece.size &&
        piece.baseline > baseline - size &&
        piece.baseline < baseline + LEVEL * piece.size,
    )
    .sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const [first, last] = [beside[0], beside.at(-1)];
  if (!first || !last || last.baseline - first.baseline < 0.8 * first.size) return [];
  const head = baseline - CAPITALS * size;
  const isLevelAbove = Math.abs(head - (first.baseline - CAPITALS * first.size)) < LEVEL * first.size;
  const isLevelBelow = Math.abs(baseline - last.baseline) < LEVEL * last.size;
  return isLevelAbove && isLevelBelow ? beside : [];
}

/** The space around an initial is no blank. */
function inLineOf(initial: TextPiece, { baseline, size, left, font }: TextPiece): TextPiece {
  return {
    ...initial,
    text: initial.text.trim(),
    baseline,
    size,
    font,
    right: Math.max(initial.left, left - 0.01),
  };
}

/** The line makes room for the initial: its paragraph begins further left. */
function beginningAt(left: number, piece: TextPiece): TextPiece {
  return { ...piece, left, lefts: [left, ...piece.lefts.slice(1)] };
}
