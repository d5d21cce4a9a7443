import type { PdfDocument, PdfOutlineItem } from './pdfjs.js';

/** Entry of the document outline. */
export interface OutlineEntry {
  readonly title: string;
  /** Nesting depth, from 0. */
  readonly depth: number;
}

/** Maximum number and depth of entries in a table of contents. */
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 10;

/** Outline entries in order; empty if there is no outline or it cannot be read. */
export async function readOutline(document: PdfDocument): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const visit = (items: readonly PdfOutlineItem[], depth: number): void => {
    for (const { title, items: inner } of items) {
      if (entries.length >= MAX_ENTRIES || depth >= MAX_DEPTH) return;
      entries.push({ title, depth });
      visit(inner, depth + 1);
    }
  };
  // a damaged outline does not prevent reading the text
  visit((await document.getOutline().catch(() => null)) ?? [], 0);
  return entries;
}
