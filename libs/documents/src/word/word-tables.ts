import { isFixedName } from '../office/fixed-name.js';
import type { LabelledLevel } from '../office/number-label.js';
import {
  headingLevelOf,
  isCodeName,
  isContinuationName,
  isQuoteName,
  isTitleName,
} from '../office/style-names.js';

/** A font with its character set; `isFixed` is true if it is monospaced. */
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

/** A list level: its number format (23 for bullets, 255 for neither) and its first number. */
export interface WordListLevel {
  format: number;
  start: number;
  hasText: boolean;
  /** Indentation of its text. */
  indent: number | null;
  /** How it is numbered; absent if the file states the labels of paragraphs. */
  label?: LabelledLevel;
}

interface WordParagraphStyle {
  readonly headingLevel: number | null;
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly continuesItem: boolean;
}

const MAX_CHAIN = 20;

/** Font, style and list definitions of a document. */
export class WordTables {
  readonly fonts = new Map<number, WordFont>();
  readonly styles = new Map<number, WordStyle>();
  readonly characterStyles = new Map<number, WordStyle>();
  /** Levels by list number. */
  readonly lists = new Map<number, WordListLevel[]>();
  /** List numbers by the number that paragraphs refer to. */
  readonly overrides = new Map<number, number>();
  defaultFont = 0;
  codePage = 1252;

  private readonly paragraphStyles = new Map<number, WordParagraphStyle>();

  /** Must be called after the styles are read. */
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

  /** True for a monospaced font if the default font of the document is not monospaced. */
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
