import { WINDOW } from './browser-flags.js';
import type { PageLane } from './page-lane.js';
import { waitUntilReady } from './readiness.js';

export interface PictureWish {
  readonly fullPage: boolean;
  /** Makes it a JPEG; 1 to 100. */
  readonly quality?: number;
}

export interface Picture {
  /** A `data:` address. */
  readonly url: string;
  readonly isCut: boolean;
}

interface Metrics {
  readonly cssContentSize: { readonly width: number; readonly height: number };
  readonly cssVisualViewport: { readonly clientWidth: number; readonly clientHeight: number };
}

const MAX_HEIGHT = 16_384;
const MAX_PIXELS = 24_000_000;
const MAX_BYTES = 20 * 1024 * 1024;
/** Screens that are scrolled through, so that pictures come that wait to be seen. */
const MAX_SCREENS = 25;

/** Takes a picture of what is seen of the page, or of all of it. Bounded in pixels and bytes. @throws BrowserError */
export async function takePicture(lane: PageLane, wish: PictureWish, leftMs: () => number): Promise<Picture> {
  if (wish.fullPage) await showAll(lane, leftMs);
  const area = await pictureArea(lane, wish.fullPage);
  let { height } = area;
  for (;;) {
    const data = await capture(lane, { ...area, height }, wish, leftMs());
    const isFull = data.length <= (MAX_BYTES * 4) / 3;
    if (isFull) return { url: dataUrl(wish, data), isCut: height < area.fullHeight };
    height = Math.floor(height / 2);
  }
}

interface Area {
  readonly width: number;
  readonly height: number;
  readonly fullHeight: number;
}

async function pictureArea({ session, worlds }: PageLane, fullPage: boolean): Promise<Area> {
  const { cssContentSize, cssVisualViewport } = await session.send<Metrics>('Page.getLayoutMetrics');
  const dots = await worlds.evaluate<number>('devicePixelRatio ** 2');
  const width = Math.ceil(cssVisualViewport.clientWidth) || WINDOW.width;
  const seen = Math.ceil(cssVisualViewport.clientHeight) || WINDOW.height;
  const fullHeight = fullPage ? Math.max(Math.ceil(cssContentSize.height), seen) : seen;
  return {
    width,
    height: Math.min(fullHeight, MAX_HEIGHT, Math.floor(MAX_PIXELS / width / dots)),
    fullHeight,
  };
}

async function capture(
  { session }: PageLane,
  { width, height }: { width: number; height: number },
  { fullPage, quality }: PictureWish,
  timeoutMs: number,
): Promise<string> {
  const { data } = await session.send<{ data: string }>(
    'Page.captureScreenshot',
    {
      ...(quality === undefined ? { format: 'png', optimizeForSpeed: true } : { format: 'jpeg', quality }),
      ...(fullPage ? { clip: { x: 0, y: 0, width, height, scale: 1 }, captureBeyondViewport: true } : {}),
    },
    timeoutMs,
  );
  return data;
}

/** Pictures below the screen are often loaded when they are scrolled to. */
async function showAll(lane: PageLane, leftMs: () => number): Promise<void> {
  const screens = await lane.worlds.evaluateLater<number>(`weScrollThrough(${MAX_SCREENS})`);
  if (screens > 1)
    await waitUntilReady(
      lane,
      { quietMs: 120, shellMs: 120 },
      performance.now() + Math.min(2_000, leftMs() / 3),
    );
}

function dataUrl({ quality }: PictureWish, data: string): string {
  return `data:image/${quality === undefined ? 'png' : 'jpeg'};base64,${data}`;
}
