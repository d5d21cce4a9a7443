import type { PdfFont } from './pdfjs.js';
import type { FontFacts } from '../ink/page-ink.js';

const SUBSET_PREFIX = /^[A-Z]{6}\+/;
/** Weights and slants as the names of fonts write them out or shorten them. */
const BOLD_NAME = /bold|black|heavy|semib|demi(?!li)|(?:^|[-_, a-z0-9])(?:bd|blk|hv|medi)(?=$|[-_, A-Z0-9])/i;
const ITALIC_NAME =
  /Ital|(?:^|[^A-Za-z])ital|(?:^|[^A-Z])ITAL|[Oo]bli|OBLI|[Ss]lant|[Ii]nclined|(?:[-_, ]|[a-z])(?:It|Obl)(?=$|[-_, ])/;
/** Names of the families that METAFONT began, such as `CMBX10`: bold extended, text italic, slanted, and their size. */
const METAFONT_BOLD = /^[A-Z]{2,}BX(?:TI|SL)?\d+$/;
const METAFONT_ITALIC = /^[A-Z]{2,}(?:TI|SL|SSI)\d+$/;
/** Weight and slant as the last letters of a name, behind a dot. */
const DOTTED_STYLE = /\.(B)?(I)?$/;
const MONOSPACED_NAME = /mono(?!type|gram)|typewriter|fixed|console/i;

/** What a font's own description says; widths are measured later. */
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

/** Letters that no proportional font gives one width. */
const NARROW = new Set("iljtfrI1.,:;'|!");
const WIDE = new Set('mwMWGOQDHN%@');
const LETTER = /^\p{L}$/u;
/** By their codes: every letter of a document is looked up. */
const IS_PROGRAM_MARK = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('{}<>=;_|\\[]$#'.includes(String.fromCharCode(code))),
);
/** So many different letters are looked at: fewer prove nothing. */
const ENOUGH_LETTERS = 6;
/** With fewer of the alphabet not even the description counts: programs call a font of two figures monospaced. */
const FEWEST_LETTERS = 3;

/** Learns from the widths of its glyphs whether a font is monospaced, whatever its description says. */
export class GlyphWidths {
  private readonly widths = new Map<string, number>();
  private isUneven = false;
  /** Letters seen, and among them marks that programs are full of. */
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

  /** Narrow and wide letters have one width. Null: too few letters were seen to know better than the description. */
  get isMonospaced(): boolean | null {
    if (this.isUneven) return false;
    const letters = [...this.widths.keys()];
    if (letters.filter((letter) => LETTER.test(letter)).length < FEWEST_LETTERS) return false;
    const isProof =
      letters.some((letter) => NARROW.has(letter)) && letters.some((letter) => WIDE.has(letter));
    return isProof && letters.length >= ENOUGH_LETTERS ? true : null;
  }
}
