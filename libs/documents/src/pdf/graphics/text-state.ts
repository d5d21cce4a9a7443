import type { Box } from '../lines/geometry.js';
import { accented, glyphText, isAccent } from '../reading/glyph-text.js';
import type { FontFacts, TextPiece } from './page-graphics.js';

/**
 * Gap, relative to the font size, above which a blank is assumed. Kerning reaches 0.1; the narrowest blanks are 0.18.
 */
const BLANK_GAP = 0.15;
/**
 * Gap, relative to the font size, that ends a piece, as between columns and cells. Blanks in justified lines reach 0.7.
 */
const PIECE_GAP = 0.75;
/** Minimum gap, relative to the font size: glyphs further left begin a new piece. */
const BACKWARD = -0.3;
/** Baseline shift, relative to the font size, that begins a new piece. */
const SHIFT = 0.05;
/**
 * V8 concatenates shorter strings immediately and longer ones lazily on access. Flattening a long string after each
 * character costs more than creating it.
 */
const MAX_TAIL = 12;
const RIGHT_TO_LEFT = /[\u0590-\u08FF]/;

/** Shared properties of all glyphs of one operator. Coordinates are rotated so that the line runs to the right. */
interface TextContext {
  readonly baseline: number;
  readonly size: number;
  readonly font: FontFacts;
  readonly markedContent: number | null;
  readonly isArtifact: boolean;
  readonly isOverlay: boolean;
  readonly clip: Box | null;
}

/** Joins glyphs in the order of the file to pieces of text. */
export class TextState {
  private readonly all: TextPiece[] = [];
  private piece: TextPiece | null = null;
  /** Last characters of the piece that are not yet appended to its text. */
  private tail = '';
  private isBlankPending = false;
  /** Accent printed before its base letter. */
  private accent: Accent | null = null;
  private context: TextContext | null = null;
  /** True if the next glyph may belong to the piece, provided that it is close. */
  private mayContinue = false;

  constructor(private readonly nextOrder: () => number) {}

  get pieces(): readonly TextPiece[] {
    this.writeTail();
    return this.all;
  }

  /** Begins the text of one operator. */
  begin(context: TextContext): void {
    this.context = context;
    this.mayContinue = this.piece !== null && continues(this.piece, context);
  }

  add(unicode: string, left: number, right: number): void {
    const text = glyphText(unicode);
    if (text === ' ' || text.trim() === '') {
      this.isBlankPending ||= text !== '';
      return;
    }
    if (this.isOverAccent(text, left, right)) return;
    this.append(this.pieceAt(left, right), text, left, right);
    this.accent = isAccent(text) ? { text, left, right } : null;
  }

  /** True for a base letter of the preceding accent; both are replaced by one character. */
  private isOverAccent(text: string, left: number, right: number): boolean {
    const { accent, piece } = this;
    if (!accent || !piece || this.isBlankPending) return false;
    const middle = (accent.left + accent.right) / 2;
    if (middle < left || middle > right) return false;
    const whole = accented(accent.text, text) ?? null;
    this.writeTail();
    if (whole === null || !piece.text.endsWith(accent.text)) return false;
    if (piece.text === accent.text) this.lowerTo(piece);
    piece.text = piece.text.slice(0, -1) + whole;
    piece.lefts[piece.lefts.length - 1] = Math.min(left, piece.lefts.at(-1)!);
    piece.right = Math.max(piece.right, right);
    this.accent = null;
    return true;
  }

  /** Moves an accent that was raised by itself to the baseline of its letter. */
  private lowerTo(piece: TextPiece): void {
    const { baseline, size } = this.context!;
    piece.baseline = baseline;
    piece.size = size;
    this.mayContinue = true;
  }

  private pieceAt(left: number, right: number): TextPiece {
    const { piece } = this;
    const { size } = this.context!;
    const isBlank = this.isBlankPending;
    this.isBlankPending = false;
    if (piece && this.mayContinue) {
      const gap = left - piece.right;
      if (gap < PIECE_GAP * size && gap > BACKWARD * size) {
        if (gap > BLANK_GAP * size || (isBlank && gap > -SHIFT * size)) {
          this.tail += ' ';
          piece.lefts.push(piece.right);
        }
        return piece;
      }
    }
    this.mayContinue = true;
    this.writeTail();
    this.piece = newPiece(this.context!, left, right, this.nextOrder(), isBlank);
    this.all.push(this.piece);
    return this.piece;
  }

  private append(piece: TextPiece, text: string, left: number, right: number): void {
    if (text.length === 1) piece.lefts.push(left);
    else pushLefts(piece.lefts, text, left, right);
    this.tail += text;
    if (this.tail.length >= MAX_TAIL) this.writeTail();
    if (right > piece.right) piece.right = right;
  }

  private writeTail(): void {
    if (this.piece) this.piece.text += this.tail;
    this.tail = '';
  }
}

interface Accent {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Copies field by field: spreading the context took longer than all other work on a piece. */
function newPiece(
  { baseline, size, font, markedContent, isArtifact, isOverlay, clip }: TextContext,
  left: number,
  right: number,
  order: number,
  hasBlankBefore: boolean,
): TextPiece {
  return {
    text: '',
    lefts: [],
    left,
    right,
    baseline,
    size,
    font,
    order,
    markedContent,
    isArtifact,
    isOverlay,
    clip,
    hasBlankBefore,
  };
}

/** Distributes the characters of a ligature evenly in their own direction. */
function pushLefts(lefts: number[], text: string, left: number, right: number): void {
  const step = (right - left) / text.length;
  const isReversed = RIGHT_TO_LEFT.test(text);
  for (let i = 0; i < text.length; i++) lefts.push(left + step * (isReversed ? text.length - 1 - i : i));
}

function continues(piece: TextPiece, context: TextContext): boolean {
  const { size } = context;
  return (
    piece.font === context.font &&
    piece.markedContent === context.markedContent &&
    piece.isArtifact === context.isArtifact &&
    piece.isOverlay === context.isOverlay &&
    piece.clip === context.clip &&
    Math.abs(piece.size - size) <= 0.02 * size &&
    Math.abs(piece.baseline - context.baseline) <= SHIFT * size
  );
}
