import type { ActionResults } from '../../../model/page/page.js';
import { ScriptReturn } from '../../../model/page/script-return.js';

/** Size of a value in addition to its texts. */
const ENTRY_BYTES = 64;

/** Most bytes of one result, by the type of the action; others have none. */
export const MOST_BYTES: Readonly<Record<string, number>> = {
  scrape: 12 * 1024 * 1024,
  screenshot: 28 * 1024 * 1024,
  pdf: 28 * 1024 * 1024,
  generatePDF: 28 * 1024 * 1024,
  executeJavascript: 6 * 1024 * 1024,
};

/** Bytes of the last entry of each list that has grown since `before`. */
export function newBytes(results: ActionResults, before: Lengths): number {
  const { screenshots, scrapes, javascriptReturns, pdfs } = results;
  const texts = [
    ...screenshots.slice(before.screenshots),
    ...pdfs.slice(before.pdfs),
    ...scrapes.slice(before.scrapes).flatMap(({ url, html }) => [url, html]),
    ...javascriptReturns.slice(before.javascriptReturns).map(textOf),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + ENTRY_BYTES, 0);
}

/** Number of results of each kind. */
export type Lengths = Readonly<Record<keyof ActionResults, number>>;

export const lengthsOf = (results: ActionResults): Lengths => ({
  screenshots: results.screenshots.length,
  scrapes: results.scrapes.length,
  javascriptReturns: results.javascriptReturns.length,
  pdfs: results.pdfs.length,
});

/** Values that are not kept as text are small. */
function textOf(returned: ActionResults['javascriptReturns'][number]): string {
  if (returned instanceof ScriptReturn) return returned.json;
  return typeof returned.value === 'string' ? returned.value : (JSON.stringify(returned.value) ?? '');
}
