/** A box on a page: points, from the upper left corner, y downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Coefficients as PDF writes them: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** The matrix that moves by x and y first. */
export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix {
  return [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright box around `box` after `matrix`. */
export function transformBox([a, b, c, d, e, f]: Matrix, box: Box): Box {
  const { left, right, top, bottom } = box;
  return {
    left: Math.min(a * left, a * right) + Math.min(c * top, c * bottom) + e,
    top: Math.min(b * left, b * right) + Math.min(d * top, d * bottom) + f,
    right: Math.max(a * left, a * right) + Math.max(c * top, c * bottom) + e,
    bottom: Math.max(b * left, b * right) + Math.max(d * top, d * bottom) + f,
  };
}

/** The smallest box around all of `boxes`, of which there is at least one. */
export function boxAround(boxes: readonly Box[]): Box {
  let { left, top, right, bottom } = boxes[0]!;
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, top, right, bottom };
}

/** How much of the extents from `a` to `b` and from `c` to `d` lies on both; 0 or less where they are apart. */
export function overlap(a: number, b: number, c: number, d: number): number {
  return Math.min(b, d) - Math.max(a, c);
}

/** The middle one of the numbers, 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
