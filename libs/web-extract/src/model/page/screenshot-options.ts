/** Width and height in CSS pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Options of a screenshot. */
export interface ScreenshotOptions {
  /**
   * JPEG quality, 1 to 100.
   * @default a lossless PNG
   */
  readonly quality?: number;

  /**
   * Size of the viewport; each side has 1 to 10,000 pixels, reduced if the total is too large.
   * @default 1280 × 800, or the screen of a phone with `mobile`
   */
  readonly viewport?: PictureSize;
}
