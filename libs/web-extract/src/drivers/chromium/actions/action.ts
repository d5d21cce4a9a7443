import type { PageAction } from '../../../model/page/page-request.js';
import type { ActionResults } from '../../../model/page/page.js';
import type { PageNotice } from '../../../model/problems/degraded-feature.js';
import type { PageSession } from '../page/page-session.js';
import type { TimeBudget } from '../time-budget.js';
import type { ActionBudget } from './action-memory.js';

type Growing<T> = { [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : never };

/** Page and results of an action. */
export interface ActionScene {
  readonly lane: PageSession;
  readonly budget: TimeBudget;
  readonly memory: ActionBudget;
  readonly results: Growing<ActionResults>;
  readonly warnings: PageNotice[];
}

/** Does one action. @throws ActionFailure saying why it could not be done; BrowserError */
export type Act = (scene: ActionScene, action: PageAction) => Promise<void>;

/** An action could not be done, in words that follow its name: `found no element that matches "#a"`. */
export class ActionFailure extends Error {}
