import type { PageInk, TextPiece } from './page-ink.js';

interface LegibleInk {
  readonly ink: PageInk;
  /** Share of the page's characters that were removed, from 0 to 1. */
  readonly illegibleShare: number;
}

/** Removes text in fonts with unknown character codes, which would result in random symbols and tables of them. */
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
