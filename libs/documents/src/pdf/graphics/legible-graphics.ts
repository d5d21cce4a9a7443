import type { PageGraphics, TextPiece } from './page-graphics.js';

interface LegibleGraphics {
  readonly graphics: PageGraphics;
  /** Share of the page's characters that were removed, from 0 to 1. */
  readonly illegibleShare: number;
}

/** Removes text in fonts with unknown character codes, which would result in random symbols and tables of them. */
export function legibleGraphics(graphics: PageGraphics): LegibleGraphics {
  const all = [...graphics.pieces, ...graphics.turned];
  if (all.every(({ font }) => font.isLegible)) return { graphics, illegibleShare: 0 };
  const isLegible = ({ font }: TextPiece) => font.isLegible;
  const letters = (pieces: readonly TextPiece[]) => pieces.reduce((sum, { lefts }) => sum + lefts.length, 0);
  return {
    graphics: {
      ...graphics,
      pieces: graphics.pieces.filter(isLegible),
      turned: graphics.turned.filter(isLegible),
    },
    illegibleShare: 1 - letters(all.filter(isLegible)) / letters(all),
  };
}
