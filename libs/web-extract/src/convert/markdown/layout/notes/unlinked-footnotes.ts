import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { NO_FOOTNOTES, type Footnotes } from './footnote-marks.js';

const NUMBER = /^\s*\[?(\d{1,3})\]?\s*$/;
const NOTE_BLOCKS = new Set(['p', 'li', 'div', 'dd', 'aside', 'small']);

/**
 * Footnotes by raised numbers alone: blocks that begin with 1, 2, 3 … and the same numbers raised in the text before
 * them. Powers and ordinals have no such blocks.
 */
export function findUnlinkedFootnotes(raised: readonly PageElement[]): Footnotes {
  const references = new Map<PageElement, string>();
  const notes = new Map<PageElement, string>();
  const dropped = new Set<PageElement>();
  const used = new Set<string>();
  for (const element of raised) {
    const number = NUMBER.exec(element.textContent)?.[1];
    if (number === undefined || isInLink(element)) continue;
    const block = blockOpenedBy(element);
    if (!block) {
      references.set(element, number);
      used.add(number);
    } else if (used.has(number) && Number(number) === notes.size + 1) {
      notes.set(block, number);
      dropped.add(element);
    }
  }
  if (notes.size === 0) return NO_FOOTNOTES;
  for (const [element, number] of references) if (Number(number) > notes.size) references.delete(element);
  return { references, notes, dropped };
}

/** The block whose first content is this element, perhaps within bold type. */
function blockOpenedBy(element: PageElement): PageElement | null {
  let inner: PageElement = element;
  for (let up = inner.parent as AnyNode | null; isElement(up); up = up.parent as AnyNode | null) {
    if (firstContent(up) !== inner) return null;
    if (NOTE_BLOCKS.has(up.name)) return up;
    inner = up;
  }
  return null;
}

function isInLink(element: PageElement): boolean {
  const parent = element.parent as AnyNode | null;
  if (isElement(parent) && parent.name === 'a' && parent.attribs['href'] !== undefined) return true;
  return element.children.some((child) => isElement(child as AnyNode) && (child as PageElement).name === 'a');
}

/** The element that an element's content begins with; null when it begins with text. */
export function firstContent(element: PageElement): PageElement | null {
  for (const child of element.children as AnyNode[]) {
    if (isText(child) && child.data.trim() !== '') return null;
    if (isElement(child)) return child;
  }
  return null;
}
