import { isElement, isText, nodeAfter, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { AnyNode } from 'domhandler';

const UNSHOWN = new Set(['script', 'style', 'noscript', 'template']);

/** Elements without text cost as much as text: those of nested elements are read once for each. */
const MAX_NODES = 20_000;

/** Returns the visible text of an element in one line, cut at about `maxChars`. */
export function shownText(element: PageElement, maxChars = 20_000): string {
  let text = '';
  let node: AnyNode | null = (element.children[0] as AnyNode | undefined) ?? null;
  for (let count = 0; node && text.length <= maxChars && count < MAX_NODES; count++) {
    if (isText(node)) text += node.data;
    else if (isElement(node) && BREAKS.test(node.name)) text += ' ';
    const isUnshown = isElement(node) && UNSHOWN.has(node.name);
    const child = !isUnshown && 'children' in node ? (node.children[0] as AnyNode | undefined) : undefined;
    node = child ?? nodeAfter(node, element);
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, maxChars);
}

const BREAKS = /^(?:br|p|div|li|tr|td|th|dt|dd|h[1-6])$/;
