import { GlyphWidths, readFontFacts } from '../reading/font-facts.js';
import { FontLegibility } from '../reading/font-legibility.js';
import type { PdfFont } from '../reading/pdfjs.js';
import type { FontFacts } from './page-ink.js';

/** What is known of a font of a document, and learned of it from what is shown in it. */
export interface KnownFont {
  readonly facts: FontFacts;
  readonly widths: GlyphWidths;
  readonly legibility: FontLegibility;
  readonly unit: number;
  readonly isVertical: boolean;
}

/** A font as it is met first. */
export function knownFont(id: string, font: PdfFont | null): KnownFont {
  return {
    facts: readFontFacts(id, font),
    widths: new GlyphWidths(),
    legibility: new FontLegibility(),
    unit: font?.fontMatrix?.[0] || 0.001,
    isVertical: Boolean(font?.vertical),
  };
}
