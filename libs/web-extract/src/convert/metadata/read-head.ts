import { textOf, type DomTree, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { isScript } from '@web-extract/documents/markup/dom/safe-attributes.js';
import { readStructuredData, type StructuredItem } from './structured-data.js';

/** Metas whose value is an address: `og:image`, `twitter:player:stream`, `msapplication-TileImage`. */
const NAMES_ADDRESS = /(?:url|image|audio|video|player|stream|src|href|logo|icon|link)$/i;

/** Different names of `<meta>` that are given out: each becomes a field of the answer. Pages have some dozens. */
const MAX_NAMES = 1_000;

/** Properties of texts. Scripts without any of them are not read: they describe the site. */
const OF_TEXTS = /"(?:author|creator|date(?:Published|Modified|Created)|uploadDate|headline)"/;

/** Names of metas with their ranks. Pages have fewer metas than there are names for a statement. */
export type MetaOrder = ReadonlyMap<string, number>;

/** @param names lower-case names, the most reliable first */
export const metaOrder = (names: readonly string[]): MetaOrder =>
  new Map(names.map((name, rank) => [name, rank]));

/** The statements of a page's head (and of metas that strayed into its body), by lower-case name. */
export class Head {
  title: string | null = null;
  language: string | null = null;
  /** Every meta under its own name as written; a list where it is repeated. */
  readonly meta: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  private readonly values = new Map<string, string[]>();
  /** Values of `http-equiv` and `itemprop`, which often repeat those of a name. */
  private readonly otherValues = new Map<string, string[]>();
  private readonly rels = new Map<string, string>();
  private items: readonly StructuredItem[] | null = null;
  private names = 0;

  constructor(private readonly document: DomTree) {}

  /** The first value of the first of these names that has one. */
  first(...names: readonly string[]): string | null {
    for (const name of names) {
      const value = this.all(name)[0];
      if (value !== undefined) return value;
    }
    return null;
  }

  all(name: string): readonly string[] {
    return this.values.get(name) ?? this.otherValues.get(name) ?? [];
  }

  /** Those of the names that the page has, in their order, with their values. */
  named(order: MetaOrder): Named[] {
    const others = [...this.otherValues].filter(([name]) => !this.values.has(name));
    return ranked([...this.values, ...others], order);
  }

  /** Values of the names alone, without those of `itemprop`: these may be about a part of the page. */
  ofNames(order: MetaOrder): string[] {
    return ranked([...this.values], order).flatMap(([, values]) => values);
  }

  /** Values of `itemprop` and `http-equiv` alone. */
  ofProperties(order: MetaOrder): string[] {
    return ranked([...this.otherValues], order).flatMap(([, values]) => values);
  }

  allOf(order: MetaOrder): string[] {
    return this.named(order).flatMap(([, values]) => values);
  }

  /** The address of the first `<link>` with this relation. */
  link(rel: string): string | null {
    return this.rels.get(rel) ?? null;
  }

  /** Returns what the page's JSON-LD says of texts, read on first use. */
  structuredData(): readonly StructuredItem[] {
    return (this.items ??= readStructuredData(this.document, OF_TEXTS));
  }

  addMeta(element: PageElement): void {
    const { name, property, content, 'http-equiv': httpEquiv, itemprop } = element.attribs;
    const value = squeeze(content ?? '');
    if (value === '') return;
    for (const written of new Set([name, property])) {
      if (written?.trim()) this.addNamed(written.trim(), value);
    }
    const other = httpEquiv ?? itemprop;
    if (other) addTo(this.otherValues, other.trim().toLowerCase(), value);
  }

  addLink(element: PageElement): void {
    const { rel, href } = element.attribs;
    if (!rel || !href?.trim()) return;
    for (const one of rel.toLowerCase().split(/\s+/)) if (!this.rels.has(one)) this.rels.set(one, href);
  }

  private addNamed(name: string, value: string): void {
    if (NAMES_ADDRESS.test(name) && isScript(value)) return;
    addTo(this.values, name.toLowerCase(), value);
    const known = this.meta[name];
    if (known === undefined && ++this.names > MAX_NAMES) return;
    if (known === undefined) this.meta[name] = value;
    else if (Array.isArray(known)) known.push(value);
    else this.meta[name] = [known, value];
  }
}

type Named = readonly [name: string, values: readonly string[]];

function ranked(all: readonly Named[], order: MetaOrder): Named[] {
  const found = all.filter(([name]) => order.has(name));
  return found.length < 2 ? found : found.sort(([one], [two]) => order.get(one)! - order.get(two)!);
}

function addTo(map: Map<string, string[]>, name: string, value: string): void {
  const known = map.get(name);
  if (known) known.push(value);
  else map.set(name, [value]);
}

/** Collects the statements of a page about itself. */
export function readHead(document: DomTree): Head {
  const head = new Head(document);
  for (const element of document.statements) readElement(element, head);
  return head;
}

function readElement(element: PageElement, head: Head): void {
  switch (element.name) {
    case 'meta':
      return head.addMeta(element);
    case 'link':
      return head.addLink(element);
    case 'title':
      head.title ??= squeeze(textOf(element)) || null;
      return;
    case 'html':
      head.language ??= (element.attribs['lang'] ?? element.attribs['xml:lang'])?.trim() || null;
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
