import { transformBox, type Box, type Matrix } from '../lines/geometry.js';
import type { FontFacts, TextPiece } from '../graphics/page-graphics.js';
import type { PdfAnnotation } from './pdfjs.js';

/** Maximum number of fields per page. */
const MAX_FIELDS = 2_000;
/** Longer values are truncated. */
const MAX_LETTERS = 20_000;
/** Default font size if the field does not specify one. */
const USUAL_SIZE = 10;
/** Line height and approximate character width in font sizes. */
const LINE_HEIGHT = 1.2;
const LETTER_WIDTH = 0.5;

const FONT: FontFacts = {
  id: 'field',
  name: '',
  isBold: false,
  isItalic: false,
  isMonospaced: false,
  isLegible: true,
};

/**
 * Values of form fields without an appearance stream: form-filling programs leave the rendering to the viewer. Hidden
 * values and passwords are skipped.
 *
 * @param order order of the first piece
 */
export function fieldValues(
  annotations: readonly PdfAnnotation[],
  transform: Matrix,
  order: number,
): TextPiece[] {
  return annotations
    .slice(0, MAX_FIELDS)
    .flatMap((annotation) => {
      const { subtype, rect, hasAppearance, hidden, password } = annotation;
      const isBox = isChoiceBox(annotation);
      if (subtype !== 'Widget' || !rect || (hasAppearance && !isBox) || hidden || password) return [];
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
      const box = transformBox(transform, { left: x0, top: y0, right: x1, bottom: y1 });
      return linesOf(annotation).map((text, line) => ({ text, line, box, annotation }));
    })
    .map(({ text, line, box, annotation }, at) => pieceOf(text, line, box, annotation, order + at));
}

/** True for a check box or a radio button. */
export function isChoiceBox({ fieldType, checkBox, radioButton }: PdfAnnotation): boolean {
  return fieldType === 'Btn' && Boolean(checkBox || radioButton);
}

function isOn({ fieldValue, radioButton, exportValue, buttonValue }: PdfAnnotation): boolean {
  if (typeof fieldValue !== 'string' || fieldValue === '' || fieldValue === 'Off') return false;
  const own = radioButton ? buttonValue : exportValue;
  return !own || own === fieldValue;
}

/**
 * Moves the boxes of a form to the line of their label, and removes what their appearance draws, which is a character of
 * a symbol font.
 */
export function withChoiceBoxes(
  drawn: readonly TextPiece[],
  filled: readonly TextPiece[],
  annotations: readonly PdfAnnotation[],
  transform: Matrix,
): TextPiece[] {
  const boxes = annotations.slice(0, MAX_FIELDS).flatMap((annotation) => {
    const { rect } = annotation;
    if (!rect || !isChoiceBox(annotation)) return [];
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
    return [transformBox(transform, { left: x0, top: y0, right: x1, bottom: y1 })];
  });
  if (boxes.length === 0) return [...drawn, ...filled];
  const kept = drawn.filter((piece) => !piece.isOverlay || !boxes.some((box) => isWithin(piece, box)));
  return [...kept, ...filled.map((piece) => (BOXES.has(piece.text) ? besideLabel(piece, kept) : piece))];
}

const [ON, OFF] = ['☒', '☐'];
const BOXES: ReadonlySet<string> = new Set([ON, OFF]);
/** Maximum distance of a box to its label, and maximum difference of their heights, in font sizes. */
const LABEL_GAP = 4;
const LABEL_SHIFT = 0.7;

function isWithin({ left, right, baseline, size }: TextPiece, box: Box): boolean {
  const [x, y] = [(left + right) / 2, baseline - 0.35 * size];
  return x >= box.left - 1 && x <= box.right + 1 && y >= box.top - 1 && y <= box.bottom + 1;
}

function besideLabel(box: TextPiece, pieces: readonly TextPiece[]): TextPiece {
  let label: TextPiece | null = null;
  for (const piece of pieces) {
    const gap = piece.left - box.left;
    const isBeside = gap > 0 && gap < LABEL_GAP * piece.size + box.size;
    if (!isBeside || Math.abs(piece.baseline - box.baseline) > LABEL_SHIFT * piece.size) continue;
    if (!label || piece.left < label.left) label = piece;
  }
  return label ? { ...box, baseline: label.baseline, size: label.size } : box;
}

function linesOf(annotation: PdfAnnotation): string[] {
  return isChoiceBox(annotation) ? [isOn(annotation) ? ON : OFF] : valuesOf(annotation);
}

function valuesOf({ fieldType, fieldValue, options = [], multiLine }: PdfAnnotation): string[] {
  const values = [fieldValue].flat().filter((value): value is string => typeof value === 'string');
  if (fieldType === 'Ch') return values.map((value) => shownAs(value, options)).filter((text) => text !== '');
  if (fieldType !== 'Tx') return [];
  const text = values.join(' ').slice(0, MAX_LETTERS);
  const lines = multiLine ? text.split(/\r\n?|\n/) : [text];
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

function shownAs(value: string, options: NonNullable<PdfAnnotation['options']>): string {
  return options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
}

function pieceOf(text: string, line: number, box: Box, annotation: PdfAnnotation, order: number): TextPiece {
  const isBox = isChoiceBox(annotation);
  const size = isBox ? USUAL_SIZE : annotation.defaultAppearanceData?.fontSize || USUAL_SIZE;
  const width = Math.min(LETTER_WIDTH * size, (box.right - box.left) / text.length);
  const middle = (box.top + box.bottom) / 2;
  const first = annotation.multiLine ? box.top + size : middle + 0.35 * size;
  return {
    text,
    lefts: Array.from({ length: text.length }, (_, at) => box.left + at * width),
    left: box.left,
    right: box.left + text.length * width,
    baseline: first + line * LINE_HEIGHT * size,
    size,
    font: FONT,
    order,
    markedContent: null,
    isArtifact: false,
    isOverlay: true,
    clip: null,
    hasBlankBefore: false,
  };
}
