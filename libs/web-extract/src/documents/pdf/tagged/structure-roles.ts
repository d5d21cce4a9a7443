import type { PdfStructNode } from '../reading/pdfjs.js';

/** Trees that are deeper mean harm, or nothing. */
export const MAX_DEPTH = 60;
export const HEADING = /^H([1-6])?$/;
/** Elements that stand inside of a paragraph. @see ISO 32000-1, 14.8.4.4 */
const INLINE = new Set([
  'Span',
  'Quote',
  'Reference',
  'BibEntry',
  'Code',
  'Link',
  'Annot',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Em',
  'Strong',
  'Sub',
  'Lbl',
  'Form',
  'Formula',
  'NonStruct',
]);
/** Elements that make a paragraph of what they hold. */
export const PARAGRAPHS = new Set(['P', 'Caption', 'TOCI', 'BlockQuote', 'Note', 'FENote', 'BibEntry']);
/** Elements that say more than that there is a paragraph. */
export const TELLING = /^(?:H[1-6]?|Title|L|Table)$/;

/** Text, or an element that stands inside of a paragraph. */
export function isInline(node: PdfStructNode): boolean {
  if (node.type !== undefined) return true;
  return INLINE.has(node.role ?? '') && !hasBlocks(node);
}

/** Something in it is more than a part of a paragraph. */
export function hasBlocks(node: PdfStructNode, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  return (node.children ?? []).some(
    (child) => child.type === undefined && (!INLINE.has(child.role ?? '') || hasBlocks(child, depth + 1)),
  );
}

/** Some text of the page belongs to it. */
export function hasContent(node: PdfStructNode): boolean {
  return node.type === 'content' || (node.children ?? []).some((child) => hasContent(child));
}
