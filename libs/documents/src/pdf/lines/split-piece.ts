import type { TextPiece } from '../graphics/page-graphics.js';

/** Maximum distance, in characters, between a column border and the blank to split at. */
const MAX_OFFSET = 2;

/** Splits a piece at the blanks nearest to `xs`; words remain whole. */
export function splitPiece(piece: TextPiece, xs: readonly number[]): TextPiece[] {
  const parts: TextPiece[] = [];
  let from = 0;
  for (const x of xs) {
    const at = piece.lefts.findIndex(
      (left, i) => i > from && (left + (piece.lefts[i + 1] ?? piece.right)) / 2 > x,
    );
    if (at <= from || x <= piece.left || x >= piece.right) continue;
    const cut = blankNear(piece.text, at);
    if (cut === null || cut <= from) continue;
    parts.push(part(piece, from, cut));
    from = cut;
  }
  parts.push(part(piece, from, piece.text.length));
  return parts.filter(({ text }) => text.trim() !== '');
}

function blankNear(text: string, at: number): number | null {
  for (let offset = 0; offset <= MAX_OFFSET; offset++) {
    for (const i of [at - offset, at + offset]) if (text[i] === ' ') return i;
  }
  return null;
}

function part(piece: TextPiece, from: number, end: number): TextPiece {
  const isBlankFirst = piece.text[from] === ' ';
  const begin = isBlankFirst ? from + 1 : from;
  let last = end;
  while (last > begin && piece.text[last - 1] === ' ') last--;
  return {
    ...piece,
    text: piece.text.slice(begin, last),
    lefts: piece.lefts.slice(begin, last),
    left: piece.lefts[begin] ?? piece.left,
    right: piece.lefts[last] ?? piece.right,
    hasBlankBefore: from === 0 ? piece.hasBlankBefore : isBlankFirst,
  };
}
