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
      if (subtype !== 'Widget' || !rect || hasAppearance || hidden || password) return [];
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
      const box = transformBox(transform, { left: x0, top: y0, right: x1, bottom: y1 });
      return linesOf(annotation).map((text, line) => ({ text, line, box, annotation }));
    })
    .map(({ text, line, box, annotation }, at) => pieceOf(text, line, box, annotation, order + at));
}

function linesOf({ fieldType, fieldValue, options = [], multiLine }: PdfAnnotation): string[] {
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
  const size = annotation.defaultAppearanceData?.fontSize || USUAL_SIZE;
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
