/**
 * Meaning of style names. Office programs store the names of built-in styles in English in every locale; custom styles
 * use words like these.
 */

const HEADING =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|見出し|标题|標題)[\s_]*(\d)$/i;
const TITLE = /^(?:title|document[ _-]?title)$/i;
const CODE =
  /^(?!.*\b(?:reference|number|title|caption|heading)\b).*(?:\b(?:source|program|code|listing|verbatim|preformatted|html (?:code|preformatted|keyboard|sample|typewriter)|teletype|typewriter|monospaced?)\b|source[-_]?code|code[-_]?(?:block|char|snippet|sample|example)|macro text)/i;
const QUOTE = /^(?:(?:intense |block )?quot(?:e|ation|ations)|block ?text|block[ _-]?quote)(?: char)?$/i;
const CONTINUATION = /^list continue\b|^list \d* ?cont\.?$/i;

const LIST = /^list ?(bullet|number) ?([1-5])?$/i;

/** Word allows 253 characters. */
const MAX_NAME_CHARS = 255;

/** Heading level from 1 to 9; null for other styles. */
export function headingLevelOf(name: string): number | null {
  const level = HEADING.exec(shortened(name))?.[1];
  return level === undefined ? null : Math.max(1, Number(level));
}

/** True for the title of the whole document. */
export function isTitleName(name: string): boolean {
  return TITLE.test(shortened(name));
}

export function isCodeName(name: string): boolean {
  return CODE.test(words(name));
}

export function isQuoteName(name: string): boolean {
  return QUOTE.test(words(name));
}

/** True for continuation paragraphs of a list item. */
export function isContinuationName(name: string): boolean {
  return CONTINUATION.test(words(name));
}

/** Splits style names written as words, in camel case or with underscores. */
function words(name: string): string {
  return shortened(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
}

function shortened(name: string): string {
  return name.slice(0, MAX_NAME_CHARS).trim();
}

/** List of a built-in style. */
export interface NamedList {
  readonly isOrdered: boolean;
  /** Depth, from 0. */
  readonly level: number;
}

/** The list that a style such as `List Bullet 2` represents; null for other styles. */
export function namedListOf(name: string): NamedList | null {
  const [, kind, level = '1'] = LIST.exec(shortened(name)) ?? [];
  return kind === undefined ? null : { isOrdered: kind.toLowerCase() === 'number', level: Number(level) - 1 };
}
