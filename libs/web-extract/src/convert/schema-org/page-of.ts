import { shownText } from '../stated/shown-text.js';
import { findElement, type DomTree } from '@web-extract/documents/markup/dom/nodes.js';

const MAX_HEADING_CHARS = 500;

/** Returns the URL and first heading of a page, which identify its own product. */
export function pageOf(document: DomTree): { readonly url: string; readonly heading: string | null } {
  const heading = findElement(document.root, 'h1');
  return { url: document.url, heading: heading && (shownText(heading, MAX_HEADING_CHARS) || null) };
}
