import type { AnyNode } from 'domhandler';
import type { DocumentReading } from '../document-reader.js';
import { descendants, findElement, isElement, PageElement, PageText, textOf } from '../markup/dom/nodes.js';
import { parseHtml } from '../markup/parse/parse-html.js';
import { appendNode, detach } from '../markup/dom/tree-edits.js';
import { describePicture } from '../tree/adopt-page.js';
import { addHeadings, type ChapterTitle } from './chapter-headings.js';
import { fileOf } from './book-package.js';

/** Chapter numbers by lower-case file name. */
export type ChapterPlaces = ReadonlyMap<string, number>;

interface Chapter {
  readonly name: string;
  readonly number: number;
  readonly places: ChapterPlaces;
  /** Titles of places in the chapter. */
  readonly titles: readonly ChapterTitle[];
  /** True if the book declares the chapter as its table of contents. */
  readonly mayBeContents: boolean;
}

/** Share of the text in links above which a page is a table of contents. */
const LINKED_SHARE = 0.5;

/** Elements that XHTML may write self-closed; an HTML parser would leave them open. */
const EMPTY_TAG =
  /<(a|b|i|em|strong|span|div|p|h[1-6]|td|th|li|title|script|style|section|sup|sub|dt|dd|figure|blockquote|iframe|textarea)(\s[^<>]*)?\/>/gi;

/** Writes one chapter. Links between chapters become links within the document, so footnote references keep working. */
export function writeChapter({ tree, url, budget }: DocumentReading, source: string, chapter: Chapter): void {
  budget.checkTime();
  const page = parseHtml(source.replace(EMPTY_TAG, '<$1$2></$1>'), url);
  const body = findElement(page.root, 'body') ?? page.root;
  const all = [...descendants(body)];
  budget.checkTime();
  if (chapter.mayBeContents && isMostlyLinks(body as PageElement)) return;
  addHeadings(body as PageElement, chapter.titles);
  for (const node of all) {
    if (!isElement(node)) continue;
    if (node.name === 'svg') readDrawing(node);
    else if (isContents(node) || node.name === 'script' || node.name === 'style') detach(node);
    else if (node.name === 'object') readFallback(node);
    else if (node.name === 'epub:switch') chooseDefault(node);
    else rewrite(node, chapter);
  }
  const nodes = [...body.children] as AnyNode[];
  tree.start('section', { id: placeOf(chapter.number, '') });
  tree.adopt(nodes, { characters: textOf(body).length, elements: all.length });
  tree.end();
}

function isMostlyLinks(body: PageElement): boolean {
  const letters = (text: string) => text.replace(/\s+/g, '').length;
  let linked = 0;
  for (const node of descendants(body))
    if (isElement(node) && node.name === 'a' && node.attribs['href'] !== undefined)
      linked += letters(textOf(node));
  return linked > LINKED_SHARE * letters(textOf(body));
}

/** Drops the alternatives of a switch for programs that know another notation, if there is one for all others. */
function chooseDefault(alternatives: PageElement): void {
  const cases = [...alternatives.children].filter(isElement);
  if (!cases.some(({ name }) => name === 'epub:default')) return;
  for (const one of cases) if (one.name !== 'epub:default') detach(one);
}

/** Embedded files are not read: their replacements in the book are. */
function readFallback(object: PageElement): void {
  object.name = 'div';
  object.attribs = {};
}

/** Replaces a drawing with its texts, one paragraph each, or with its description if it has none. */
function readDrawing(drawing: PageElement): void {
  const parts = [...descendants(drawing)].filter(isElement);
  const texts = parts.filter(({ name }) => name === 'text').map(textOf);
  const described = texts.some((text) => text.trim() !== '') ? [] : parts.filter(isDescription).map(textOf);
  for (const node of [...drawing.children] as AnyNode[]) detach(node);
  drawing.name = 'div';
  drawing.attribs = {};
  for (const text of [...texts, ...described]) {
    const paragraph = new PageElement('p', {});
    appendNode(paragraph, new PageText(text));
    appendNode(drawing, paragraph);
  }
}

function isDescription({ name }: PageElement): boolean {
  return name === 'title' || name === 'desc';
}

/** Lists of chapters, pages and pictures are not part of the text. */
function isContents(element: PageElement): boolean {
  const type = element.attribs['epub:type'] ?? '';
  return (
    /(?:^|\s)(?:toc|page-list|landmarks|lo[itv]|pagebreak)(?:\s|$)/.test(type) &&
    !/^h[1-6]$/.test(element.name) &&
    element.name !== 'body'
  );
}

function rewrite(element: PageElement, chapter: Chapter): void {
  const { attribs } = element;
  for (const name of ['id', 'name'])
    if (attribs[name] !== undefined) attribs[name] = placeOf(chapter.number, attribs[name]);
  if (attribs['href'] !== undefined) attribs['href'] = linkOf(attribs['href'], chapter);
  if (element.name === 'img' || element.name === 'image') describePicture(element);
}

function placeOf(chapter: number, id: string): string {
  return id === '' ? `c${chapter}` : `${id}-c${chapter}`;
}

function linkOf(href: string, { name, number, places }: Chapter): string {
  if (/^[a-z][\w+.-]*:/i.test(href)) return href;
  const [file = '', fragment = ''] = href.split('#');
  const target = file === '' ? number : places.get((fileOf(name, file) ?? '').toLowerCase());
  return target === undefined ? href : `#${placeOf(target, fragment)}`;
}
