import { PageActionError } from '../../../model/errors.js';
import type { PageAction } from '../../../model/page/page-request.js';
import { OversizeError } from '../browser/browser-errors.js';
import { waitUntilReady } from '../page/readiness.js';
import { ActionFailure, type Act, type ActionScene } from './action.js';
import { click } from './click.js';
import { executeJavascript } from './execute-javascript.js';
import { press, write } from './keyboard.js';
import { pdf } from './print.js';
import { scroll } from './scroll.js';
import { scrape, screenshot } from './take.js';
import { wait } from './wait.js';
import { lengthsOf, MOST_BYTES, newBytes } from './weigh-results.js';

const ACTS: Readonly<Record<string, Act>> = {
  wait,
  click,
  write,
  press,
  scroll,
  screenshot,
  scrape,
  executeJavascript,
  pdf,
  generatePDF: pdf,
};

/** Wait for the page to settle before the next action. */
const SETTLE = { quietMs: 120, shellMs: 120 };
const LONGEST_SETTLE_MS = 4_000;
const RESERVE_MS = 300;
/** These change nothing. */
const IDLE = new Set(['wait', 'scrape', 'screenshot', 'pdf', 'generatePDF']);

/** Does actions one after the other. @throws PageActionError naming the first that could not be done; BrowserError */
export async function runActions(scene: ActionScene, actions: readonly PageAction[]): Promise<void> {
  for (const [at, action] of actions.entries()) {
    try {
      await runAction(scene, action);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      throw new PageActionError(`Action ${at + 1} (${action.type}) ${reason}`, { cause: error });
    }
  }
}

/** Why an action could not be done; null when it is not the action's fault. */
function reasonOf(error: unknown): string | null {
  if (error instanceof OversizeError) return 'gave more than can be read';
  return error instanceof ActionFailure ? error.message : null;
}

async function runAction(scene: ActionScene, action: PageAction): Promise<void> {
  const act = Object.hasOwn(ACTS, action.type) ? ACTS[action.type] : undefined;
  if (!act) throw new ActionFailure('is not known');
  await actWithin(scene, action, act);
  if (IDLE.has(action.type)) return;
  scene.lane.progress.network.restart();
  const latest = Math.min(performance.now() + LONGEST_SETTLE_MS, scene.budget.until(RESERVE_MS));
  await waitUntilReady(scene.lane, SETTLE, latest);
}

/** Does an action whose result has room in memory. @throws ActionFailure when it has none */
async function actWithin(scene: ActionScene, action: PageAction, act: Act): Promise<void> {
  const { memory, results, budget } = scene;
  const mostBytes = MOST_BYTES[action.type];
  if (mostBytes === undefined) return act(scene, action);
  if (memory.leftBytes <= 0) throw tooMuch();
  if (!(await memory.reserve(mostBytes, budget.until(RESERVE_MS) - performance.now())))
    throw new ActionFailure('found no memory for its result: other requests hold it; try again later');
  const before = lengthsOf(results);
  await act(scene, action);
  if (!memory.settle(newBytes(results, before))) throw tooMuch();
}

const tooMuch = (): ActionFailure =>
  new ActionFailure('gave more than the results of one request may have: raise `browser.maxActionBytes`');
