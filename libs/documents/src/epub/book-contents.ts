import type { XmlElement } from '../containers/xml/xml-element.js';

/** Entry of the table of contents of a book. */
export interface ContentsEntry {
  readonly title: string;
  /** File and fragment, as written. */
  readonly href: string;
  /** Nesting depth, from 0. */
  readonly depth: number;
}

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 20;

/** Entries of a navigation document (EPUB 3) or an NCX file (EPUB 2), in order. */
export function contentsEntries(root: XmlElement | null): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  if (!root) return entries;
  if (localName(root) === 'ncx') addPoints(childrenOf(root, 'navMap')[0] ?? root, 0, entries);
  else {
    const lists = elementsOf(root, 'nav');
    const list = lists.find((nav) => /(?:^|\s)toc(?:\s|$)/.test(typeOf(nav))) ?? lists[0];
    if (list) addItems(list, 0, entries);
  }
  return entries;
}

function addPoints(parent: XmlElement, depth: number, entries: ContentsEntry[]): void {
  if (depth > MAX_DEPTH) return;
  for (const point of childrenOf(parent, 'navPoint')) {
    if (entries.length >= MAX_ENTRIES) return;
    const [label] = childrenOf(point, 'navLabel');
    const [content] = childrenOf(point, 'content');
    add({ title: label?.text ?? '', href: content?.attr('src') ?? '', depth }, entries);
    addPoints(point, depth + 1, entries);
  }
}

function addItems(parent: XmlElement, depth: number, entries: ContentsEntry[]): void {
  if (depth > MAX_DEPTH) return;
  for (const list of childrenOf(parent, 'ol'))
    for (const item of childrenOf(list, 'li')) {
      if (entries.length >= MAX_ENTRIES) return;
      const [link] = elementsOf(item, 'a');
      if (link) add({ title: link.text, href: link.attr('href') ?? '', depth }, entries);
      addItems(item, depth + 1, entries);
    }
}

function add({ title, href, depth }: ContentsEntry, entries: ContentsEntry[]): void {
  const text = title.replace(/\s+/g, ' ').trim();
  if (text !== '' && href !== '') entries.push({ title: text, href, depth });
}

function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.elements.filter((element) => localName(element) === name);
}

/** Descendants with this name, in document order; those within another one are left out. */
function elementsOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.elements.flatMap((element) =>
    localName(element) === name ? [element] : elementsOf(element, name),
  );
}

function typeOf(element: XmlElement): string {
  const name = Object.keys(element.attribs).find((one) => one === 'type' || one.endsWith(':type'));
  return name === undefined ? '' : element.attribs[name]!;
}

function localName({ name }: XmlElement): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
