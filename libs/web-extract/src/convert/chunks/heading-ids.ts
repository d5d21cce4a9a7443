import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';

/** A heading of a page with the id that links to it. */
export interface PageHeading {
  readonly text: string;
  readonly id: string | null;
}

const HEADING = /^h[1-6]$/;
/** Maximum number of levels between a heading and the section with its id. */
const MAX_ANCESTORS = 3;

/** Maximum number of nodes and characters read per heading. Nested headings would each read the rest of the page. */
const MAX_NODES = 1_000;
const MAX_TEXT_CHARS = 2_000;
/** Longer ids are left out: every chunk of a section repeats that of its heading. */
const MAX_ID_CHARS = 500;

/**
 * Returns the headings of the page in order, with their own id, that of an element inside, or that of the
 * section they begin.
 */
export function pageHeadings(root: ParentNode): PageHeading[] {
  const headings: PageHeading[] = [];
  for (const node of descendants(root)) {
    if (!isElement(node as AnyNode) || !HEADING.test((node as PageElement).name)) continue;
    const heading = node as PageElement;
    headings.push({ text: wordsOf(headingText(heading)), id: idOf(heading) });
  }
  return headings;
}

function idOf(heading: PageElement): string | null {
  return ownId(heading) ?? idInside(heading) ?? idBefore(heading) ?? idOfSection(heading);
}

/** The first nodes inside an element, in document order. */
function* firstNodes(element: PageElement): Generator<AnyNode> {
  let node = nextNode(element, element);
  for (let count = 0; node && count < MAX_NODES; count++, node = nextNode(node, element)) yield node;
}

function headingText(heading: PageElement): string {
  let text = '';
  for (const node of firstNodes(heading)) {
    if (isText(node)) text += node.data;
    if (text.length >= MAX_TEXT_CHARS) return text.slice(0, MAX_TEXT_CHARS);
  }
  return text;
}

function ownId({ name, attribs }: PageElement): string | null {
  const id = attribs['id'] || (name === 'a' && attribs['name']) || null;
  return id !== null && id.length <= MAX_ID_CHARS ? id : null;
}

function idInside(heading: PageElement): string | null {
  for (const node of firstNodes(heading)) {
    const id = isElement(node) ? ownId(node) : null;
    if (id !== null) return id;
  }
  return null;
}

/** `<a id="name"></a><h2>`: an empty element before the heading. */
function idBefore(heading: PageElement): string | null {
  const before = previousElement(heading);
  if (!before) return null;
  for (const node of firstNodes(before)) if (isText(node) && node.data.trim() !== '') return null;
  return ownId(before);
}

function previousElement(element: PageElement): PageElement | null {
  for (let node = element.prev as AnyNode | null; node; node = node.prev as AnyNode | null) {
    if (isElement(node)) return node;
    if (isText(node) && node.data.trim() !== '') return null;
  }
  return null;
}

function idOfSection(heading: PageElement): string | null {
  let child: PageElement = heading;
  for (let step = 0; step < MAX_ANCESTORS; step++) {
    const parent = child.parent as PageElement | null;
    if (!parent || !isElement(parent) || previousElement(child)) return null;
    const id = ownId(parent);
    if (id !== null) return id;
    child = parent;
  }
  return null;
}

/** Positions of the headings with one text, in order. */
interface Places {
  readonly all: number[];
  /** Number of positions before the present one: they are never looked at again. */
  passed: number;
}

/**
 * Assigns ids to the headings of the markdown by their text: the page may have additional headings.
 *
 * @param headings of the markdown as plain text, in order
 */
export function matchHeadingIds(
  headings: readonly string[],
  onPage: readonly PageHeading[],
): (string | null)[] {
  const places = new Map<string, Places>();
  for (const [at, { text }] of onPage.entries()) {
    const known = places.get(text);
    if (known) known.all.push(at);
    else places.set(text, { all: [at], passed: 0 });
  }
  let next = 0;
  return headings.map((heading) => {
    const found = places.get(wordsOf(heading));
    if (!found) return null;
    while (found.all[found.passed]! < next) found.passed++;
    const at = found.all[found.passed];
    if (at === undefined) return null;
    next = at + 1;
    return onPage[at]!.id;
  });
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
