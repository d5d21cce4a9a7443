import type { PictureSize } from '../../../model/page/screenshot-options.js';
import { WINDOW } from '../browser/browser-flags.js';

/** Screen of a page: size in CSS pixels, and device pixels per CSS pixel. */
export interface Screen extends PictureSize {
  readonly deviceScaleFactor: number;
  readonly mobile: boolean;
}

const MAX_HEIGHT = 16_384;
/** Dots of a picture: more take the browser too long, and too much memory. */
const MAX_DOTS = 24_000_000;

const PHONE = { width: 390, height: 844, deviceScaleFactor: 2 };
const DESKTOP = { ...WINDOW, deviceScaleFactor: 1 };

/** @param viewport the requested window; its height is reduced to the maximum number of dots */
export function screenOf(mobile: boolean, viewport: PictureSize | null): Screen {
  const device = mobile ? PHONE : DESKTOP;
  const { width, height } = viewport ?? device;
  const { deviceScaleFactor } = device;
  return { width, height: boundedHeight(width, height, deviceScaleFactor), deviceScaleFactor, mobile };
}

/** The height of a picture, limited to the maximum. */
export function boundedHeight(width: number, height: number, deviceScaleFactor: number): number {
  return Math.min(height, MAX_HEIGHT, Math.floor(MAX_DOTS / width / deviceScaleFactor ** 2));
}

/** The command that shows a page on a screen, with its parameters. */
export function showOn(screen: Screen): [method: string, params: Screen] {
  return ['Emulation.setDeviceMetricsOverride', screen];
}
