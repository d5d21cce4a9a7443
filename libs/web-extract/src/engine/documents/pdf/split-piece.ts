import type { TextPiece } from './page-ink.js';

/** Cuts a piece where `xs` pass between its letters. */
export function splitPiece(piece: TextPiece, xs: readonly number[]): TextPiece[] {
  const parts: TextPiece[] = [];
  let from = 0;
  for (const x of xs) {
    const at = piece.lefts.findIndex(
      (left, i) => i > from && (left + (piece.lefts[i + 1] ?? piece.right)) / 2 > x,
    );
    if (at <= from || x <= piece.left || x >= piece.right) continue;
    parts.push(part(piece, from, at));
    from = at;
  }
  parts.push(part(piece, from, piece.text.length));
  return parts.filter(({ text }) => text.trim() !== '');
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
