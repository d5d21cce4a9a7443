import type { PageInk, TextPiece } from './page-ink.js';

interface LegibleInk {
  readonly ink: PageInk;
  /** Of the letters of the page, how many were left out. */
  readonly illegibleShare: number;
}

/** Leaves out text in fonts whose characters are not known: it would come out as signs, and as tables of signs. */
export function legibleInk(ink: PageInk): LegibleInk {
  const all = [...ink.pieces, ...ink.turned];
  if (all.every(({ font }) => font.isLegible)) return { ink, illegibleShare: 0 };
  const isLegible = ({ font }: TextPiece) => font.isLegible;
  const letters = (pieces: readonly TextPiece[]) => pieces.reduce((sum, { lefts }) => sum + lefts.length, 0);
  return {
    ink: { ...ink, pieces: ink.pieces.filter(isLegible), turned: ink.turned.filter(isLegible) },
    illegibleShare: 1 - letters(all.filter(isLegible)) / letters(all),
  };
}
