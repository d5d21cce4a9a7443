import { GlyphWidths, readFontFacts } from '../reading/font-facts.js';
import { FontLegibility } from '../reading/font-legibility.js';
import type { PdfFont } from '../reading/pdfjs.js';
import type { FontFacts } from './page-graphics.js';

/** Properties of a document font, including statistics about the text shown in it. */
export interface KnownFont {
  readonly facts: FontFacts;
  readonly widths: GlyphWidths;
  readonly legibility: FontLegibility;
  readonly unit: number;
  readonly isVertical: boolean;
}

/** Initial state of a font. */
export function knownFont(id: string, font: PdfFont | null): KnownFont {
  return {
    facts: readFontFacts(id, font),
    widths: new GlyphWidths(),
    legibility: new FontLegibility(),
    unit: font?.fontMatrix?.[0] || 0.001,
    isVertical: Boolean(font?.vertical),
  };
}
