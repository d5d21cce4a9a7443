import { isEnd } from '../browser/browser-errors.js';
import type { PageLane } from './page-lane.js';
import { waitUntilReady } from './readiness.js';

/** Higher windows are not opened, in CSS pixels. */
const MAX_HEIGHT = 12_000;
/** The window is not looked at: hardly anything is painted of it. */
const DOTS_A_PIXEL = 0.1;
/** What is higher than such a window is scrolled through, so many windows far. */
const MAX_WINDOWS = 4;
const SCROLL_MS = 2_000;
/** What comes into view may bring its content. */
const SETTLE = { quietMs: 150, shellMs: 150 };
const LONGEST_MS = 2_500;

/**
 * Brings what a page keeps for those who scroll: it is seen in a window as high as the page. Pages that keep nothing are left as they are.
 * To be called last, since the window stays.
 * @throws BrowserError when the page has ended
 */
export async function showMore(lane: PageLane, leftMs: number): Promise<void> {
  try {
    const height = await lane.worlds.evaluate<number>('weHidesMore()', leftMs / 4);
    if (height === 0) return;
    const high = {
      ...lane.screenOf(),
      height: Math.min(height, MAX_HEIGHT),
      deviceScaleFactor: DOTS_A_PIXEL,
    };
    await lane.show(high);
    lane.progress.network.restart();
    await lane.worlds.evaluateLater(`weScrollThrough(${MAX_WINDOWS})`, Math.min(SCROLL_MS, leftMs / 4));
    await waitUntilReady(lane, SETTLE, performance.now() + Math.min(LONGEST_MS, leftMs / 4));
  } catch (error) {
    if (isEnd(error)) throw error; // else the page is taken as it was
  }
}
