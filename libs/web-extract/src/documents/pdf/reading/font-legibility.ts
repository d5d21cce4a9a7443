/** Glyphs of a font, and different ones, from which on a verdict is possible. */
const ENOUGH_GLYPHS = 40;
const ENOUGH_KINDS = 8;
/** Share of glyphs without a character: symbol fonts are used for single marks, not for text. */
const MAX_UNKNOWN = 0.4;
/** The same for fonts whose codes are taken for characters. Fonts of TeX have ligatures in such places, one glyph in fifty. */
const MAX_UNKNOWN_NUMBERED = 0.06;
/** Share of signs, which programs have a third of at most. */
const MAX_SIGNS = 0.45;
/** Share of characters that appear first in the order of their codes, as where a program numbered glyphs when it met them. */
const MAX_IN_ORDER = 0.8;
/** Codes count as characters where nearly all are equal to them. */
const NUMBERED = 0.98;
/** Capitals without vowels: the numbers of the glyphs of common fonts are 29 less than the characters. */
const MIN_CAPITALS = 0.5;
const MIN_VOWELS = 0.2;
const MIN_UNKNOWN_SHIFTED = 0.01;

/** Signs of ASCII that prose, lists and numbers have few of. */
const SIGN = /[!"#$%&*+/<=>?@[\\\]^_`{|}~]/;
/** Control characters, private and unassigned ones, and the mark of what could not be decoded. */
const UNKNOWN = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;

type Kind = 'sign' | 'unknown' | 'capital' | 'vowel' | 'other';

/**
 * Learns from the glyphs that are shown in a font whether their characters are known.
 *
 * A font need not say which characters its codes stand for; the codes themselves are then read as characters, which gives rows
 * of signs or letters without sense.
 */
export class FontLegibility {
  private readonly kinds = new Map<string, Kind>();
  private readonly counts: Record<Kind, number> = { sign: 0, unknown: 0, capital: 0, vowel: 0, other: 0 };
  private glyphs = 0;
  private numbered = 0;
  private inOrder = 0;
  private lastCode = NaN;

  /** @param code of the glyph in the font, where pdf.js tells it */
  add(unicode: string, code: number | undefined): void {
    let kind = this.kinds.get(unicode);
    if (kind === undefined) this.kinds.set(unicode, (kind = this.meet(unicode)));
    this.counts[kind]++;
    this.glyphs++;
    if (code === unicode.charCodeAt(0)) this.numbered++;
  }

  /** Whether the text of the font can be used; true as long as too little of it was seen. */
  get isLegible(): boolean {
    if (this.glyphs < ENOUGH_GLYPHS || this.kinds.size < ENOUGH_KINDS) return true;
    const { sign, unknown } = this.counts;
    if (unknown > MAX_UNKNOWN * this.glyphs || sign > MAX_SIGNS * this.glyphs) return false;
    return !(this.isCounted || this.isNumbered);
  }

  /** Glyphs were numbered as they were met. A list of the alphabet has neither signs nor control characters. */
  private get isCounted(): boolean {
    const { sign, unknown } = this.counts;
    return sign + unknown > 0 && this.inOrder > MAX_IN_ORDER * this.kinds.size;
  }

  /** The codes are the numbers of the glyphs. */
  private get isNumbered(): boolean {
    const { unknown, capital, vowel } = this.counts;
    if (this.numbered < NUMBERED * this.glyphs) return false;
    if (unknown > MAX_UNKNOWN_NUMBERED * this.glyphs) return true;
    const capitals = capital + vowel;
    const isShifted = capitals > MIN_CAPITALS * this.glyphs && vowel < MIN_VOWELS * capitals;
    return isShifted && unknown > MIN_UNKNOWN_SHIFTED * this.glyphs;
  }

  private meet(unicode: string): Kind {
    const code = unicode.charCodeAt(0);
    if (code === this.lastCode + 1) this.inOrder++;
    this.lastCode = code;
    if (unicode === '' || UNKNOWN.test(unicode)) return 'unknown';
    if (SIGN.test(unicode)) return 'sign';
    if (/[AEIOU]/.test(unicode)) return 'vowel';
    return /[A-Z]/.test(unicode) ? 'capital' : 'other';
  }
}
