import type { XmlElement } from '../../containers/xml/xml-element.js';
import {
  headingLevelOf,
  namedListOf,
  isCodeName,
  isContinuationName,
  isQuoteName,
  isTitleName,
  type NamedList,
} from '../../office/style-names.js';
import type { FixedFonts } from './fixed-fonts.js';

/** Numbering that a style or a paragraph refers to. */
interface NumberingReference {
  readonly id: string | null;
  readonly level: number | null;
}

/** Text properties of a style and its ancestors; null if unspecified. */
export interface TextFormat {
  readonly bold: boolean | null;
  readonly italic: boolean | null;
  readonly strike: boolean | null;
  readonly hidden: boolean | null;
  readonly raised: 'sup' | 'sub' | null;
  readonly font: string | null;
}

export interface ParagraphFormat {
  /** Level from 1 to 9. */
  readonly headingLevel: number | null;
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly continuesItem: boolean;
  readonly numbering: NumberingReference;
  /** List that the name of the style stands for, if it refers to no numbering. */
  readonly namedList: NamedList | null;
  readonly indent: number | null;
  readonly text: TextFormat;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | null;
  readonly element: XmlElement;
}

/** Maximum length of an inheritance chain; styles may inherit from each other in a cycle. */
const MAX_CHAIN = 20;

const NO_TEXT_FORMAT: TextFormat = {
  bold: null,
  italic: null,
  strike: null,
  hidden: null,
  raised: null,
  font: null,
};

/** The styles of a text document, including inherited properties. */
export class Styles {
  private readonly styles = new Map<string, Style>();
  private readonly defaults: { paragraph: string | null } = { paragraph: null };
  private readonly paragraphs = new Map<string, ParagraphFormat>();
  private readonly characters = new Map<string, TextFormat & { readonly isCode: boolean }>();
  private readonly documentFont: string | null;

  constructor(
    root: XmlElement | null,
    private readonly fixedFonts: FixedFonts,
  ) {
    for (const element of root?.all('w:style') ?? []) {
      const id = element.attr('w:styleId') ?? '';
      this.styles.set(id, {
        name: element.child('w:name')?.attr('w:val') ?? id,
        basedOn: element.child('w:basedOn')?.attr('w:val') ?? null,
        element,
      });
      const isDefault = /^(?:1|true|on)$/.test(element.attr('w:default') ?? '');
      if (isDefault && element.attr('w:type') === 'paragraph') this.defaults.paragraph = id;
    }
    this.documentFont = fontOf(root?.at('w:docDefaults', 'w:rPrDefault', 'w:rPr') ?? null);
  }

  /** @param id null for paragraphs without a style */
  paragraph(id: string | null): ParagraphFormat {
    const key = id ?? this.defaults.paragraph ?? '';
    const known = this.paragraphs.get(key);
    if (known) return known;
    const format = this.readParagraph(key);
    this.paragraphs.set(key, format);
    return format;
  }

  character(id: string | null): TextFormat & { readonly isCode: boolean } {
    const key = id ?? '';
    const known = this.characters.get(key);
    if (known) return known;
    const chain = this.chainOf(key);
    const text = mergedText(chain.map(({ element }) => element.child('w:rPr')));
    const isCode = chain.some(({ name }) => isCodeName(name)) || this.isFixed(text.font);
    const format = { ...text, isCode };
    this.characters.set(key, format);
    return format;
  }

  /** True for a monospaced font if the default font of the document is not monospaced. */
  isFixed(font: string | null): boolean {
    return font !== null && this.fixedFonts.has(font) && !this.fixedFonts.has(this.usualFont);
  }

  private get usualFont(): string {
    return this.paragraph(null).text.font ?? this.documentFont ?? '';
  }

