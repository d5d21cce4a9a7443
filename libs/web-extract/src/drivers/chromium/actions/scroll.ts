import type { Act } from './action.js';
import { FIND_MS } from './click.js';
import { findElement } from './find-element.js';

/** Scrolls a screen, within an element that scrolls; one that does not is brought into view. */
const SCROLL = `function (sign) {
  const isPage = this === document.scrollingElement || this === document.body || this === document.documentElement;
  const target = isPage ? document.scrollingElement ?? document.documentElement : this;
  const height = isPage ? innerHeight : target.clientHeight;
  if (!isPage && target.scrollHeight <= target.clientHeight) target.scrollIntoView({ block: 'center', behavior: 'instant' });
  else target.scrollBy({ top: sign * height, behavior: 'instant' });
}`;

export const scroll: Act = async (scene, { direction, selector }) => {
  const { worlds } = scene.lane;
  const target =
    typeof selector === 'string'
      ? await findElement(scene, selector, FIND_MS)
      : await worlds.handle('document.scrollingElement ?? document.documentElement');
  if (target !== null) await worlds.callOn(target, SCROLL, [direction === 'up' ? -1 : 1]);
};
