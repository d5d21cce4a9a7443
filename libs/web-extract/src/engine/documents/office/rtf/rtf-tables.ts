import { isFixedName } from '../fixed-name.js';
import { headingLevelOf, isCodeName, isContinuationName, isQuoteName, isTitleName } from '../style-names.js';

/** A font: how its bytes are to be read, and whether its letters have one width. */
export interface RtfFont {
  name: string;
  charset: number | null;
  isFixed: boolean;
}

export interface RtfStyle {
  name: string;
  basedOn: number | null;
  outlineLevel: number | null;
  font: number | null;
}

/** A level of a list: its kind of numbers (23 for marks, 255 for neither) and the first of them. */
export interface RtfListLevel {
  format: number;
  start: number;
  hasText: boolean;
  /** Where its text begins. */
  indent: number | null;
}

export interface RtfParagraphStyle {
  readonly headingLevel: number | null;
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly continuesItem: boolean;
}

const MAX_CHAIN = 20;

/** What the head of an RTF file declares. */
export class RtfTables {
  readonly fonts = new Map<number, RtfFont>();
  readonly styles = new Map<number, RtfStyle>();
  readonly characterStyles = new Map<number, RtfStyle>();
  /** Levels by the number of the list. */
  readonly lists = new Map<number, RtfListLevel[]>();
  /** Number of the list by the number that paragraphs refer to. */
  readonly overrides = new Map<number, number>();
  defaultFont = 0;
  codePage = 1252;

  paragraphStyle(number: number): RtfParagraphStyle {
    const chain = this.chainOf(number);
    const names = chain.map(({ name }) => name);
    const byName = names.map(headingLevelOf).find((level) => level !== null);
    const byOutline = chain.map(({ outlineLevel }) => outlineLevel).find((level) => level !== null);
    return {
      headingLevel: byName ?? byOutline ?? null,
      isTitle: names.some(isTitleName),
      isCode: names.some(isCodeName),
      isQuote: names.some(isQuoteName),
      continuesItem: names.some(isContinuationName),
    };
  }

  isCodeStyle(number: number): boolean {
    const style = this.characterStyles.get(number);
    return style !== undefined && isCodeName(style.name);
  }

  /** Letters of one width that stand out from the rest of the document. */
  isFixed(font: number): boolean {
    return this.hasOneWidth(font) && !this.hasOneWidth(this.defaultFont);
  }

  private hasOneWidth(number: number): boolean {
    const font = this.fonts.get(number);
    return font !== undefined && (font.isFixed || isFixedName(font.name));
  }

  private chainOf(number: number): RtfStyle[] {
    const chain: RtfStyle[] = [];
    for (let next: number | null = number; next !== null && chain.length < MAX_CHAIN;) {
      const style: RtfStyle | undefined = this.styles.get(next);
      if (!style || chain.includes(style)) break;
      chain.push(style);
      next = style.basedOn;
    }
    return chain;
  }
}
