import { accented, glyphText } from './glyph-text.js';
import type { FontFacts, TextPiece } from './page-ink.js';

/** A gap wider than this part of the size is a blank. Kerning reaches 0.1, the narrowest blanks set are 0.18. */
const BLANK_GAP = 0.15;
/** A wider gap ends the piece: between columns and cells. Justified lines have blanks up to 0.7. */
const PIECE_GAP = 0.75;
/** Letters that begin so far before the end of the last one belong to something else. */
const BACKWARD = -0.3;
/** Text on another height begins a new piece. */
const SHIFT = 0.05;
const RIGHT_TO_LEFT = /[\u0590-\u08FF]/;

/** Where a glyph comes to stand, turned so that its line runs to the right. */
export interface GlyphPlace {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

/** What all glyphs of one operator share. */
export interface TextContext {
  readonly font: FontFacts;
  readonly markedContent: number | null;
  readonly isArtifact: boolean;
  readonly isOverlay: boolean;
}

/** Joins glyphs, as they come, to pieces of text. */
export class InkText {
  readonly pieces: TextPiece[] = [];
  private piece: TextPiece | null = null;
  private isBlankPending = false;
  /** An accent that is printed before the letter below it. */
  private accent: { readonly text: string; readonly place: GlyphPlace } | null = null;

  constructor(private readonly nextOrder: () => number) {}

  add(unicode: string, place: GlyphPlace, context: TextContext): void {
    const text = glyphText(unicode);
    if (text.trim() === '') {
      this.isBlankPending ||= text !== '';
      return;
    }
    if (this.isOverAccent(text, place)) return;
    const piece = this.pieceAt(place, context);
    this.append(piece, text, place);
    this.accent = { text, place };
  }

  /** A letter over which the accent before it stands: one character takes the place of both. */
  private isOverAccent(text: string, place: GlyphPlace): boolean {
    const { accent, piece } = this;
    if (!accent || !piece || accent.text.length !== 1 || this.isBlankPending) return false;
    const middle = (accent.place.left + accent.place.right) / 2;
    if (middle < place.left || middle > place.right) return false;
    const whole = accented(accent.text, text) ?? null;
    if (whole === null || !piece.text.endsWith(accent.text)) return false;
    piece.text = piece.text.slice(0, -1) + whole;
    piece.lefts[piece.lefts.length - 1] = Math.min(place.left, piece.lefts.at(-1)!);
    piece.right = Math.max(piece.right, place.right);
    this.accent = null;
    return true;
  }

  private pieceAt(place: GlyphPlace, context: TextContext): TextPiece {
    const { piece } = this;
    const isBlank = this.isBlankPending;
    this.isBlankPending = false;
    if (piece && continues(piece, place, context)) {
      const gap = place.left - piece.right;
      if (gap > BLANK_GAP * place.size || (isBlank && gap > -SHIFT * place.size)) {
        piece.text += ' ';
        piece.lefts.push(piece.right);
      }
      return piece;
    }
    const begun: TextPiece = {
      ...context,
      text: '',
      lefts: [],
      left: place.left,
      right: place.right,
      baseline: place.baseline,
      size: place.size,
      order: this.nextOrder(),
      hasBlankBefore: isBlank,
    };
    this.pieces.push(begun);
    this.piece = begun;
    return begun;
  }

  private append(piece: TextPiece, text: string, place: GlyphPlace): void {
    const step = (place.right - place.left) / text.length;
    const isReversed = text.length > 1 && RIGHT_TO_LEFT.test(text);
    for (let i = 0; i < text.length; i++) {
      // letters of one shape stand side by side in their own direction
      piece.lefts.push(place.left + step * (isReversed ? text.length - 1 - i : i));
    }
    piece.text += text;
    piece.right = Math.max(piece.right, place.right);
  }
}

function continues(piece: TextPiece, place: GlyphPlace, context: TextContext): boolean {
  const { size } = place;
  const gap = place.left - piece.right;
  return (
    piece.font === context.font &&
    piece.markedContent === context.markedContent &&
    piece.isArtifact === context.isArtifact &&
    piece.isOverlay === context.isOverlay &&
    Math.abs(piece.size - size) <= 0.02 * size &&
    Math.abs(piece.baseline - place.baseline) <= SHIFT * size &&
    gap < PIECE_GAP * size &&
    gap > BACKWARD * size
  );
}
