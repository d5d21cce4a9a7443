import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  textOf,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';

/**
 * Elements that anchors belong to: headings, and the titles of definitions, tables, figures and collapsible
 * sections.
 */
const HEADS = /^(?:h[1-6]|dt|caption|figcaption|summary)$/;
const HEADING = /^h[1-6]$/;
const WORD = /[\p{L}\p{N}]/u;
/** Maximum number of levels between a link and its target: a section around the wrapper of its heading. */
const MAX_ANCESTORS = 4;
/** A wrapper of a heading and its anchor has few other children. */
const MAX_WRAPPER_CHILDREN = 4;
const MAX_HEADING_NODES = 50;
/** Words used as anchor symbols: for screen readers, or shown on hover. */
const SPOKEN_SIGN =
  /^\W*(?:(?:copy|direct|perma)?\s?-?(?:link|url)|anchor|permalink|section|link icon|heading anchor)(?:\s+(?:to|for|of|from)\b.{0,200})?\W*$/isu;

/** Treatment of a link of the page to itself. */
type AnchorVerdict = 'drop' | 'open' | 'unlink' | 'keep';

/**
 * Finds permalinks of headings: links in or next to a heading that point to it. Links without words are
 * removed, regardless of their symbol. A link around the whole heading is unwrapped, and one around a part of
 * it loses its URL.
 *
 * @param link an `a` element of the page
 */
export function cleanAnchor(link: PageElement, document: DomTree): AnchorVerdict {
  const target = ownFragment(link.attribs['href'], document);
  if (target === null) return 'keep';
  const head = headAround(link);
  const text = textOf(link);
  if (!WORD.test(text))
    return head || pointsBeside(link, target) || pointsAbove(link, target) ? 'drop' : 'keep';
  if (!head || !(pointsInside(head, target) || pointsAbove(head, target) || pointsBeside(head, target)))
    return 'keep';
  if (!hasOtherWords(head, link)) return 'open';
  return SPOKEN_SIGN.test(text) ? 'drop' : 'unlink';
}

/** Returns the fragment of a link within this page; null for other links. */
function ownFragment(href: string | undefined, { url }: DomTree): string | null {
  const at = href?.indexOf('#') ?? -1;
  if (href === undefined || at < 0) return null;
  if (at > 0 && !isPage(href.slice(0, at).trim(), url)) return null;
  return decoded(href.slice(at + 1));
}

function isPage(reference: string, url: string): boolean {
  if (reference === '') return true;
  try {
    return new URL(reference, url).href === withoutFragment(url);
  } catch {
    return false;
  }
}

function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function headAround(link: PageElement): PageElement | null {
  let up = link.parent;
  for (let depth = 0; isElement(up) && depth < MAX_ANCESTORS; depth++, up = up.parent) {
    if (HEADS.test(up.name)) return up;
  }
  return null;
}

function isTarget({ attribs }: PageElement, fragment: string): boolean {
  return attribs['id'] === fragment || attribs['name'] === fragment;
}

/** Returns true if the link itself, or an ancestor, is its target. */
function pointsAbove(link: PageElement, fragment: string): boolean {
  let up: ParentNode | null = link;
  for (let depth = 0; isElement(up) && depth <= MAX_ANCESTORS; depth++, up = up.parent) {
    if (isTarget(up, fragment)) return true;
  }
  return false;
}

function pointsInside(head: PageElement, fragment: string): boolean {
  return nodesOf(head).some((node) => isElement(node) && isTarget(node, fragment));
}

/**
 * Returns the nodes of a heading up to a limit: otherwise many links in one heading would take quadratic
 * time.
 */
function nodesOf(head: PageElement): AnyNode[] {
  const nodes: AnyNode[] = [];
  for (const node of descendants(head)) if (nodes.push(node) >= MAX_HEADING_NODES) break;
  return nodes;
}

/**
 * Returns true if a neighbour of the link, or of its wrapper, is its target, or a heading that the link
 * belongs to.
 */
function pointsBeside(element: PageElement, fragment: string): boolean {
  return [element, element.parent].some(
    (at) =>
      isElement(at) && neighbours(at).some((other) => isTarget(other, fragment) || headsIt(other, fragment)),
  );
}

function headsIt(element: PageElement, fragment: string): boolean {
  return HEADING.test(element.name) && pointsInside(element, fragment);
}

function neighbours(element: PageElement): PageElement[] {
  const { parent } = element;
  if (!parent || parent.children.length > 2 * MAX_WRAPPER_CHILDREN + 1)
    return [before(element), after(element)].filter(isElement);
  return parent.children.filter(
    (node): node is PageElement => isElement(node as AnyNode) && node !== element,
  );
}

function before(element: PageElement): AnyNode | null {
  let node = element.prev as AnyNode | null;
  while (node && isText(node) && node.data.trim() === '') node = node.prev as AnyNode | null;
  return node;
}

function after(element: PageElement): AnyNode | null {
  let node = element.next as AnyNode | null;
  while (node && isText(node) && node.data.trim() === '') node = node.next as AnyNode | null;
  return node;
}

function hasOtherWords(head: PageElement, link: PageElement): boolean {
  return nodesOf(head).some((node) => isText(node) && WORD.test(node.data) && !stands(node, link));
}

function stands(node: AnyNode, within: PageElement): boolean {
  for (let up: AnyNode | ParentNode | null = node; up; up = up.parent) if (up === within) return true;
  return false;
}
