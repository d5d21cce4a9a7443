import { IDENTITY, moved, multiply, transformBox, type Box, type Matrix } from '../lines/geometry.js';
import { boxOfPath, ShapeState } from './shape-state.js';
import { UNKNOWN_NUMBER, TextState } from './text-state.js';
import { knownFont, type KnownFont } from './known-font.js';
import { LeftOutImages } from './left-out-images.js';
import { MarkedContent } from './marked-content.js';
import type { PageGraphics } from './page-graphics.js';
import { ASKEW, DIRECTIONS, isSideways, lineOf, reachOf, turnOf } from '../lines/text-direction.js';
import { deduplicateGlyphs } from '../lines/deduplicate-glyphs.js';
import { isFreeNumber } from '../encodings/character-collection.js';
import { isOnlyCode } from '../reading/glyph-names.js';
import { symbolOf } from '../reading/symbol-fonts.js';
import type { PdfOperators } from '../reading/pdf-operators.js';
import { OPERATOR, type PdfFont, type PdfGlyph } from '../reading/pdfjs.js';

/** Size and position of a page and the fonts of its document. */
interface PageFrame {
  /** Transforms page coordinates to those of {@link PageGraphics}. */
  readonly transform: Matrix;
  readonly width: number;
  readonly height: number;
  fontOf(id: string): PdfFont | null;
}

/** Graphics state relevant for text and lines. */
interface GraphicsState {
  matrix: Matrix;
  font: KnownFont | null;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  leading: number;
  rise: number;
  fillColor: string;
  /** True inside an annotation, which is placed over the page. */
  isOverlay: boolean;
  clip: Box | null;
}

/** Vertical writing: runs down instead of to the right. */
const DOWNWARDS: Matrix = [0, -1, 1, 0, 0, 0];
/** Maximum width of a clip rectangle relative to the page; a wider one is a column or the page itself. */
const MAX_CLIP = 0.4;

/** Interprets the operators of one page and collects the drawn text and shapes. */
export class PageGraphicsReader {
  private state: GraphicsState;
  private readonly stack: GraphicsState[] = [];
  private textMatrix = IDENTITY;
  private lineMatrix = IDENTITY;
  private order = 0;
  private readonly texts = Array.from({ length: DIRECTIONS }, () => new TextState(() => this.order++));
  private readonly shapes = new ShapeState();
  private readonly images = new LeftOutImages();
  private drawings = 0;
  private isClipping = false;
  readonly marks = new MarkedContent();
  /** Number of glyphs shown so far. */
  glyphs = 0;

  constructor(
    private readonly frame: PageFrame,
    private readonly fonts: Map<string, KnownFont>,
  ) {
    this.state = {
      matrix: frame.transform,
      font: null,
      size: 0,
      charSpacing: 0,
      wordSpacing: 0,
      scale: 1,
      leading: 0,
      rise: 0,
      fillColor: '#000000',
      isOverlay: false,
      clip: null,
    };
  }

  /** Number of text pieces so far. */
  get pieces(): number {
    return this.order;
  }

  add({ fnArray, argsArray }: PdfOperators): void {
    for (let i = 0; i < fnArray.length; i++) this.apply(fnArray[i]!, argsArray[i] ?? []);
  }

  /** Returns the collected content, rotated so that most of the text is upright. */
  finish(): PageGraphics {
    this.images.end(this.state.matrix);
    const counts = this.texts.map(({ pieces }) => pieces.reduce((sum, { text }) => sum + text.length, 0));
    const main = counts.indexOf(Math.max(...counts.slice(0, ASKEW)));
    const { width, height } = this.frame;
    const isTurned = isSideways(main);
    const turn = turnOf(main, this.frame);
    const turned = (boxes: readonly Box[]) =>
      main === 0 ? boxes : boxes.map((box) => transformBox(turn, box));
    const { horizontals, verticals, areas, dots } = this.shapes;
    const unknownGlyphs = this.texts.reduce((sum, { unknown }) => sum + unknown, 0);
    return {
      unknownGlyphs,
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      pieces: deduplicateGlyphs(this.texts[main]!.pieces),
      turned: this.texts.flatMap(({ pieces }, direction) => (direction === main ? [] : pieces)),
      horizontals: turned(isTurned ? verticals : horizontals),
      verticals: turned(isTurned ? horizontals : verticals),
      areas: turned(areas),
      dots: turned(dots),
      hasDrawing: this.drawings > 0 || this.images.cover(width, height),
    };
  }

