/** Width and height in CSS pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How a picture of a page is taken. */
export interface ScreenshotOptions {
  /**
   * 1 to 100; makes it a JPEG.
   * @default a PNG, which loses nothing
   */
  readonly quality?: number;

  /**
   * The window that the page is seen in; each side has 1 to 10,000 pixels, and less is shown where both together are too many.
   * @default 1280 × 800, or the screen of a phone with `mobile`
   */
  readonly viewport?: PictureSize;
}
