import type { Box } from '../lines/geometry.js';

/** What is known of a font: one object for each font of a document. */
export interface FontFacts {
  readonly id: string;
  readonly name: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  isMonospaced: boolean;
  /** The characters of its codes are known. */
  isLegible: boolean;
}

/**
 * Letters that stand side by side on one line without a wide gap, in one font and size. Upright and running to the right as far
 * as {@link PageInk.pieces} goes: coordinates of turned text are turned with it.
 */
export interface TextPiece {
  text: string;
  /** Where each UTF-16 unit of the text begins. */
  readonly lefts: number[];
  readonly left: number;
  right: number;
  /** Where the letters stand on. */
  baseline: number;
  /** The size of the font in points. */
  size: number;
  readonly font: FontFacts;
  /** Position in the file among the pieces of the page. */
  readonly order: number;
  /** Identifier of the marked content it lies in, for the structure tree. */
  readonly markedContent: number | null;
  /** The file marks it as no part of the text: running heads, watermarks. */
  readonly isArtifact: boolean;
  /** It is no part of the page but lies over it, as the values of form fields do: its place in the file says nothing. */
  readonly isOverlay: boolean;
  /** What it is clipped to, one object for all that is; null where that is the whole page. */
  readonly clip: Box | null;
  /** A blank was written before it. */
  readonly hasBlankBefore: boolean;
}

/** Everything on a page that its text can be made out from. */
export interface PageInk {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextPiece[];
  /** Text that runs in other directions than most of the page. */
  readonly turned: readonly TextPiece[];
  /** Horizontal lines, thin boxes included. */
  readonly horizontals: readonly Box[];
  readonly verticals: readonly Box[];
  /** Filled boxes as backgrounds of cells and code are. */
  readonly areas: readonly Box[];
  /** Small round or square marks: bullets that are drawn instead of written. */
  readonly dots: readonly Box[];
  /** Something is drawn, even if no text is. */
  readonly hasDrawing: boolean;
}
