import type { PictureSize } from '../../../model/page/screenshot-options.js';
import type { ScreenshotRequest } from '../../../ports/renderer.port.js';
import { OversizeError } from '../browser/browser-errors.js';
import type { PageSession } from './page-session.js';
import { waitUntilReady } from './readiness.js';
import { boundedHeight } from './screen.js';

interface Picture {
  /** A `data:` address. */
  readonly url: string;
  readonly isCut: boolean;
}

interface Metrics {
  readonly cssContentSize: { readonly height: number };
  readonly cssVisualViewport: { readonly clientWidth: number; readonly clientHeight: number };
}

interface Area extends PictureSize {
  /** Height of the picture without limits. */
  readonly fullHeight: number;
}

const MAX_BYTES = 20 * 1024 * 1024;
/** Screens that are scrolled through, so that pictures come that wait to be seen. */
const MAX_SCREENS = 25;
/** Wait for changes caused by the new window size. */
const SETTLE = { quietMs: 120, shellMs: 120 };
const LONGEST_SETTLE_MS = 2_000;

/**
 * Takes a picture of the visible part of the page or of the whole page, limited in pixels and bytes. @throws
 * BrowserError
 */
export async function takePicture(
  lane: PageSession,
  wish: ScreenshotRequest,
  leftMs: () => number,
): Promise<Picture> {
  const usual = lane.screenOf();
  const screen = lane.screenOf(wish.viewport);
  const isOther = screen.width !== usual.width || screen.height !== usual.height;
  if (!isOther) return takeHere(lane, wish, leftMs);
  await lane.show(screen);
  await settle(lane, leftMs);
  try {
    return await takeHere(lane, wish, leftMs);
  } finally {
    await lane.show(usual).catch(() => {}); // the page has ended, which the next step reports
  }
}

async function takeHere(lane: PageSession, wish: ScreenshotRequest, leftMs: () => number): Promise<Picture> {
  if (wish.fullPage) await showAll(lane, leftMs);
  const area = wish.fullPage ? await wholeArea(lane, wish) : seenArea(lane, wish);
  let { height } = area;
  for (;;) {
    const clip =
      wish.fullPage || height < area.height ? { x: 0, y: 0, width: area.width, height, scale: 1 } : null;
    const data = await capture(lane, clip, wish, leftMs());
    if (data !== null) return { url: dataUrl(wish, data), isCut: height < area.fullHeight };
    height = Math.max(1, Math.floor(height / 2));
  }
}

function seenArea(lane: PageSession, { viewport }: ScreenshotRequest): Area {
  const { width, height } = lane.screenOf(viewport);
  return { width, height, fullHeight: viewport?.height ?? height };
}

async function wholeArea(lane: PageSession, { viewport }: ScreenshotRequest): Promise<Area> {
  const { session } = lane;
  const { cssContentSize, cssVisualViewport } = await session.send<Metrics>('Page.getLayoutMetrics');
  const screen = lane.screenOf(viewport);
  const width = Math.ceil(cssVisualViewport.clientWidth) || screen.width;
  const seen = Math.ceil(cssVisualViewport.clientHeight) || screen.height;
  const fullHeight = Math.max(Math.ceil(cssContentSize.height), seen);
  return { width, height: boundedHeight(width, fullHeight, screen.deviceScaleFactor), fullHeight };
}

/** @returns the picture in base64; null when it has too many bytes */
async function capture(
  { session }: PageSession,
  clip: object | null,
  { fullPage, quality }: ScreenshotRequest,
  timeoutMs: number,
): Promise<string | null> {
  const format =
    quality === undefined ? { format: 'png', optimizeForSpeed: true } : { format: 'jpeg', quality };
  const part = clip === null ? {} : { clip, captureBeyondViewport: fullPage };
  try {
    const { data } = await session.send<{ data: string }>(
      'Page.captureScreenshot',
      { ...format, ...part },
      timeoutMs,
    );
    return data.length <= (MAX_BYTES * 4) / 3 ? data : null;
  } catch (error) {
    if (error instanceof OversizeError) return null;
    throw error;
  }
}

/** Pictures below the screen are often loaded when they are scrolled to. */
async function showAll(lane: PageSession, leftMs: () => number): Promise<void> {
  const screens = await lane.worlds.evaluateLater<number>(
    `weObserves || weHasLate() ? weScrollThrough(${MAX_SCREENS}) : 0`,
  );
  if (screens > 1) await settle(lane, leftMs);
}

async function settle(lane: PageSession, leftMs: () => number): Promise<void> {
  const latest = performance.now() + Math.min(LONGEST_SETTLE_MS, leftMs() / 3);
  await waitUntilReady(lane, SETTLE, latest);
}

function dataUrl({ quality }: ScreenshotRequest, data: string): string {
  return `data:image/${quality === undefined ? 'png' : 'jpeg'};base64,${data}`;
}
