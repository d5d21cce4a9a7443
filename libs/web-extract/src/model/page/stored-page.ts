import { jsonBuffer } from '../json-in-steps.js';
import type { ActionResults, Page } from '../page.js';
import { ScriptReturn } from './script-return.js';

type Returned = ActionResults['javascriptReturns'][number];

/** What is stored of a {@link ScriptReturn}: reading the page must not parse its value. */
interface StoredReturn {
  readonly type: string;
  readonly json: string;
}

/** Writes a page for a store as JSON, a large one in steps. */
export const encodePage = (page: Page): Promise<Buffer> => jsonBuffer(withReturns(page, stored));

/** Reads a page that {@link encodePage} wrote. */
export const decodePage = (json: Buffer): Page =>
  withReturns(JSON.parse(json.toString()) as Page, (value) => restored(value as Returned | StoredReturn));

function withReturns(page: Page, map: (value: Returned) => unknown): Page {
  const { actions } = page;
  if (!actions || actions.javascriptReturns.length === 0) return page;
  const javascriptReturns = actions.javascriptReturns.map(map) as ActionResults['javascriptReturns'];
  return { ...page, actions: { ...actions, javascriptReturns } };
}

const stored = (value: Returned): Returned | StoredReturn =>
  value instanceof ScriptReturn ? { type: value.type, json: value.json } : value;

const restored = (value: Returned | StoredReturn): Returned =>
  'json' in value ? new ScriptReturn(value.type, value.json) : value;
