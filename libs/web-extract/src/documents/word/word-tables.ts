import { isFixedName } from '../office/fixed-name.js';
import {
  headingLevelOf,
  isCodeName,
  isContinuationName,
  isQuoteName,
  isTitleName,
} from '../office/style-names.js';

/** A font: how its bytes are to be read, and whether its letters have one width. */
interface WordFont {
  name: string;
  charset: number | null;
  isFixed: boolean;
}

export interface WordStyle {
  name: string;
  basedOn: number | null;
  outlineLevel: number | null;
  font: number | null;
}

/** A level of a list: its kind of numbers (23 for marks, 255 for neither) and the first of them. */
export interface WordListLevel {
  format: number;
  start: number;
  hasText: boolean;
  /** Where its text begins. */
  indent: number | null;
}

interface WordParagraphStyle {
  readonly headingLevel: number | null;
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly continuesItem: boolean;
}

const MAX_CHAIN = 20;

/** What a document declares for its paragraphs: fonts, styles and lists. */
export class WordTables {
  readonly fonts = new Map<number, WordFont>();
  readonly styles = new Map<number, WordStyle>();
  readonly characterStyles = new Map<number, WordStyle>();
  /** Levels by the number of the list. */
  readonly lists = new Map<number, WordListLevel[]>();
  /** Number of the list by the number that paragraphs refer to. */
  readonly overrides = new Map<number, number>();
  defaultFont = 0;
  codePage = 1252;

  private readonly paragraphStyles = new Map<number, WordParagraphStyle>();

  /** Called once the styles have been read. */
  paragraphStyle(number: number): WordParagraphStyle {
    const known = this.paragraphStyles.get(number);
    if (known) return known;
    const style = this.readParagraphStyle(number);
    this.paragraphStyles.set(number, style);
    return style;
  }

  private readParagraphStyle(number: number): WordParagraphStyle {
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

  private chainOf(number: number): WordStyle[] {
    const chain: WordStyle[] = [];
    for (let next: number | null = number; next !== null && chain.length < MAX_CHAIN;) {
      const style: WordStyle | undefined = this.styles.get(next);
      if (!style || chain.includes(style)) break;
      chain.push(style);
      next = style.basedOn;
    }
    return chain;
  }
}
