import type { PdfDocument, PdfOutlineItem } from './pdfjs.js';

/** One entry of the document's own outline. */
export interface OutlineEntry {
  readonly title: string;
  /** From 0. */
  readonly depth: number;
}

/** Longer and deeper outlines are no table of contents. */
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 10;

/** The entries in their order; none where there is no outline, or none that can be read. */
export async function readOutline(document: PdfDocument): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const visit = (items: readonly PdfOutlineItem[], depth: number): void => {
    for (const { title, items: inner } of items) {
      if (entries.length >= MAX_ENTRIES || depth >= MAX_DEPTH) return;
      entries.push({ title, depth });
      visit(inner, depth + 1);
    }
  };
  // an outline that is damaged is no reason to leave the text
  visit((await document.getOutline().catch(() => null)) ?? [], 0);
  return entries;
}
