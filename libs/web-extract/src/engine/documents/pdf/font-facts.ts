import type { PdfFont } from './pdfjs.js';
import type { FontFacts } from './page-ink.js';

const SUBSET_PREFIX = /^[A-Z]{6}\+/;
/** Weights and slants as the names of fonts write them out or shorten them. */
const BOLD_NAME = /bold|black|heavy|semib|demi(?!li)|(?:^|[-_, a-z0-9])(?:bd|blk|hv|medi)(?=$|[-_, A-Z0-9])/i;
const ITALIC_NAME = /ital|obli|slant|inclined|(?:[-_, ]|[a-z])(?:It|Obl)(?=$|[-_, ])/;
const MONOSPACED_NAME = /mono(?!type|gram)|typewriter|fixed|console/i;

/** What a font's own description says; widths are measured later. */
export function readFontFacts(id: string, font: PdfFont | null): FontFacts {
  const name = (font?.name ?? '').replace(SUBSET_PREFIX, '');
  return {
    id,
    name,
    isBold: Boolean(font?.bold ?? font?.black) || Boolean(font?.black) || BOLD_NAME.test(name),
    isItalic: Boolean(font?.italic) || ITALIC_NAME.test(name),
    isMonospaced: font?.fallbackName === 'monospace' || MONOSPACED_NAME.test(name),
  };
}

/** Letters that no proportional font gives one width. */
const NARROW = new Set("iljtfrI1.,:;'|!");
const WIDE = new Set('mwMWGOQDHN%@');
const LETTER = /^\p{L}$/u;
const PROGRAM_MARKS = new Set('{}<>=;_|\\[]$#');
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
    if (PROGRAM_MARKS.has(letter)) this.marks++;
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
