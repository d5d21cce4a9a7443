import type { XmlElement } from '../containers/xml/xml-element.js';
import { isFixedName } from '../office/fixed-name.js';
import { isCodeName, isContinuationName, isQuoteName, isTitleName } from '../office/style-names.js';

/** What a style, with those it is made after, says about text; null: nothing. */
export interface OdfTextFormat {
  readonly bold: boolean | null;
  readonly italic: boolean | null;
  readonly strike: boolean | null;
  readonly hidden: boolean | null;
  readonly raised: 'sup' | 'sub' | null;
  readonly isFixed: boolean | null;
  readonly isCode: boolean;
}

export interface OdfParagraphFormat {
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly continuesItem: boolean;
  /** 1 to 10. */
  readonly outlineLevel: number | null;
  readonly listStyle: string | null;
  readonly text: OdfTextFormat;
}

/** A level of a list: a mark, a number, or neither. */
interface OdfListLevel {
  readonly kind: 'mark' | 'number' | 'none';
  readonly start: number;
}

/** Styles may be made after each other in a circle. */
const MAX_CHAIN = 20;
const MAX_LEVELS = 10;
const NO_LEVEL: OdfListLevel = { kind: 'mark', start: 1 };

/** The styles of an OpenDocument: those of the whole, and those that only its content uses. */
export class OdfStyles {
  private readonly styles = new Map<string, XmlElement>();
  /** Made by the program for what an author did to one paragraph. */
  private readonly automatic = new Set<XmlElement>();
  private readonly defaults = new Map<string, XmlElement>();
  private readonly lists = new Map<string, XmlElement>();
  private readonly fixedFonts = new Map<string, boolean>();
  private readonly paragraphs = new Map<string, OdfParagraphFormat>();
  private readonly texts = new Map<string, OdfTextFormat>();
  private readonly properties = new Map<string, string | null>();
  private readonly listLevels = new Map<string, OdfListLevel[]>();

  constructor(root: XmlElement | null) {
    for (const child of root?.elements ?? []) this.add(child);
  }

  /** Takes in what one element of a file holds of styles. */
  add(holder: XmlElement): void {
    const isAutomatic = holder.name === 'office:automatic-styles';
    for (const element of holder.elements) {
      if (isAutomatic) this.automatic.add(element);
      const name = element.attr('style:name') ?? '';
      const family = element.attr('style:family') ?? '';
      if (element.name === 'style:style') this.styles.set(`${family} ${name}`, element);
      else if (element.name === 'style:default-style') this.defaults.set(family, element);
      else if (element.name === 'text:list-style') this.lists.set(name, element);
      else if (element.name === 'style:font-face') this.addFont(name, element);
    }
  }

  paragraph(name: string | null): OdfParagraphFormat {
    const key = name ?? '';
    const known = this.paragraphs.get(key);
    if (known) return known;
    const chain = this.chainOf('paragraph', key);
    const isDefined = this.styles.has(`paragraph ${key}`);
    const names = isDefined ? chain.map(displayName) : [decodedName(key)];
    const level = chain
      .map((style) => Number(style.attr('style:default-outline-level') || NaN))
      .find((one) => one > 0);
    const format = {
      isTitle: names.some(isTitleName),
      isCode: names.some(isCodeName),
      isQuote: names.some((one) => isQuoteName(one) || /^quotations$/i.test(one)),
      continuesItem: names.some(isContinuationName),
      outlineLevel: level ?? null,
      listStyle: chain.map((style) => style.attr('style:list-style-name')).find((one) => one) ?? null,
      text: { ...this.formatOf(chain), ...this.ownEmphasis(chain) },
    };
    this.paragraphs.set(key, format);
    return format;
  }

  text(name: string | null): OdfTextFormat {
    const key = name ?? '';
    const known = this.texts.get(key);
    if (known) return known;
    const format = this.formatOf(this.chainOf('text', key));
    this.texts.set(key, format);
    return format;
  }

  listLevel(style: string | null, level: number): OdfListLevel {
    const name = style ?? '';
    const levels = this.listLevels.get(name) ?? this.readLevels(name);
    this.listLevels.set(name, levels);
    return levels[level] ?? NO_LEVEL;
  }

  private readLevels(style: string): OdfListLevel[] {
    const levels: OdfListLevel[] = [];
    for (const element of this.lists.get(style)?.elements ?? []) {
      const level = Number(element.attr('text:level')) - 1;
      if (level >= 0 && level < MAX_LEVELS) levels[level] ??= this.levelOf(element);
    }
    return levels;
  }

