import type { Box } from '../lines/geometry.js';

/** Properties of a font: one object for each font of a document. */
export interface FontFacts {
  readonly id: string;
  readonly name: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  isMonospaced: boolean;
  /** True if its character codes can be decoded. */
  isLegible: boolean;
}

/**
 * Adjacent characters on one line without a wide gap, in one font and size. The pieces in {@link PageGraphics.pieces} are
 * upright and run to the right; the coordinates of rotated text are rotated with it.
 */
export interface TextPiece {
  text: string;
  /** Left edge of each UTF-16 unit of the text. */
  readonly lefts: number[];
  readonly left: number;
  right: number;
  /** Vertical position of the baseline. */
  baseline: number;
  /** Font size in points. */
  size: number;
  readonly font: FontFacts;
  /** Position in the file among the pieces of the page. */
  readonly order: number;
  /** Identifier of the enclosing marked content, for the structure tree. */
  readonly markedContent: number | null;
  /** True if the file marks it as not part of the text: running headers, watermarks. */
  readonly isArtifact: boolean;
  /** True if it is placed over the page, like values of form fields: its position in the file has no meaning. */
  readonly isOverlay: boolean;
  /** Clip rectangle, shared by all pieces clipped to it; null if it is the whole page. */
  readonly clip: Box | null;
  /** True if a blank precedes it in the file. */
  readonly hasBlankBefore: boolean;
}

/** Content of a page that is relevant for its text. */
export interface PageGraphics {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextPiece[];
  /** Text with another direction than most of the page. */
  readonly turned: readonly TextPiece[];
  /** Horizontal lines, including thin boxes. */
  readonly horizontals: readonly Box[];
  readonly verticals: readonly Box[];
  /** Filled boxes, such as backgrounds of cells and code. */
  readonly areas: readonly Box[];
  /** Small round or square shapes: bullets that are drawn instead of written. */
  readonly dots: readonly Box[];
  /** True if graphics are drawn, even without text. */
  readonly hasDrawing: boolean;
  /** Number of characters that are left out because the font does not state them. */
  readonly unknownGlyphs?: number;
}
