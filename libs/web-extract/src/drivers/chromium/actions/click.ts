import type { CdpSession } from '../browser/cdp-pipe.js';
import { ActionFailure, type Act, type ActionScene } from './action.js';
import { findElement, quoted } from './find-element.js';
import { textOption } from './options.js';

/** Maximum time to wait for an element to appear. */
export const FIND_MS = 5_000;
/** Elements clicked by one action. */
const MAX_CLICKS = 100;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Scrolls the element into view and says where its middle is on the screen; null when it has no place there. */
const MIDDLE = `function () {
  this.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = [...this.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}`;

export const click: Act = async (scene, action) => {
  const selector = textOption(action, 'selector');
  const first = await findElement(scene, selector, FIND_MS);
  if (action['all'] === true) return clickAll(scene, selector);
  const point = await scene.lane.worlds.callOn<Point | null>(first, MIDDLE);
  if (!point) throw new ActionFailure(`found ${quoted(selector)}, which is not to be seen`);
  await press(scene.lane.session, point);
};

async function clickAll({ lane, budget }: ActionScene, selector: string): Promise<void> {
  const list = await lane.worlds.handle(
    `[...Document.prototype.querySelectorAll.call(document, ${JSON.stringify(selector)})]`,
  );
  if (list === null) return;
  const count = Math.min(
    MAX_CLICKS,
    await lane.worlds.callOn<number>(list, 'function () { return this.length; }'),
  );
  for (let at = 0; at < count && budget.leftMs > 0; at++) {
    // a click may have led on to another page, where the others are no more
    const point = await lane.worlds
      .callOn<Point | null>(list, `function (at) { return (${MIDDLE}).call(this[at]); }`, [at])
      .catch(() => null);
    if (point) await press(lane.session, point);
  }
}

async function press(session: CdpSession, { x, y }: Point): Promise<void> {
  const mouse = (type: string, more: object = {}) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, ...more });
  await mouse('mouseMoved');
  await mouse('mousePressed', { button: 'left', buttons: 1, clickCount: 1 });
  await mouse('mouseReleased', { button: 'left', clickCount: 1 });
}
