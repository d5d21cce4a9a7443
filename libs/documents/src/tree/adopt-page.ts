import type { AnyNode } from 'domhandler';
import type { DocumentReading } from '../document-reader.js';
import {
  descendants,
  findElement,
  isElement,
  PICTURE_MARK,
  textOf,
  type PageElement,
} from '../markup/dom/nodes.js';
import { detach } from '../markup/dom/tree-edits.js';
import { parseHtml } from '../markup/parse/parse-html.js';
import { pictureDescription } from '../pictures/picture-description.js';

/** Elements without text of the document. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'link', 'meta', 'title', 'base']);

/** Writes an HTML page that is part of a document. Pictures are files of the document: only their descriptions are kept. */
export function adoptPage({ tree, url, budget }: DocumentReading, source: string): void {
  budget.checkTime();
  const page = parseHtml(source, url);
  const body = findElement(page.root, 'body') ?? page.root;
  const all = [...descendants(body)];
  budget.checkTime();
  for (const node of all) {
    if (!isElement(node)) continue;
    if (DROPPED.has(node.name)) detach(node);
    else if (node.name === 'img' || node.name === 'image') describePicture(node);
  }
  const nodes = [...body.children] as AnyNode[];
  tree.start('section');
  tree.adopt(nodes, { characters: textOf(body).length, elements: all.length });
  tree.end();
}

/** Reduces a picture to its alternative text. */
export function describePicture(element: PageElement): void {
  const alt = pictureDescription(element.attribs['alt'] ?? '');
  element.attribs = alt === '' ? {} : { alt, [PICTURE_MARK]: '' };
}