  private apply(operator: number, args: readonly unknown[]): void {
    const { state } = this;
    switch (operator) {
      case OPERATOR.showText:
        return this.showText(args[0] as readonly (PdfGlyph | number)[]);
      case OPERATOR.setTextMatrix:
        this.textMatrix = this.lineMatrix = matrixOf(args[0] as ArrayLike<number>);
        return;
      case OPERATOR.moveText:
        return this.moveText(args[0] as number, args[1] as number);
      case OPERATOR.setLeadingMoveText:
        state.leading = -(args[1] as number);
        return this.moveText(args[0] as number, args[1] as number);
      case OPERATOR.nextLine:
        return this.moveText(0, -state.leading);
      case OPERATOR.beginText:
        this.textMatrix = this.lineMatrix = IDENTITY;
        return;
      case OPERATOR.setFont:
        return this.setFont(args[0] as string, args[1] as number);
      case OPERATOR.setCharSpacing:
        state.charSpacing = args[0] as number;
        return;
      case OPERATOR.setWordSpacing:
        state.wordSpacing = args[0] as number;
        return;
      case OPERATOR.setHScale:
        state.scale = (args[0] as number) / 100;
        return;
      case OPERATOR.setLeading:
        state.leading = args[0] as number;
        return;
      case OPERATOR.setTextRise:
        state.rise = args[0] as number;
        return;
      case OPERATOR.save:
        return this.save();
      case OPERATOR.restore:
      case OPERATOR.paintFormXObjectEnd:
      case OPERATOR.endAnnotation:
        return this.restore();
      case OPERATOR.transform:
        state.matrix = multiply(state.matrix, matrixOf(args as readonly number[]));
        return this.images.place();
      case OPERATOR.paintFormXObjectBegin:
        return this.enter(args[0]);
      case OPERATOR.beginAnnotation:
        return this.enterAnnotation(args);
      case OPERATOR.setGState:
        return this.setGraphicsState(args[0] as readonly (readonly unknown[])[]);
      case OPERATOR.setFillRGBColor:
        state.fillColor = String(args[0]);
        return;
      case OPERATOR.clip:
      case OPERATOR.eoClip:
        this.isClipping = true;
        return;
      case OPERATOR.constructPath:
        return this.drawPath(args);
      case OPERATOR.beginMarkedContent:
      case OPERATOR.beginMarkedContentProps:
        return this.marks.begin(args);
      case OPERATOR.endMarkedContent:
        return this.marks.end();
      default:
        if (operator > OPERATOR.endAnnotation && operator < OPERATOR.constructPath) this.drawings++; // an image
    }
  }

  private save(): void {
    this.stack.push({ ...this.state });
  }

  private restore(): void {
    this.images.end(this.state.matrix);
    this.state = this.stack.pop() ?? this.state;
  }

  private enter(matrix: unknown): void {
    this.save();
    this.state.matrix = multiply(this.state.matrix, ownMatrix(matrix));
  }

  private enterAnnotation([, , transform, matrix]: readonly unknown[]): void {
    this.save();
    this.state.isOverlay = true;
    this.state.matrix = multiply(this.frame.transform, ownMatrix(transform));
    this.state.matrix = multiply(this.state.matrix, ownMatrix(matrix));
  }

  private setGraphicsState(entries: readonly (readonly unknown[])[]): void {
    for (const [key, value] of entries) {
      if (key !== 'Font' || !Array.isArray(value)) continue;
      this.setFont(value[0] as string, value[1] as number);
    }
  }

  private drawPath([paint, data]: readonly unknown[]): void {
    const [steps] = data as readonly [ArrayLike<number> | null];
    this.images.paint();
    if (this.isClipping) this.clipTo(steps);
    // highlights and frames of form fields are not table lines
    if (!this.state.isOverlay)
      this.shapes.add(paint as number, steps, this.state.matrix, this.state.fillColor);
    if (paint !== OPERATOR.endPath) this.drawings++;
  }

  private clipTo(steps: ArrayLike<number> | null): void {
    this.isClipping = false;
    const box = steps && boxOfPath(steps, this.state.matrix);
    const isPartOfPage = box && box.right - box.left < MAX_CLIP * this.frame.width;
    if (isPartOfPage) this.state.clip = box;
  }

  private setFont(id: string, size: number): void {
    this.state.size = size;
    this.state.font = this.fonts.get(id) ?? this.learnFont(id);
  }

