import { IDENTITY, type Matrix } from './geometry.js';

/** Text that runs in one direction: to the right, down, upside down, up, or askew. */
export const DIRECTIONS = 5;
export const ASKEW = 4;
/** Text further below the page than this part of its height is left out. */
const MAX_OVERFLOW = 0.5;
/** Steeper text is no line of the page. */
const MAX_SLOPE = 0.08;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A line of text, in coordinates in which it runs to the right. */
interface DirectedLine {
  readonly direction: number;
  readonly start: number;
  readonly baseline: number;
}

/** Where a line of text begins and in which of the directions it runs. */
export function lineOf(matrix: Matrix, rise: number, { width, height }: PageSize): DirectedLine {
  const [a, b] = matrix;
  const x = matrix[2] * rise + matrix[4];
  const y = matrix[3] * rise + matrix[5];
  const long = Math.max(Math.abs(a), Math.abs(b));
  const isAskew = Math.min(Math.abs(a), Math.abs(b)) > long * MAX_SLOPE;
  if (isAskew) return { direction: ASKEW, start: x, baseline: y };
  if (Math.abs(a) >= Math.abs(b)) {
    return a >= 0
      ? { direction: 0, start: x, baseline: y }
      : { direction: 2, start: width - x, baseline: height - y };
  }
  return b > 0
    ? { direction: 1, start: y, baseline: width - x }
    : { direction: 3, start: height - y, baseline: x };
}

/**
 * How far to the right letters of the line are seen; -1 where none are. Nobody sees what stands beside the page; but slides are
 * overfull, and what runs out of them is meant to be read.
 */
export function reachOf({ direction, baseline }: DirectedLine, page: PageSize): number {
  const width = isSideways(direction) ? page.height : page.width;
  const height = isSideways(direction) ? page.width : page.height;
  return baseline >= 0 && baseline <= (1 + MAX_OVERFLOW) * height ? width : -1;
}

export function isSideways(direction: number): boolean {
  return direction === 1 || direction === 3;
}

/** The matrix that does with boxes what {@link lineOf} does with text. */
export function turnOf(direction: number, { width, height }: PageSize): Matrix {
  if (direction === 1) return [0, -1, 1, 0, 0, width];
  if (direction === 2) return [-1, 0, 0, -1, width, height];
  if (direction === 3) return [0, 1, -1, 0, height, 0];
  return IDENTITY;
}
