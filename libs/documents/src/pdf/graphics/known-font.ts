import { GlyphWidths, readFontFacts } from '../reading/font-facts.js';
import { FontLegibility } from '../reading/font-legibility.js';
import { symbolFont } from '../reading/symbol-fonts.js';
import { composedGlyphs } from '../reading/glyph-names.js';
import type { PdfFont } from '../reading/pdfjs.js';
import type { FontFacts } from './page-graphics.js';

/** Properties of a document font, including statistics about the text shown in it. */
export interface KnownFont {
  readonly facts: FontFacts;
  readonly widths: GlyphWidths;
  readonly legibility: FontLegibility;
  readonly unit: number;
  /** Name of its symbols, if it is a symbol font. */
  readonly symbols: string | null;
  /** Texts of glyphs with composed names by code; null if there are none. */
  readonly composed: ReadonlyMap<number, string> | null;
  readonly isVertical: boolean;
  /** True if codes are the numbers of glyphs in a character collection. */
  readonly isNumbered: boolean;
}

/** Initial state of a font. */
export function knownFont(id: string, font: PdfFont | null): KnownFont {
  const facts = readFontFacts(id, font);
  return {
    facts,
    symbols: symbolFont(facts.name),
    composed: composedGlyphs(font?.differences),
    widths: new GlyphWidths(),
    legibility: new FontLegibility(),
    unit: font?.fontMatrix?.[0] || 0.001,
    isVertical: Boolean(font?.vertical),
    isNumbered: Boolean(font?.composite) && font?.cMap?.name === '',
  };
}
