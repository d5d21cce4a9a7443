import type { PdfStructNode } from '../reading/pdfjs.js';

/** Maximum depth of a structure tree; deeper ones are malicious or damaged. */
export const MAX_DEPTH = 60;
export const HEADING = /^H([1-6])?$/;
/** Inline elements. @see ISO 32000-1, 14.8.4.4 */
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
/** Elements whose content forms a paragraph. */
export const PARAGRAPHS = new Set(['P', 'Caption', 'TOCI', 'BlockQuote', 'Note', 'FENote', 'BibEntry']);
/** Elements with more semantics than a paragraph. */
export const TELLING = /^(?:H[1-6]?|Title|L|Table)$/;

/** True for text and inline elements. */
export function isInline(node: PdfStructNode): boolean {
  if (node.type !== undefined) return true;
  return INLINE.has(node.role ?? '') && !hasBlocks(node);
}

/** True if the element contains blocks. */
export function hasBlocks(node: PdfStructNode, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  return (node.children ?? []).some(
    (child) => child.type === undefined && (!INLINE.has(child.role ?? '') || hasBlocks(child, depth + 1)),
  );
}

/** True if some text of the page belongs to it. */
export function hasContent(node: PdfStructNode): boolean {
  return node.type === 'content' || (node.children ?? []).some((child) => hasContent(child));
}
