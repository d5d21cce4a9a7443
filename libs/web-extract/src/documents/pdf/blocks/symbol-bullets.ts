import type { FontFacts, TextPiece } from '../ink/page-ink.js';

/** A bullet stands this far before its text, in sizes, and is no larger than so many times its letters. */
const MIN_GAP = 0.35;
const MAX_GAP = 4;
const MAX_LARGER = 1.5;
/** Once may be anything. */
const MIN_BULLETS = 2;
/** No page has more lines. */
const MAX_BULLETS = 150;

/** Fonts of symbols have a bullet where others have a letter or a mark. */
const MARK = /^[^\p{Lu}\p{N}\s.,:;()[\]"'$€£#@&%*+=<>/\\|-]$/u;

/** Writes a bullet for the letters and marks of a font that the page has for nothing but begins of lines. */
export function withSymbolBullets(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const byFont = new Map<FontFacts, TextPiece[]>();
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue;
    const own = byFont.get(piece.font);
    if (own) own.push(piece);
    else byFont.set(piece.font, [piece]);
  }
  const bullets = new Set<TextPiece>();
  for (const own of byFont.values()) {
    if (
      own.length < MIN_BULLETS ||
      own.length > MAX_BULLETS ||
      !own.every(({ text }) => MARK.test(text.trim()))
    )
      continue;
    if (own.every((piece) => beginsLine(piece, pieces))) for (const piece of own) bullets.add(piece);
  }
  if (bullets.size === 0) return pieces;
  return pieces.map((piece) => (bullets.has(piece) ? { ...piece, text: '•', lefts: [piece.left] } : piece));
}

/** Text of another font stands behind it, nothing close before it. */
function beginsLine(mark: TextPiece, pieces: readonly TextPiece[]): boolean {
  const beside = pieces.filter(
    (piece) => piece !== mark && Math.abs(piece.baseline - mark.baseline) < 0.3 * piece.size,
  );
  const reach = MAX_GAP * mark.size;
  if (beside.some(({ right }) => right <= mark.left + 1 && right > mark.left - reach)) return false;
  return beside.some(({ left, size, font, text }) => {
    const gap = left - mark.right;
    const isText = font !== mark.font && text.trim() !== '';
    return isText && gap > MIN_GAP * size && gap < MAX_GAP * size && mark.size < MAX_LARGER * size;
  });
}
