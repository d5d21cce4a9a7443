import type { FontFacts, TextPiece } from '../graphics/page-graphics.js';

/** Distance of a bullet to its text and maximum size of a bullet, relative to the font size of the text. */
const MIN_GAP = 0.35;
const MAX_GAP = 4;
const MAX_LARGER = 1.5;
/** A single occurrence may be a coincidence. */
const MIN_BULLETS = 2;
/** More than the lines of any page. */
const MAX_BULLETS = 150;

/** Characters to which symbol fonts assign a bullet. */
const MARK = /^[^☐☑☒✔✘\p{Lu}\p{N}\s.,:;()[\]"'$€£#@&%*+=<>/\\|-]$/u;

/** Replaces characters with bullets if their font occurs on the page only at line beginnings. */
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

/** True if text in another font follows and nothing precedes closely. */
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
