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
/** Maximum distance of a glyph printed twice, relative to the font size. The narrowest letters have 0.2. */
const TWICE = 0.08;
/** Baseline shift, relative to the font size, that begins a new piece. */
const SHIFT = 0.05;
/**
 * V8 concatenates shorter strings immediately and longer ones lazily on access. Flattening a long string after each
 * character costs more than creating it.
 */
const MAX_TAIL = 12;
const REPLACEMENT = '\uFFFD';
/** Text of a glyph whose number is in no character collection. */
export const UNKNOWN_NUMBER = '\uFFFE';
/** Minimum number of dots of a leader, and maximum gap between them in font sizes. */
const LEADER_DOTS = 4;
const LEADER_GAP = 1;
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
  /** Letter spacing of the last glyph, and number of consecutive glyphs with the same. */
  private spacing = 0;
  private spaced = 0;
  /** Part of the gap to the next glyph that is letter spacing. */
  private tracking = 0;
  /** Number of glyphs without a known character that were left out, without the dots of leaders. */
  unknown = 0;
  private unknownRun = 0;
  private unknownRight = -Infinity;
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

  /**
   * @param spacing distance to the next glyph that the file adds to the width of each glyph
   * @param isFirst true for the first glyph of an operator
   */
  add(unicode: string, left: number, right: number, spacing = 0, isFirst = false): void {
    if (unicode === REPLACEMENT) return this.missing(left, right);
    if (unicode === UNKNOWN_NUMBER) {
      this.unknown++;
      return;
    }
    const text = glyphText(unicode);
    if (text === ' ' || text.trim() === '') {
      this.isBlankPending ||= text !== '';
      return;
    }
    if (isFirst && this.isPrintedTwice(text, left)) return;
    this.track(spacing, isFirst);
    if (this.isOverAccent(text, left, right)) return;
    this.append(this.pieceAt(left, right), text, left, right);
    this.accent = isAccent(text) ? { text, left, right } : null;
  }

  /** True if the last glyph was the same at the same place: some programs print each glyph twice to look bold. */
  private isPrintedTwice(text: string, left: number): boolean {
    const { piece } = this;
    if (!piece || !this.mayContinue || this.isBlankPending) return false;
    const last = piece.lefts.at(-1);
    if (last === undefined || Math.abs(left - last) > TWICE * this.context!.size) return false;
    this.writeTail();
    return piece.text.endsWith(text);
  }

  /**
   * Letter-spaced glyphs belong to one word. Some programs set words glyph by glyph and add the blank to the spacing of
   * the last one only, which is a blank.
   */
  private track(spacing: number, isFirst: boolean): void {
    if (spacing === 0 && this.spacing === 0) {
      this.tracking = 0;
      this.spaced++;
      return;
    }
    const isSame = Math.abs(spacing - this.spacing) < 0.01;
    const isTracked = this.spacing > 0 && (!isFirst || (isSame && this.spaced > 1));
    this.tracking = isTracked ? this.spacing : 0;
    this.spaced = isSame ? this.spaced + 1 : 1;
    this.spacing = spacing;
  }

  /** A glyph without a known character leaves a gap. Rows of them are leaders. */
  private missing(left: number, right: number): void {
    this.unknownRun = left - this.unknownRight < LEADER_GAP * this.context!.size ? this.unknownRun + 1 : 1;
    this.unknownRight = right;
    if (this.unknownRun < LEADER_DOTS) this.unknown++;
    else if (this.unknownRun === LEADER_DOTS) this.unknown -= LEADER_DOTS - 1;
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
      const gap = left - piece.right - this.tracking;
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
