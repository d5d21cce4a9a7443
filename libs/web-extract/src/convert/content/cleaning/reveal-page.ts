import {
  findElement,
  isElement,
  isText,
  nextNode,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { isHidden } from './clean-hidden.js';

/** Wrappers that scripts show stand this close to `body`. */
const MAX_WRAPPER_DEPTH = 3;
/** A hidden wrapper with more of the page's text than this is the page before its scripts have run. */
const MOST_OF_TEXT = 0.5;
/** React streams late parts of a page in hidden elements that a script moves to their place. */
const STREAMED_PART = /^S:[0-9a-f]+$/;

/** Shows what only waits for the page's scripts: streamed parts and a wrapper around everything. Works in place. */
export function revealPage(document: DomTree): void {
  const body = findElement(document.root, 'body');
  if (!body) return;
  for (const part of body.children) {
    if (isElement(part) && STREAMED_PART.test(part.attribs['id'] ?? '')) delete part.attribs['hidden'];
  }
  const wrappers = hiddenWrappers(body);
  if (wrappers.length === 0) return;
  const most = MOST_OF_TEXT * charsOf(body);
  for (const wrapper of wrappers) if (charsOf(wrapper) > most) show(wrapper);
}

function hiddenWrappers(body: PageElement): PageElement[] {
  let level: PageElement[] = [body];
  const hidden: PageElement[] = [];
  for (let depth = 0; depth < MAX_WRAPPER_DEPTH; depth++) {
    level = level.flatMap((parent) => parent.children.filter(isElement));
    hidden.push(...level.filter(isHidden));
  }
  return hidden;
}

const SCRIPTS = new Set(['script', 'style', 'template', 'noscript']);

function charsOf(element: PageElement): number {
  let chars = 0;
  for (let node = nextNode(element, element); node; node = nextNode(node, element)) {
    if (isText(node) && !SCRIPTS.has((node.parent as PageElement).name)) chars += node.data.trim().length;
  }
  return chars;
}

/** Takes away what says that an element is hidden. */
export function show({ attribs }: PageElement): void {
  for (const name of ['hidden', 'style', 'class', 'aria-hidden']) delete attribs[name];
}
