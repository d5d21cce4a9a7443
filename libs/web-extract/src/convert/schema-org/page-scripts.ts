import {
  findElement,
  isElement,
  nextNode,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { shownText } from '../stated/shown-text.js';
import { amountOf } from './read-product.js';

const MAX_SCRIPTS = 500;
const MAX_NODES = 500_000;
const MAX_TEXT_CHARS = 200_000;

/** Scripts of a page without an address, in document order. */
export function inlineScripts(document: DomTree): PageElement[] {
  const scripts: PageElement[] = [];
  let node = nextNode(document.root, document.root);
  for (let count = 0; node && count < MAX_NODES && scripts.length < MAX_SCRIPTS; count++) {
    if (isElement(node) && node.name === 'script' && !node.attribs['src']) scripts.push(node);
    node = nextNode(node, document.root);
  }
  return scripts;
}

/** The amounts of prices in the text of a page, and all other numbers in it. */
export function shownAmounts(document: DomTree): ReadonlySet<number> {
  const body = findElement(document.root, 'body');
  const text = body ? shownText(body, MAX_TEXT_CHARS) : '';
  const amounts = new Set<number>();
  for (const [digits] of text.matchAll(/\d[\d.,'’]{0,20}/g)) {
    const amount = amountOf(digits);
    if (amount !== null) amounts.add(amount);
  }
  return amounts;
}
