import type { AnyNode, ParentNode } from 'domhandler';
import { imageAddress } from './image-source.js';
import { CAPTION_MARK, isElement, isText, type PageElement } from './nodes.js';
import { resolveUrl } from './resolve-url.js';
import { isInertAttribute, addressKindOf, RESOLVERS, UNSAFE_ELEMENTS } from './safe-attributes.js';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/**
 * Serializes the children of `root` to HTML that is safe to display: no scripts, no event handlers, all URLs absolute
 * with a safe scheme. Every `<` in texts and values is escaped, so that parsing the result again does not change its
 * meaning.
 */
export function toCleanHtml(root: ParentNode, baseUrl: string): string {
  const parts: string[] = [];
  writeChildren(root, baseUrl, parts);
  return parts.join('').trim();
}

function writeChildren(parent: ParentNode, baseUrl: string, parts: string[]): void {
  for (const child of parent.children as AnyNode[]) {
    if (isText(child)) parts.push(escapeText(child.data));
    else if (isElement(child)) writeElement(child, baseUrl, parts);
  }
}

function writeElement(element: PageElement, baseUrl: string, parts: string[]): void {
  const { name } = element;
  if (UNSAFE_ELEMENTS.has(name) || isEmptySource(element)) return;
  if (/[^\w:.-]/.test(name)) return writeChildren(element, baseUrl, parts);
  parts.push('<', name);
  writeAttributes(element, baseUrl, parts);
  parts.push('>');
  if (VOID.has(name)) return;
  writeChildren(element, baseUrl, parts);
  writeCaption(element, parts);
  parts.push('</', name, '>');
}

function writeCaption({ name, attribs }: PageElement, parts: string[]): void {
  const caption = attribs[CAPTION_MARK];
  if (caption === undefined) return;
  const tag = name === 'figure' ? 'figcaption' : name === 'p' ? 'span' : 'p';
  parts.push('<', tag, '>', escapeText(caption), '</', tag, '>');
}

/** A source whose addresses are all in a `srcset`, which is left out: the image beside it has the best of them. */
function isEmptySource({ name, attribs }: PageElement): boolean {
  return name === 'source' && attribs['src'] === undefined;
}

function writeAttributes(element: PageElement, baseUrl: string, parts: string[]): void {
  const { attribs } = element;
  const image = element.name === 'img' ? imageAddress(element) : null;
  if (image !== null && attribs['src'] === undefined) writeAddress(element, 'src', image, baseUrl, parts);
  for (const name in attribs) {
    const value = name === 'src' && image !== null ? image : attribs[name]!;
    if (addressKindOf(name, element.name) !== null) writeAddress(element, name, value, baseUrl, parts);
    else if (isInertAttribute(name, value)) writeAttribute(name, value, parts);
  }
}

function writeAddress(
  element: PageElement,
  name: string,
  written: string,
  baseUrl: string,
  parts: string[],
): void {
  const resolve = written.trim() === '' ? resolveUrl : RESOLVERS[addressKindOf(name, element.name)!];
  const address = resolve(written, baseUrl);
  if (address !== null) writeAttribute(name, address, parts);
}

function writeAttribute(name: string, value: string, parts: string[]): void {
  parts.push(' ', name, '="', escapeAttribute(value), '"');
}

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text;
}

function escapeAttribute(value: string): string {
  return /[&"<]/.test(value)
    ? value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
    : value;
}
