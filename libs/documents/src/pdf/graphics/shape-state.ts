import { transformBox, type Box, type Matrix } from '../lines/geometry.js';
import { OPERATOR } from '../reading/pdfjs.js';

/** Maximum thickness of a rule in points; thicker ones are boxes. Observed table borders: 0.25 to 2 points. */
const MAX_RULE_THICKNESS = 3;
/** Minimum length of a rule in points; shorter lines are parts of glyphs and drawings. */
const MIN_RULE_LENGTH = 6;
/** Size of bullets in points. They are about a third of the font size; slide headings have the largest. */
const MAX_DOT = 14;
const MIN_DOT = 1.2;
/** A drawing with more strokes is not a table; further shapes are ignored. */
const MAX_SHAPES = 20_000;
const WHITE = '#ffffff';

const STROKES: ReadonlySet<number> = new Set([
  OPERATOR.stroke,
  OPERATOR.closeStroke,
  OPERATOR.fillStroke,
  OPERATOR.eoFillStroke,
  OPERATOR.closeFillStroke,
  OPERATOR.closeEOFillStroke,
]);
const FILLS: ReadonlySet<number> = new Set([
  OPERATOR.fill,
  OPERATOR.eoFill,
  OPERATOR.fillStroke,
  OPERATOR.eoFillStroke,
  OPERATOR.closeFillStroke,
  OPERATOR.closeEOFillStroke,
]);

/** Number of operands of each path step: move, line, curve, quadratic curve, close. */
const STEP_NUMBERS = [2, 2, 6, 4, 0] as const;

/** Bounding box of a path; null unless the path is a single rectangle. */
export function boxOfPath(data: ArrayLike<number>, matrix: Matrix): Box | null {
  const paths = subPathsOf(data);
  const [path] = paths;
  const isBox =
    path && paths.length === 1 && !path.isCurved && path.points.length >= 8 && path.points.length <= 10;
  return isBox ? transformBox(matrix, boundsOf(path.points)) : null;
}

interface SubPath {
  readonly points: number[];
  isCurved: boolean;
  isClosed: boolean;
}

/** Collects the lines, boxes and dots drawn on a page. */
export class ShapeState {
  readonly horizontals: Box[] = [];
  readonly verticals: Box[] = [];
  readonly areas: Box[] = [];
  readonly dots: Box[] = [];
  count = 0;

  /** Adds one path. `paint` is the painting operator, `data` contains the path steps as packed by pdf.js. */
  add(paint: number, data: ArrayLike<number> | null, matrix: Matrix, fillColor: string): void {
    if (!data || this.count > MAX_SHAPES) return;
    const isStroked = STROKES.has(paint);
    const isFilled = FILLS.has(paint) && fillColor !== WHITE;
    if (!isStroked && !isFilled) return;
    for (const path of subPathsOf(data)) {
      if (++this.count > MAX_SHAPES) return;
      if (isFilled || path.isCurved) this.addFilled(path, matrix);
      if (isStroked && !path.isCurved) this.addStroked(path, matrix);
    }
  }

  private addFilled({ points, isCurved }: SubPath, matrix: Matrix): void {
    const box = transformBox(matrix, boundsOf(points));
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (isDot(width, height)) this.dots.push(box);
    else if (height <= MAX_RULE_THICKNESS) this.addLine(box, this.horizontals, width);
    else if (width <= MAX_RULE_THICKNESS) this.addLine(box, this.verticals, height);
    else if (!isCurved || points.length > 10) this.areas.push(box);
  }

  private addStroked({ points, isClosed }: SubPath, matrix: Matrix): void {
    const corners = isClosed ? [...points, points[0]!, points[1]!] : points;
    for (let i = 0; i + 3 < corners.length; i += 2) {
      const box = transformBox(matrix, boundsOf(corners.slice(i, i + 4)));
      const width = box.right - box.left;
      const height = box.bottom - box.top;
      if (height < 1) this.addLine(box, this.horizontals, width);
      else if (width < 1) this.addLine(box, this.verticals, height);
    }
  }

  private addLine(box: Box, lines: Box[], length: number): void {
    if (length >= MIN_RULE_LENGTH) lines.push(box);
  }
}

function isDot(width: number, height: number): boolean {
  const isSmall = width <= MAX_DOT && height <= MAX_DOT && width >= MIN_DOT && height >= MIN_DOT;
  return isSmall && width < height * 1.5 && height < width * 1.5;
}

function subPathsOf(data: ArrayLike<number>): SubPath[] {
  const paths: SubPath[] = [];
  let path: SubPath = { points: [], isCurved: false, isClosed: false };
  for (let i = 0; i < data.length;) {
    const step = data[i]!;
    const count = STEP_NUMBERS[step] ?? 0;
    if (step === 0) {
      if (path.points.length > 2) paths.push(path);
      path = { points: [], isCurved: false, isClosed: false };
    }
    if (step === 2 || step === 3) path.isCurved = true;
    if (step === 4) path.isClosed = true;
    for (let k = 0; k < count; k++) path.points.push(data[i + 1 + k]!);
    i += 1 + count;
  }
  if (path.points.length > 2) paths.push(path);
  return paths;
}

function boundsOf(points: readonly number[]): Box {
  let [left, top] = [Infinity, Infinity];
  let [right, bottom] = [-Infinity, -Infinity];
  for (let i = 0; i + 1 < points.length; i += 2) {
    left = Math.min(left, points[i]!);
    right = Math.max(right, points[i]!);
    top = Math.min(top, points[i + 1]!);
    bottom = Math.max(bottom, points[i + 1]!);
  }
  return { left, top, right, bottom };
}
