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
  /** Characters by code that the file states for a numbered font; null if all others are known, too. */
  readonly stated: Readonly<Record<number, unknown>> | null;
}

/** Maximum share of codes that are their characters; codes without a stated character are characters if most are. */
const MAX_SAME = 0.5;

/** Codes of such a font have two bytes. A map with a longer code is an array of that length, nearly all of it holes. */
const MAX_CODES = 65_536;

/** The character map of a font whose codes are no characters; null for others. */
function statedCharacters(map: unknown): readonly unknown[] | null {
  if (!Array.isArray(map)) return null;
  let count = 0;
  let same = 0;
  for (const key of Object.keys(map)) {
    const code = Number(key);
    if (code >= MAX_CODES) break;
    count++;
    if (map[code] === code || map[code] === String.fromCharCode(code)) same++;
  }
  return count > 0 && same <= MAX_SAME * count ? map : null;
}

/** Initial state of a font. */
export function knownFont(id: string, font: PdfFont | null): KnownFont {
  const facts = readFontFacts(id, font);
  const isNumbered = Boolean(font?.composite) && font?.cMap?.name === '';
  return {
    facts,
    symbols: symbolFont(facts.name),
    composed: composedGlyphs(font?.differences),
    widths: new GlyphWidths(),
    legibility: new FontLegibility(),
    unit: font?.fontMatrix?.[0] || 0.001,
    isVertical: Boolean(font?.vertical),
    isNumbered,
    stated: isNumbered ? statedCharacters(font?.toUnicode?._map) : null,
  };
}
