import type { PdfFont } from './pdfjs.js';
import type { FontFacts } from '../graphics/page-graphics.js';

const SUBSET_PREFIX = /^[A-Z]{6}\+/;
/** Full and abbreviated weights and slants in font names. */
const BOLD_NAME = /bold|black|heavy|semib|demi(?!li)|(?:^|[-_, a-z0-9])(?:bd|blk|hv|medi)(?=$|[-_, A-Z0-9])/i;
const ITALIC_NAME =
  /Ital|(?:^|[^A-Za-z])ital|(?:^|[^A-Z])ITAL|[Oo]bli|OBLI|[Ss]lant|[Ii]nclined|(?:[-_, ]|[a-z])(?:It|Obl)(?=$|[-_, ])/;
/** Names of METAFONT families, such as `CMBX10`: bold extended, text italic, slanted, and the size. */
const METAFONT_BOLD = /^[A-Z]{2,}BX(?:TI|SL)?\d+$/;
const METAFONT_ITALIC = /^[A-Z]{2,}(?:TI|SL|SSI)\d+$/;
/** Weight and slant as the last letters of a name, after a dot. */
const DOTTED_STYLE = /\.(B)?(I)?$/;
const MONOSPACED_NAME = /mono(?!type|gram)|typewriter|fixed|console/i;

/** Properties from the font's own description; widths are measured later. */
export function readFontFacts(id: string, font: PdfFont | null): FontFacts {
  const name = (font?.name ?? '').replace(SUBSET_PREFIX, '');
  const [, bold, italic] = DOTTED_STYLE.exec(name) ?? [];
  const namesBold = bold !== undefined || BOLD_NAME.test(name) || METAFONT_BOLD.test(name);
  const namesItalic = italic !== undefined || ITALIC_NAME.test(name) || METAFONT_ITALIC.test(name);
  return {
    id,
    name,
    isBold: Boolean(font?.bold) || Boolean(font?.black) || namesBold,
    isItalic: Boolean(font?.italic) || namesItalic,
    isMonospaced: font?.fallbackName === 'monospace' || MONOSPACED_NAME.test(name),
    isLegible: true,
  };
}

/** Letters with different widths in every proportional font. */
const NARROW = new Set("iljtfrI1.,:;'|!");
const WIDE = new Set('mwMWGOQDHN%@');
const LETTER = /^\p{L}$/u;
/** Indexed by character code, because every character of a document is looked up. */
const IS_PROGRAM_MARK = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('{}<>=;_|\\[]$#'.includes(String.fromCharCode(code))),
);
/** Minimum number of distinct letters for a reliable result. */
const ENOUGH_LETTERS = 6;
/**
 * With fewer distinct letters even the font description is ignored: some programs declare a font with two figures
 * monospaced.
 */
const FEWEST_LETTERS = 3;

/** Detects from glyph widths if a font is monospaced, independent of its description. */
export class GlyphWidths {
  private readonly widths = new Map<string, number>();
  private isUneven = false;
  /** Number of letters seen, and of those that are frequent in source code. */
  letters = 0;
  marks = 0;

  add(letter: string, width: number): void {
    this.letters++;
    if (letter.length === 1 && IS_PROGRAM_MARK[letter.charCodeAt(0)]) this.marks++;
    if (this.isUneven || width <= 0 || this.widths.has(letter)) return;
    for (const other of this.widths.values()) {
      if (Math.abs(other - width) > 1) this.isUneven = true;
      break;
    }
    this.widths.set(letter, width);
  }

  /** True if narrow and wide letters have the same width. Null: too few letters to overrule the font description. */
  get isMonospaced(): boolean | null {
    if (this.isUneven) return false;
    const letters = [...this.widths.keys()];
    if (letters.filter((letter) => LETTER.test(letter)).length < FEWEST_LETTERS) return false;
    const isProof =
      letters.some((letter) => NARROW.has(letter)) && letters.some((letter) => WIDE.has(letter));
    return isProof && letters.length >= ENOUGH_LETTERS ? true : null;
  }
}
