import type { TextPiece } from '../graphics/page-graphics.js';

/** Minimum font size of an initial relative to the adjacent text. */
const MIN_LARGER = 1.7;
/** Tolerance for the alignment of its top and bottom with the adjacent lines, in their font sizes. */
const LEVEL = 0.5;
/** Maximum distance of the adjacent lines to the initial, in font sizes. */
const BESIDE = 1;
/** Height of capital letters in font sizes. */
const CAPITALS = 0.7;

/** Maximum number of single capitals on a page; more occur in letter-spaced text and plots. */
const MAX_INITIALS = 100;

const INITIAL = /^["'“”„‘’«»¿¡]?\p{Lu}$/u;

/** Moves drop caps that span several lines into the first of these lines. */
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

/** First pieces of the lines adjacent to an initial; empty if the letter is not an initial. */
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

/** Removes the space around an initial. */
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

/** Extends the line to the left by the width of the initial, where its paragraph begins. */
function beginningAt(left: number, piece: TextPiece): TextPiece {
  return { ...piece, left, lefts: [left, ...piece.lefts.slice(1)] };
}
