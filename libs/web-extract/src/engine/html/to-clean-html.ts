import type { AnyNode, ParentNode } from 'domhandler';
import { imageAddress } from './image-source.js';
import { isElement, isText, type PageElement } from './nodes.js';
import { resolveUrl, isScriptUrl } from './resolve-url.js';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const ADDRESSES = new Set(
  'href src action formaction poster cite background data longdesc xlink:href'.split(' '),
);
/** Instructions to a browser, and what image loaders left: `src` holds the picture's address by now. */
const DROPPED_ATTRIBUTE =
  /^(?:on|data-|style$|srcdoc$|nonce$|integrity$|srcset$|sizes$|loading$|jsaction$|ping$)|[^\w:.-]/;

/** HTML of the children of `root`: no event handlers, no script addresses, every address absolute. */
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
  if (/[^\w:.-]/.test(name)) return writeChildren(element, baseUrl, parts);
  parts.push('<', name);
  writeAttributes(element, baseUrl, parts);
  parts.push('>');
  if (VOID.has(name)) return;
  writeChildren(element, baseUrl, parts);
  parts.push('</', name, '>');
}

function writeAttributes(element: PageElement, baseUrl: string, parts: string[]): void {
  const { attribs } = element;
  const image = element.name === 'img' ? imageAddress(element) : null;
  if (image !== null && attribs['src'] === undefined)
    writeAttribute('src', resolveUrl(image, baseUrl) ?? image, parts);
  for (const name in attribs) {
    if (DROPPED_ATTRIBUTE.test(name)) continue;
    const written = name === 'src' && image !== null ? image : attribs[name]!;
    const value = ADDRESSES.has(name) ? safeAddress(written, baseUrl) : written;
    if (value !== null) writeAttribute(name, value, parts);
  }
}

function safeAddress(written: string, baseUrl: string): string | null {
  if (/^\s*data:image\//i.test(written)) return written.trim();
  if (isScriptUrl(written)) return null;
  return resolveUrl(written, baseUrl) ?? written;
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
