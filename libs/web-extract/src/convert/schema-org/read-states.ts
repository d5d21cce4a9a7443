import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { assignedState, isDataScript, MAX_SCRIPT_CHARS } from '../content/cleaning/framework-state.js';
import { flightRows } from '../content/cleaning/next-flight.js';
import { parseTolerantly } from '../metadata/tolerant-json.js';
import { readLiteral } from './js-literal.js';
import { StateTree } from './state-tree.js';

/** Characters of all scripts of a page together. */
const MAX_CHARS = 4_000_000;

const STATE_IDS = /^__(?:APOLLO|INITIAL|PRELOADED)_STATE__$/;

/** The states of frameworks in the scripts of a page, in document order; one is parsed when it is requested. */
export function* readStates(scripts: readonly PageElement[]): Generator<StateTree> {
  const flight: string[] = [];
  let chars = 0;
  for (const script of scripts) {
    const text = script.textContent;
    if (text.length > MAX_SCRIPT_CHARS || (chars += text.length) > MAX_CHARS) continue;
    if (text.includes('__next_f')) flight.push(text);
    const isData = isDataScript(script) || STATE_IDS.test(script.attribs['id'] ?? '');
    const json = isData ? text : assignedState(text);
    const value = json === null ? null : (parseTolerantly(json) ?? readLiteral(json)?.value ?? null);
    if (value !== null)
      yield new StateTree(value, {
        isList: script.attribs['id'] === '__NUXT_DATA__' && Array.isArray(value),
      });
  }
  if (flight.length === 0) return;
  const rows = flightRows(flight);
  yield new StateTree([...rows.values()], { rows });
}
