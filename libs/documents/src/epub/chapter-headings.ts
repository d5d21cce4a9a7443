import { descendants, isElement, textOf, type PageElement } from '../markup/dom/nodes.js';

/** Title that the table of contents gives to a place of a chapter. */
export interface ChapterTitle {
  readonly title: string;
  /** Identifier of the place; empty for the begin of the chapter. */
  readonly fragment: string;
  readonly depth: number;
}

const HEADING = /^h[1-6]$/;
const BLOCK = /^(?:p|div|center|header|dt|td|th|caption|figcaption)$/;
const NO_LEAF = /^(?:p|div|table|ul|ol|dl|blockquote|section|pre|h[1-6])$/;
/** Number of blocks below a place in which its title is searched. */
const MAX_BLOCKS = 12;
const MAX_ELEMENTS = 200;
/** Maximum number of titles of a chapter; each is searched separately. */
const MAX_TITLES = 200;
/** A shorter begin of a title is a coincidence. */
const MIN_LETTERS = 4;

/** Makes headings of the titles of a chapter that has none, where its table of contents names them. */
export function addHeadings(body: PageElement, titles: readonly ChapterTitle[]): void {
  const elements = [...descendants(body)].filter(isElement);
  if (titles.length === 0 || elements.some(({ name }) => HEADING.test(name))) return;
  const places = new Map(
    elements.map((element, at) => [element.attribs['id'] ?? element.attribs['name'] ?? '', at]),
  );
  for (const { title, fragment, depth } of titles.slice(0, MAX_TITLES)) {
    const start = fragment === '' ? 0 : places.get(fragment);
    if (start === undefined) continue;
    const heading = headingFrom(
      elements,
      fragment === '' ? 0 : blockAround(elements, start),
      lettersOf(title),
    );
    if (heading) heading.name = `h${Math.min(6, depth + 1)}`;
  }
}

/** Position of the block that contains an anchor. */
function blockAround(elements: readonly PageElement[], start: number): number {
  const parent = elements[start]!.parent;
  if (BLOCK.test(elements[start]!.name) || !isElement(parent) || !BLOCK.test(parent.name)) return start;
  return Math.max(0, elements.lastIndexOf(parent, start));
}

function headingFrom(elements: readonly PageElement[], start: number, title: string): PageElement | null {
  let blocks = 0;
  for (let at = start; at < Math.min(elements.length, start + MAX_ELEMENTS) && blocks < MAX_BLOCKS; at++) {
    const element = elements[at]!;
    if (!BLOCK.test(element.name) || !isLeaf(element)) continue;
    const text = lettersOf(textOf(element));
    if (text === '') continue;
    blocks++;
    if (text === title || (text.length >= MIN_LETTERS && title.startsWith(text))) return element;
  }
  return null;
}

function isLeaf(element: PageElement): boolean {
  for (const inner of descendants(element)) if (isElement(inner) && NO_LEAF.test(inner.name)) return false;
  return true;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
