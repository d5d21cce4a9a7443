/** Minimum number of glyphs, and of distinct glyphs, required for a decision. */
const ENOUGH_GLYPHS = 40;
const ENOUGH_KINDS = 8;
/** Maximum share of glyphs without a character: symbol fonts are used for single symbols, not for text. */
const MAX_UNKNOWN = 0.4;
/**
 * The same for fonts whose codes are interpreted as characters. TeX fonts have ligatures at such codes, one glyph in
 * fifty.
 */
const MAX_UNKNOWN_NUMBERED = 0.06;
/** Maximum share of ASCII symbols; source code has a third at most. */
const MAX_SIGNS = 0.45;
/**
 * Maximum share of characters that first occur in the order of their codes, as in fonts numbered in order of first use.
 */
const MAX_IN_ORDER = 0.8;
/** Share of codes equal to their characters above which codes are taken for characters. */
const NUMBERED = 0.98;
/** Capitals without vowels: the glyph numbers of common fonts are 29 less than the character codes. */
const MIN_CAPITALS = 0.5;
const MIN_VOWELS = 0.2;
const MIN_UNKNOWN_SHIFTED = 0.01;

/**
 * Minimum share of distinct glyphs, and minimum number of them: a font of text may also draw bullets or leaders, which
 * are one or two distinct glyphs however often they occur.
 */
const MIN_KINDS_SHARE = 0.15;
const MIN_KINDS = 3;

/** ASCII symbols that are rare in prose, lists and numbers. */
const SIGN = /[!"#$%&*+/<=>?@[\\\]^_`{|}~\u2190-\u21FF\u2300-\u23FF\u2500-\u27BF\u2B00-\u2BFF]/;
/** Control characters, private use and unassigned characters, and the replacement character. */
const UNKNOWN = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;

type Kind = 'sign' | 'unknown' | 'capital' | 'vowel' | 'other';

/**
 * Detects from the glyphs shown in a font if its characters are known.
 *
 * A font does not have to declare the characters of its codes. The codes are then interpreted as characters, which
 * results in meaningless symbols or letters.
 */
export class FontLegibility {
  /** Kinds by the code of the glyph or, if it is unknown, by its character. */
  private readonly kinds = new Map<string | number, Kind>();
  private readonly distinct: Record<Kind, number> = { sign: 0, unknown: 0, capital: 0, vowel: 0, other: 0 };
  private readonly counts: Record<Kind, number> = { sign: 0, unknown: 0, capital: 0, vowel: 0, other: 0 };
  private glyphs = 0;
  private numbered = 0;
  private inOrder = 0;
  private lastCode = NaN;

  /** @param code code of the glyph in the font, if pdf.js provides it */
  add(unicode: string, code: number | undefined): void {
    const key = code ?? unicode;
    let kind = this.kinds.get(key);
    if (kind === undefined) {
      this.kinds.set(key, (kind = this.meet(unicode)));
      this.distinct[kind]++;
    }
    this.counts[kind]++;
    this.glyphs++;
    if (code === unicode.charCodeAt(0)) this.numbered++;
  }

  /** True if the text of the font is usable; also true until enough text was seen. */
  get isLegible(): boolean {
    if (this.glyphs < ENOUGH_GLYPHS || this.kinds.size < ENOUGH_KINDS) return true;
    const { sign, unknown } = this.counts;
    if (unknown > MAX_UNKNOWN * this.glyphs && this.areMany('unknown')) return false;
    if (sign > MAX_SIGNS * this.glyphs && this.areMany('sign')) return false;
    return !(this.isCounted || this.isNumbered);
  }

  private areMany(kind: Kind): boolean {
    const distinct = this.distinct[kind];
    return distinct >= MIN_KINDS && distinct >= MIN_KINDS_SHARE * this.kinds.size;
  }

  /**
   * True if glyphs are numbered in order of first use. A list of the alphabet contains neither symbols nor control
   * characters.
   */
  private get isCounted(): boolean {
    const { sign, unknown } = this.counts;
    return sign + unknown > 0 && this.inOrder > MAX_IN_ORDER * this.kinds.size;
  }

  /** True if the codes are glyph numbers. */
  private get isNumbered(): boolean {
    const { unknown, capital, vowel } = this.counts;
    if (this.numbered < NUMBERED * this.glyphs) return false;
    if (unknown > MAX_UNKNOWN_NUMBERED * this.glyphs && this.distinct.unknown >= MIN_KINDS) return true;
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
