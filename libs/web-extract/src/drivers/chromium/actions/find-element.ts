import { setTimeout as sleep } from 'node:timers/promises';
import {
  CommandRefusedError,
  BrowserError,
  NoAnswerError,
  PageCrashedError,
} from '../browser/browser-errors.js';
import { ActionFailure, type ActionScene } from './action.js';

const LOOK_MS = 60;
/** Time reserved for the steps after the wait. */
const RESERVE_MS = 500;

/**
 * Waits until an element matches, and gives a handle of it.
 * @throws ActionFailure naming the selector, when it is none or nothing matches in time
 */
export async function findElement(scene: ActionScene, selector: string, longestMs: number): Promise<string> {
  const { lane, budget } = scene;
  const until = performance.now() + Math.min(longestMs, budget.leftMs - RESERVE_MS);
  const expression = `Document.prototype.querySelector.call(document, ${JSON.stringify(selector)})`;
  for (;;) {
    const found = await lane.worlds.handle(expression).catch(explain(selector));
    if (found !== null) return found;
    if (performance.now() >= until)
      throw new ActionFailure(`found no element that matches ${quoted(selector)}`);
    await sleep(LOOK_MS);
  }
}

/**
 * A document that is being replaced does not respond, so the next one is searched. An invalid selector is an error.
 */
function explain(selector: string): (error: unknown) => null {
  return (error) => {
    const isPassing = error instanceof CommandRefusedError;
    const isFatal = error instanceof NoAnswerError || error instanceof PageCrashedError;
    if (isPassing) return null;
    if (isFatal || !(error instanceof BrowserError) || error.constructor !== BrowserError) throw error;
    throw new ActionFailure(`was given ${quoted(selector)}, which is no CSS selector`);
  };
}

export function quoted(selector: string): string {
  return JSON.stringify(selector.length > 200 ? `${selector.slice(0, 200)}…` : selector);
}
