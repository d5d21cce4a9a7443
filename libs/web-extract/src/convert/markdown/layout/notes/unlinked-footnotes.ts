import type { AnyNode } from 'domhandler';
import { descendants, isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { NO_FOOTNOTES, type Footnotes } from './footnote-marks.js';

const NUMBER = /^\s*\[?(\d{1,3})\]?\s*$/;
/** Longer texts are more than a number and the white space around it. */
const MAX_NUMBER_CHARS = 1_000;
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
  const firsts = new Map<PageElement, PageElement | null>();
  for (const element of raised) {
    const number = numberOf(element);
    if (number === undefined || isInLink(element)) continue;
    const block = blockOpenedBy(element, firsts);
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

/** The number that is all of the text. Longer texts are not read to their end: raised text can be nested deeply. */
function numberOf(element: PageElement): string | undefined {
  let text = '';
  for (const node of descendants(element)) {
    if (isText(node)) text += node.data.trim() === '' ? ' ' : node.data;
    if (text.length > MAX_NUMBER_CHARS) return undefined;
  }
  return NUMBER.exec(text)?.[1];
}

/**
 * The block whose first content is this element, perhaps within bold type.
 *
 * @param firsts what elements begin with, as far as it is known: many raised numbers can be in one element
 */
function blockOpenedBy(
  element: PageElement,
  firsts: Map<PageElement, PageElement | null>,
): PageElement | null {
  let inner: PageElement = element;
  for (let up = inner.parent as AnyNode | null; isElement(up); up = up.parent as AnyNode | null) {
    if (!firsts.has(up)) firsts.set(up, firstContent(up));
    if (firsts.get(up) !== inner) return null;
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
