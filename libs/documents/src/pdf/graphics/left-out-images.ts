import type { Matrix } from '../lines/geometry.js';

/** Minimum share of the page that images cover in a scan; less is a logo or an ornament. */
const MIN_SHARE = 0.1;

/**
 * Finds images that pdf.js leaves out, which it does without an operator because images are not decoded. What remains of an image is
 * the transformation of the unit square to its place, with nothing painted before the graphics state is restored.
 */
export class LeftOutImages {
  private area = 0;
  private isPending = false;

  /** The coordinates were transformed. */
  place(): void {
    this.isPending = true;
  }

  /** Something was painted, so that the transformation was not of an image. */
  paint(): void {
    this.isPending = false;
  }

  /** The state with this matrix ends. */
  end([a, b, c, d]: Matrix): void {
    if (this.isPending) this.area += Math.abs(a * d - b * c);
    this.isPending = false;
  }

  /** True if images cover a considerable part of a page of this size. */
  cover(width: number, height: number): boolean {
    return this.area >= MIN_SHARE * width * height;
  }
}