  private learnFont(id: string): KnownFont {
    const font = knownFont(id, this.frame.fontOf(id));
    this.fonts.set(id, font);
    return font;
  }

  private moveText(x: number, y: number): void {
    this.textMatrix = this.lineMatrix = moved(this.lineMatrix, x, y);
  }

  private showText(glyphs: readonly (PdfGlyph | number)[]): void {
    const { font, size, charSpacing, wordSpacing, scale, rise } = this.state;
    this.images.paint();
    if (!font || size === 0) return;
    const { isVertical } = font;
    const mark = this.marks.current;
    const matrix = multiply(this.state.matrix, this.textMatrix);
    const along = isVertical ? multiply(matrix, DOWNWARDS) : matrix;
    const line = lineOf(along, rise, this.frame);
    const text = this.texts[line.direction]!;
    text.begin({
      font: font.facts,
      baseline: line.baseline,
      size: Math.abs(size) * Math.hypot(matrix[2], matrix[3]),
      markedContent: mark.id,
      isArtifact: mark.isArtifact,
      isOverlay: this.state.isOverlay,
      clip: line.direction === 0 ? this.state.clip : null,
    });
    const reach = reachOf(line, this.frame);
    const stretch = Math.hypot(along[0], along[1]);
    const advance = size * (isVertical ? 1 : scale);
    let x = 0;
    let isFirst = true;
    const isUsual = isUsualFont(font);
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        x += (glyph / 1000) * (isVertical ? advance : -advance);
        continue;
      }
      const width = (isVertical ? heightOf(glyph) : glyph.width) * font.unit * advance;
      const spacing = (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * (isVertical ? -1 : scale);
      const begin = line.start + x * stretch;
      const left = Math.min(begin, begin + width * stretch);
      const right = Math.max(begin, begin + width * stretch);
      const unicode = isUsual && glyph.originalCharCode !== SOFT_HYPHEN ? glyph.unicode : textOf(glyph, font);
      if (right >= 0 && left <= reach)
        text.add(unicode, left, right, glyph.unicode === ' ' ? 0 : spacing * stretch, isFirst);
      isFirst = false;
      font.widths.add(glyph.unicode, glyph.width);
      font.legibility.add(unicode === UNKNOWN_NUMBER ? unicode : glyph.unicode, glyph.originalCharCode);
      x += width + spacing;
    }
    this.glyphs += glyphs.length;
    this.textMatrix = isVertical ? moved(this.textMatrix, 0, -x) : moved(this.textMatrix, x, 0);
  }
}

/** True for a font whose glyphs are the characters that it states, which is most. */
const isUsualFont = ({ symbols, composed, isNumbered }: KnownFont): boolean =>
  symbols === null && composed === null && !isNumbered;

/** Text of a glyph: what the font states, its symbol, or its name. */
function textOf(
  { unicode, originalCharCode }: PdfGlyph,
  { symbols, composed, isNumbered, stated }: KnownFont,
): string {
  if (isNumbered && isUnknown(unicode, originalCharCode ?? 0, stated)) return UNKNOWN_NUMBER;
  if (symbols !== null) return symbolOf(symbols, unicode);
  if (originalCharCode === SOFT_HYPHEN && unicode === '-') return '\u00AD';
  const named = composed && originalCharCode !== undefined ? composed.get(originalCharCode) : undefined;
  return named !== undefined && isOnlyCode(unicode, originalCharCode!) ? named : unicode;
}

/** True for a code that pdf.js takes for a character, because nothing else is known of it. */
function isUnknown(unicode: string, code: number, stated: KnownFont['stated']): boolean {
  if (stated && stated[code] === undefined && unicode === String.fromCharCode(code)) return true;
  return isFreeNumber(code, unicode);
}

/** Code of the soft hyphen in the Latin encodings, which the standard names like the hyphen. */
const SOFT_HYPHEN = 0xad;

/** Vertical advance of a glyph in vertical writing, in thousandths of the font size. */
function heightOf({ vmetric }: PdfGlyph): number {
  return -(vmetric?.[0] ?? -1000);
}

/** Copies the numbers of any array type used by pdf.js. */
function matrixOf(list: ArrayLike<number>): Matrix {
  return [list[0]!, list[1]!, list[2]!, list[3]!, list[4]!, list[5]!];
}

/** Matrix of a form or an annotation; the identity if there is none. */
function ownMatrix(value: unknown): Matrix {
  const list = value as ArrayLike<number> | null | undefined;
  return list?.length === 6 ? matrixOf(list) : IDENTITY;
}
