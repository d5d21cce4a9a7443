import { isEnd } from '../browser/browser-errors.js';
import type { PageSession } from './page-session.js';
import { waitUntilReady } from './readiness.js';

/** Higher windows are not opened, in CSS pixels. */
const MAX_HEIGHT = 12_000;
/** The window is not looked at: hardly anything is painted of it. */
const DOTS_A_PIXEL = 0.1;
/** A page higher than the tallest window is scrolled by at most this many windows. */
const MAX_WINDOWS = 4;
const SCROLL_MS = 2_000;
/** Wait for content that loads when it becomes visible. */
const SETTLE = { quietMs: 150, shellMs: 150 };
const LONGEST_MS = 2_500;

/**
 * Loads content that appears on scrolling, by showing the page in a window of its full height. Pages without such
 * content are not
 * changed. Must be the last step, since the window keeps its size.
 * @throws BrowserError if the page has ended
 */
export async function loadOnScroll(lane: PageSession, leftMs: number): Promise<void> {
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
    if (isEnd(error)) throw error; // otherwise the page is used in its earlier state
  }
}