  private readParagraph(id: string): ParagraphFormat {
    const chain = this.chainOf(id);
    const properties = chain.map(({ element }) => element.child('w:pPr'));
    const names = chain.length > 0 ? chain.map(({ name }) => name) : [id];
    const first = <T>(read: (element: XmlElement) => T | null) => firstOf(properties, read);
    return {
      headingLevel: firstOf(names, headingLevelOf) ?? first(outlineLevel),
      isTitle: names.some(isTitleName),
      isCode: names.some(isCodeName),
      isQuote: names.some(isQuoteName),
      continuesItem: names.some(isContinuationName),
      namedList: firstOf(names, namedListOf),
      numbering: { id: first(numberingId), level: first(numberingLevel) },
      indent: first(indentOf),
      text: mergedText(chain.map(({ element }) => element.child('w:rPr'))),
    };
  }

  /** The style itself, then its ancestors. */
  private chainOf(id: string): Style[] {
    const chain: Style[] = [];
    for (let next: string | null = id; next !== null && chain.length < MAX_CHAIN;) {
      const style: Style | undefined = this.styles.get(next);
      if (!style) break;
      chain.push(style);
      next = style.basedOn;
    }
    return chain;
  }
}

function firstOf<S, T>(sources: readonly (S | null)[], read: (source: S) => T | null): T | null {
  for (const source of sources) {
    const value = source === null ? null : read(source);
    if (value !== null) return value;
  }
  return null;
}

/** Outline level from 1; null for body text, which has level 9 in the file. */
export function outlineLevel(properties: XmlElement): number | null {
  const level = numberAt(properties, 'w:outlineLvl');
  return level !== null && level >= 0 && level < 9 ? level + 1 : null;
}

export function numberingId(properties: XmlElement): string | null {
  return properties.at('w:numPr', 'w:numId')?.attr('w:val') ?? null;
}

export function numberingLevel(properties: XmlElement): number | null {
  const numbering = properties.child('w:numPr');
  return numbering && numberAt(numbering, 'w:ilvl');
}

/** Left indentation of a paragraph. */
export function indentOf(properties: XmlElement): number | null {
  const indent = properties.child('w:ind');
  const value = indent?.attr('w:start') ?? indent?.attr('w:left') ?? null;
  return value === null || !/^-?\d+$/.test(value) ? null : Number(value);
}

function numberAt(element: XmlElement, name: string): number | null {
  const value = element.child(name)?.attr('w:val');
  return value !== null && value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Text properties of a run; null if unspecified. */
function textFormat(properties: XmlElement | null): TextFormat {
  if (!properties) return NO_TEXT_FORMAT;
  const position = properties.child('w:vertAlign')?.attr('w:val');
  return {
    bold: switchAt(properties, 'w:b'),
    italic: switchAt(properties, 'w:i'),
    strike: switchAt(properties, 'w:strike') ?? switchAt(properties, 'w:dstrike'),
    hidden: switchAt(properties, 'w:vanish'),
    raised: position === 'superscript' ? 'sup' : position === 'subscript' ? 'sub' : null,
    font: fontOf(properties),
  };
}

/** Merges text properties; the first specified value wins. */
export function mergedText(sources: readonly (XmlElement | null)[]): TextFormat {
  return sources.map(textFormat).reduce(
    (merged, next) => ({
      bold: merged.bold ?? next.bold,
      italic: merged.italic ?? next.italic,
      strike: merged.strike ?? next.strike,
      hidden: merged.hidden ?? next.hidden,
      raised: merged.raised ?? next.raised,
      font: merged.font ?? next.font,
    }),
    NO_TEXT_FORMAT,
  );
}

function fontOf(properties: XmlElement | null): string | null {
  const fonts = properties?.child('w:rFonts');
  return fonts?.attr('w:ascii') ?? fonts?.attr('w:hAnsi') ?? null;
}

/** Value of a toggle property: true if present without an explicit value. */
export function switchAt(properties: XmlElement, name: string): boolean | null {
  const element = properties.child(name);
  return element && !/^(?:0|false|off|none)$/.test(element.attr('w:val') ?? '');
}