  private levelOf(element: XmlElement): OdfListLevel {
    const start = Number(element.attr('text:start-value') ?? 1);
    if (element.name !== 'text:list-level-style-number')
      return { kind: hasMark(element) ? 'mark' : 'none', start: 1 };
    return { kind: element.attr('style:num-format') ? 'number' : 'none', start: start >= 0 ? start : 1 };
  }

  /** The first of a style and those it is made after that holds such properties with that attribute. */
  property(family: string, name: string | null, properties: string, attribute: string): string | null {
    const key = `${family} ${attribute} ${name ?? ''}`;
    const known = this.properties.get(key);
    if (known !== undefined) return known;
    const values = this.chainOf(family, name ?? '').map((style) => style.child(properties)?.attr(attribute));
    const value = values.find((one) => one !== null && one !== undefined) ?? null;
    this.properties.set(key, value);
    return value;
  }

  /**
   * Emphasis of a whole paragraph. What its named style looks like is no emphasis: headings are bold, quotes are slanted. What
   * the author did to this paragraph alone is.
   */
  private ownEmphasis([style]: readonly XmlElement[]): Pick<OdfTextFormat, 'bold' | 'italic' | 'strike'> {
    const own = this.formatOf(style && this.automatic.has(style) ? [style] : []);
    return { bold: own.bold, italic: own.italic, strike: own.strike };
  }

  private formatOf(chain: readonly XmlElement[]): OdfTextFormat {
    const properties = chain.map((style) => style.child('style:text-properties'));
    const first = <T>(read: (element: XmlElement) => T | null): T | null => {
      for (const element of properties) {
        const value = element && read(element);
        if (value !== null && value !== undefined) return value;
      }
      return null;
    };
    return {
      bold: first((element) => boldOf(element.attr('fo:font-weight'))),
      italic: first((element) => slanted(element.attr('fo:font-style'))),
      strike: first((element) =>
        struck(element.attr('style:text-line-through-style') ?? element.attr('style:text-line-through-type')),
      ),
      hidden: first((element) =>
        element.attr('text:display') === null ? null : element.attr('text:display') === 'none',
      ),
      raised: first((element) => raisedBy(element.attr('style:text-position'))),
      isFixed: first((element) =>
        this.fixedOf(element.attr('style:font-name') ?? element.attr('fo:font-family')),
      ),
      isCode: chain.some((style) => isCodeName(displayName(style))),
    };
  }

  private fixedOf(font: string | null): boolean | null {
    if (font === null) return null;
    return this.fixedFonts.get(font) ?? isFixedName(font);
  }

  private addFont(name: string, element: XmlElement): void {
    const family = element.attr('svg:font-family') ?? name;
    this.fixedFonts.set(name, element.attr('style:font-pitch') === 'fixed' || isFixedName(family));
  }

  /** The style itself, those it is made after, then what holds for all. */
  private chainOf(family: string, name: string): XmlElement[] {
    const chain: XmlElement[] = [];
    for (let next: string | null = name; next !== null && chain.length < MAX_CHAIN;) {
      const style = this.styles.get(`${family} ${next}`);
      if (!style) break;
      chain.push(style);
      next = style.attr('style:parent-style-name');
    }
    const rest = this.defaults.get(family);
    return rest && family === 'paragraph' ? [...chain, rest] : chain;
  }
}

function displayName(style: XmlElement): string {
  return decodedName(style.attr('style:display-name') ?? style.attr('style:name') ?? '');
}

/** Names are written with their other characters as numbers: `Heading_20_1`. */
function decodedName(written: string): string {
  return written.replace(/_([0-9a-f]{2})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function hasMark(level: XmlElement): boolean {
  return level.name === 'text:list-level-style-image' || (level.attr('text:bullet-char') ?? '').trim() !== '';
}

function boldOf(weight: string | null): boolean | null {
  return weight === null ? null : weight === 'bold' || Number(weight) >= 600;
}

function slanted(style: string | null): boolean | null {
  return style === null ? null : style !== 'normal';
}

function struck(line: string | null): boolean | null {
  return line === null ? null : line !== 'none';
}

/** `super 58%`, `sub 58%`, or how far the text is raised. */
function raisedBy(position: string | null): 'sup' | 'sub' | null {
  if (position === null) return null;
  if (position.startsWith('super')) return 'sup';
  if (position.startsWith('sub')) return 'sub';
  const percent = parseFloat(position);
  return percent > 0 ? 'sup' : percent < 0 ? 'sub' : null;
}
