import type { Box } from '../lines/geometry.js';
import { accented, glyphText, isAccent } from '../reading/glyph-text.js';
import type { FontFacts, TextPiece } from './page-ink.js';

/** A gap wider than this part of the size is a blank. Kerning reaches 0.1, the narrowest blanks set are 0.18. */
const BLANK_GAP = 0.15;
/** A wider gap ends the piece: between columns and cells. Justified lines have blanks up to 0.7. */
const PIECE_GAP = 0.75;
/** Letters that begin so far before the end of the last one belong to something else. */
const BACKWARD = -0.3;
/** Text on another height begins a new piece. */
const SHIFT = 0.05;
/** V8 puts shorter texts together at once, longer ones when they are read: letter by letter that costs more than to make them. */
const MAX_TAIL = 12;
const RIGHT_TO_LEFT = /[\u0590-\u08FF]/;

/** What all glyphs of one operator share. Their line is turned so that it runs to the right. */
interface TextContext {
  readonly baseline: number;
  readonly size: number;
  readonly font: FontFacts;
  readonly markedContent: number | null;
  readonly isArtifact: boolean;
  readonly isOverlay: boolean;
  readonly clip: Box | null;
}

/** Joins glyphs, as they come, to pieces of text. */
export class InkText {
  private readonly all: TextPiece[] = [];
  private piece: TextPiece | null = null;
  /** The last letters of the piece, which its text does not have yet. */
  private tail = '';
  private isBlankPending = false;
  /** An accent that is printed before the letter below it. */
  private accent: Accent | null = null;
  private context: TextContext | null = null;
  /** The next glyph may belong to the piece, if it stands close. */
  private mayContinue = false;

  constructor(private readonly nextOrder: () => number) {}

  get pieces(): readonly TextPiece[] {
    this.writeTail();
    return this.all;
  }

  /** Begins what one operator shows. */
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

  /** A letter over which the accent before it stands: one character takes the place of both. */
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

  /** An accent that was raised by itself stands where its letter does. */
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

/** Name by name: spreading the context took longer than all the rest of a piece. */
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

/** Letters of one shape stand side by side in their own direction. */
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
