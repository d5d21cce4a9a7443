import { IDENTITY, type Matrix } from './geometry.js';

/** Number of text directions: to the right, down, upside down, up, and askew. */
export const DIRECTIONS = 5;
export const ASKEW = 4;
/** Text further below the page than this share of its height is omitted. */
const MAX_OVERFLOW = 0.5;
/** Maximum slope of text that counts as a line. */
const MAX_SLOPE = 0.08;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A line of text in coordinates in which it runs to the right. */
interface DirectedLine {
  readonly direction: number;
  readonly start: number;
  readonly baseline: number;
  /** True for askew text that begins outside the page. */
  readonly isOutside?: boolean;
}

/** Start and direction of a line of text. */
export function lineOf(matrix: Matrix, rise: number, { width, height }: PageSize): DirectedLine {
  const [a, b] = matrix;
  const x = matrix[2] * rise + matrix[4];
  const y = matrix[3] * rise + matrix[5];
  const long = Math.max(Math.abs(a), Math.abs(b));
  const isAskew = Math.min(Math.abs(a), Math.abs(b)) > long * MAX_SLOPE;
  if (isAskew) return askewLine(matrix, x, y, { width, height });
  if (Math.abs(a) >= Math.abs(b)) {
    return a >= 0
      ? { direction: 0, start: x, baseline: y }
      : { direction: 2, start: width - x, baseline: height - y };
  }
  return b > 0
    ? { direction: 1, start: y, baseline: width - x }
    : { direction: 3, start: height - y, baseline: x };
}

/** Number of directions that askew text is sorted into. */
const ANGLES = 72;

/** Coordinates of a slanted line are turned with it. Lines of different slopes are set apart from each other. */
function askewLine([a, b]: Matrix, x: number, y: number, { width, height }: PageSize): DirectedLine {
  const length = Math.hypot(a, b);
  const side = 4 * (width + height);
  const angle = Math.round((Math.atan2(b, a) / (2 * Math.PI) + 0.5) * ANGLES);
  return {
    direction: ASKEW,
    start: (x * a + y * b) / length + side,
    baseline: (y * a - x * b) / length + side * (angle + 1),
    isOutside: x < 0 || y < 0 || x > width || y > height,
  };
}

/**
 * Right limit of visible characters in the line; -1 if none are visible. Text outside the page is invisible, except
 * below the page: slides overflow, and that text is meant to be read.
 */
export function reachOf({ direction, baseline, isOutside }: DirectedLine, page: PageSize): number {
  if (direction === ASKEW) return isOutside ? -1 : Infinity;
  const width = isSideways(direction) ? page.height : page.width;
  const height = isSideways(direction) ? page.width : page.height;
  return baseline >= 0 && baseline <= (1 + MAX_OVERFLOW) * height ? width : -1;
}

export function isSideways(direction: number): boolean {
  return direction === 1 || direction === 3;
}

/** Matrix that rotates boxes like {@link lineOf} rotates text. */
export function turnOf(direction: number, { width, height }: PageSize): Matrix {
  if (direction === 1) return [0, -1, 1, 0, 0, width];
  if (direction === 2) return [-1, 0, 0, -1, width, height];
  if (direction === 3) return [0, 1, -1, 0, height, 0];
  return IDENTITY;
}
