import { decodeXmlReferences } from '@web-extract/documents/markup/decode/xml-references.js';
import { escapeHtml } from './html-text.js';
import { readXml, type XmlHandler } from './read-xml.js';

/** Texts of a feed or an item. */
export interface FeedTexts {
  /** HTML, like `summary` and `content`. */
  title?: string;
  summary?: string;
  content?: string;
  /** As written, like those below. */
  link?: string;
  author?: string;
  date?: string;
  language?: string;
}

/** An RSS (0.9 to 2.0) or Atom feed. */
export interface Feed {
  readonly about: FeedTexts;
  readonly items: readonly FeedTexts[];
}

const ROOTS = new Set(['rss', 'feed', 'rdf:rdf']);
const ITEMS = new Set(['item', 'entry']);
const OWNERS = new Set(['channel', 'feed', ...ITEMS]);

/** Which text an element holds; the first of its kind counts. */
const FIELDS: Readonly<Partial<Record<string, keyof FeedTexts>>> = {
  title: 'title',
  description: 'summary',
  subtitle: 'summary',
  summary: 'summary',
  'content:encoded': 'content',
  content: 'content',
  link: 'link',
  'dc:creator': 'author',
  name: 'author',
  published: 'date',
  pubdate: 'date',
  'dc:date': 'date',
  updated: 'date',
  language: 'language',
};
const HTML_FIELDS: ReadonlySet<keyof FeedTexts> = new Set(['title', 'summary', 'content']);

interface OpenField {
  readonly name: keyof FeedTexts;
  /** Elements open around it. */
  readonly depth: number;
  /** True if the content is HTML already; otherwise it is HTML, or plain text, with XML escapes. */
  readonly isMarkup: boolean;
}

/** Reads a feed in one pass, without a tree: depth and size cost no stack. Null when the text is no feed. */
export function readFeed(xml: string): Feed | null {
  const reader = new FeedReader();
  readXml(xml, reader);
  return reader.isFeed ? reader : null;
}

class FeedReader implements Feed, XmlHandler {
  readonly about: FeedTexts = {};
  readonly items: FeedTexts[] = [];
  isFeed = false;
  private isAtom = false;
  private itemDepth = Infinity;
  private field: OpenField | null = null;
  private text = '';

  onOpen(name: string, attributes: ReadonlyMap<string, string>, path: readonly string[]): void {
    if (path.length === 0) this.openRoot(name, attributes);
    if (!this.isFeed) return;
    if (this.field) this.text += openingTag(name, attributes);
    else if (ITEMS.has(name)) this.openItem(path.length);
    else this.openField(name, attributes, path);
  }

  onText(raw: string): void {
    if (this.field) this.text += this.field.isMarkup ? raw : decodeXmlReferences(raw);
  }

  onCharacterData(text: string): void {
    if (this.field) this.text += this.field.isMarkup ? escapeHtml(text) : text;
  }

  onClose(name: string, path: readonly string[]): void {
    if (this.field && path.length > this.field.depth) this.text += `</${name}>`;
    else if (this.field) this.closeField(this.field.name);
    if (path.length <= this.itemDepth) this.itemDepth = Infinity;
  }

  private openRoot(name: string, attributes: ReadonlyMap<string, string>): void {
    this.isFeed = ROOTS.has(name);
    this.isAtom = name === 'feed';
    const language = attributes.get('xml:lang');
    if (language) this.about.language = language;
  }

  private openItem(depth: number): void {
    this.items.push({});
    this.itemDepth = depth;
  }

  private openField(name: string, attributes: ReadonlyMap<string, string>, path: readonly string[]): void {
    const owner = path.at(-1) ?? '';
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined; // feeds may hold any name
    if (!field || !(name === 'name' ? owner === 'author' : OWNERS.has(owner))) return;
    const href = attributes.get('href');
    if (field === 'link' && href !== undefined) {
      if ((attributes.get('rel') ?? 'alternate') === 'alternate') this.owner().link ??= href;
      return;
    }
    const isMarkup = HTML_FIELDS.has(field) && this.isAtom && attributes.get('type') !== 'html';
    this.field = { name: field, depth: path.length, isMarkup };
  }

  private closeField(name: keyof FeedTexts): void {
    const text = this.text.trim();
    if (text !== '') this.owner()[name] ??= text;
    this.field = null;
    this.text = '';
  }

  private owner(): FeedTexts {
    return this.itemDepth === Infinity ? this.about : (this.items.at(-1) ?? this.about);
  }
}

/** A tag inside a text, as XHTML content of Atom has them. */
function openingTag(name: string, attributes: ReadonlyMap<string, string>): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}>`;
}
