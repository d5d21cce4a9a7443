import { COMPUTED_FIELDS } from '../formats/select-formats.js';
import type { ActionResults, Page } from './page.js';
import { ScriptReturn } from './script-return.js';

/** Fields that answers contain unchanged, or not at all. */
const FIELDS = [...COMPUTED_FIELDS, 'screenshot', 'structuredData', 'searchText'];
/** Shorter texts remain part of the page. */
const LEAST_CHARS = 512;

/** Names and positions that lead from a page to a value. */
export type Path = readonly (string | number)[];
type Node = Record<string | number, unknown>;

interface SeparateValue {
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Separates the large values that answers contain unchanged: formats, results of actions, the body of the response.
 *
 * @returns the values, and a copy of the page with null in their places
 */
export function separateValues(page: Page): { readonly rest: Page; readonly values: SeparateValue[] } {
  const rest = copyOf(page);
  const values: SeparateValue[] = [];
  for (const path of placesOf(rest)) {
    const value = nodeAbove(rest, path)[path.at(-1)!];
    if (!isLarge(value) && !(path[0] === 'change' && typeof value === 'object' && value !== null)) continue;
    values.push({ path, value });
    putValue(rest, path, null);
  }
  return { rest, values };
}

/** Puts a value in its place. */
export function putValue(page: Page, path: Path, value: unknown): void {
  nodeAbove(page, path)[path.at(-1)!] = value;
}

function* placesOf({ actions, change, documentPages, response }: Page): Generator<Path> {
  for (const field of FIELDS) yield [field];
  if (change?.diff) yield* [['change', 'diff', 'text'], ['change', 'diff', 'json']]; // prettier-ignore
  if (change?.fields) yield ['change', 'fields'];
  for (const n of documentPages?.keys() ?? []) yield ['documentPages', n, 'markdown'];
  if (response) yield ['response', 'body'];
  if (!actions) return;
  for (const n of actions.screenshots.keys()) yield ['actions', 'screenshots', n];
  for (const n of actions.scrapes.keys()) yield ['actions', 'scrapes', n, 'html'];
  for (const n of actions.javascriptReturns.keys()) yield ['actions', 'javascriptReturns', n];
  for (const n of actions.pdfs.keys()) yield ['actions', 'pdfs', n];
}

function nodeAbove(page: Page, path: Path): Node {
  let node = page as unknown as Node;
  for (const name of path.slice(0, -1)) node = node[name] as Node;
  return node;
}

function isLarge(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= LEAST_CHARS;
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof ScriptReturn;
}

/** Returns a copy of the objects that values are removed from. */
function copyOf(page: Page): Page {
  const { actions, change, documentPages, response } = page;
  return {
    ...page,
    ...(change && { change: { ...change, ...(change.diff && { diff: { ...change.diff } }) } }),
    ...(response && { response: { ...response } }),
    ...(documentPages && { documentPages: documentPages.map((one) => ({ ...one })) }),
    ...(actions && { actions: copyOfActions(actions) }),
  };
}

const copyOfActions = ({ screenshots, scrapes, javascriptReturns, pdfs }: ActionResults): ActionResults => ({
  screenshots: [...screenshots],
  scrapes: scrapes.map((one) => ({ ...one })),
  javascriptReturns: [...javascriptReturns],
  pdfs: [...pdfs],
});
