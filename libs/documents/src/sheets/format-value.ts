import { dateWriter } from './format-date.js';
import { numberWriter } from './format-number.js';
import { isText, literalOf, readFormat, type FormatSection } from './format-tokens.js';
import { generalText } from './general-text.js';

/** A section with its writer, which returns null for numbers it cannot represent. */
interface WritingSection extends FormatSection {
  readonly write: (value: number) => string | null;
}

/** Maximum number of cached formats: Excel supports about 200 custom formats per workbook. */
const MAX_FORMATS = 1_000;
/** Longest text produced by a format in characters: a cell contains at most 32,767. */
const MAX_TEXT_CHARS = 65_536;

/** Applies the formats of a workbook; each is parsed once. */
export class ValueFormatter {
  private readonly formats = new Map<string, readonly WritingSection[]>();

  /** @param countsFrom1904 true if serial dates start in 1904, as on old Macs */
  constructor(private readonly countsFrom1904: boolean) {}

  /** Displayed text of a number. */
  number(value: number, code: string): string {
    if (!Number.isFinite(value)) return '';
    if (code === 'General' || code === '') return generalText(value);
    const sections = this.sectionsOf(code);
    const { section, isAbsolute } = choose(sections, value);
    const shown = section.write(isAbsolute && !section.isDate ? Math.abs(value) : value);
    return shown === null ? generalText(value) : shown.trim();
  }

  /** Displayed text of a text cell; most formats do not change it. */
  text(value: string, code: string): string {
    if (code === 'General' || !code.includes('@')) return value;
    const sections = this.sectionsOf(code);
    const section = sections.length > 3 ? sections[3]! : sections.find(({ tokens }) => tokens.some(isText));
    const places = section?.tokens.filter(isText).length ?? 0;
    if (!section || places * value.length > MAX_TEXT_CHARS) return value;
    return section.tokens.map((token) => (isText(token) ? value : literalOf(token))).join('');
  }

  private sectionsOf(code: string): readonly WritingSection[] {
    const known = this.formats.get(code);
    if (known) return known;
    const sections = readFormat(code).map((section) => ({
      ...section,
      write: section.isDate ? dateWriter(section.tokens, this.countsFrom1904) : numberWriter(section.tokens),
    }));
    if (this.formats.size >= MAX_FORMATS) this.formats.clear();
    this.formats.set(code, sections);
    return sections;
  }
}

/** Selects the section for a number. `isAbsolute` is true if the section itself represents the sign. */
function choose(
  sections: readonly WritingSection[],
  value: number,
): { section: WritingSection; isAbsolute: boolean } {
  const [first] = sections as [WritingSection, ...WritingSection[]];
  if (sections.length === 1 && !first.condition) return { section: first, isAbsolute: false };
  const numeric = sections.slice(0, 3);
  const conditional = numeric.find(({ condition }) => condition?.(value));
  if (numeric.some(({ condition }) => condition)) {
    const section = conditional ?? numeric.find(({ condition }) => !condition) ?? first;
    return { section, isAbsolute: value < 0 && section !== first };
  }
  if (value < 0 && sections.length > 1) return { section: sections[1]!, isAbsolute: true };
  if (value === 0 && sections.length > 2) return { section: sections[2]!, isAbsolute: false };
  return { section: first, isAbsolute: false };
}
