import type { StatedItem } from '../../model/page/structured-data.js';
import {
  descendants,
  isElement,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { resolveLink } from '@web-extract/documents/markup/dom/resolve-url.js';
import { shownText } from './shown-text.js';

type Properties = Record<string, unknown>;

/** Attributes of a syntax: for an item, its type, and a property. */
interface Syntax {
  readonly name: StatedItem['syntax'];
  readonly scope: string;
  readonly type: string;
  readonly property: string;
}

const SYNTAXES: readonly Syntax[] = [
  { name: 'microdata', scope: 'itemscope', type: 'itemtype', property: 'itemprop' },
  { name: 'RDFa', scope: 'typeof', type: 'typeof', property: 'property' },
];

const MAX_PROPERTIES = 3_000;
const MAX_TEXT_CHARS = 20_000;

/**
 * Reads microdata and RDFa Lite into the form of JSON-LD: types under `@type`, things inside things.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export function readMarkedItems(document: DomTree): StatedItem[] {
  return SYNTAXES.flatMap((syntax) => readSyntax(document, syntax));
}

function readSyntax(document: DomTree, syntax: Syntax): StatedItem[] {
  const items: StatedItem[] = [];
  const scopes = new Map<PageElement, Properties>();
  let properties = 0;
  for (const node of descendants(document.root)) {
    if (!isElement(node)) continue;
    const names = node.attribs[syntax.property]?.split(/\s+/).filter((name) => name !== '') ?? [];
    const isScope = syntax.scope in node.attribs;
    if (!isScope && names.length === 0) continue;
    const owner = ownerOf(node, scopes);
    const thing = isScope ? openScope(node, syntax, scopes) : null;
    if (owner && names.length > 0) {
      if (++properties > MAX_PROPERTIES) break;
      const value = thing ?? valueOf(node, document.baseUrl);
      for (const name of names) if (value !== '') add(owner, localName(name), value);
    } else if (thing) items.push({ syntax: syntax.name, value: thing });
  }
  return items;
}

function ownerOf(element: PageElement, scopes: ReadonlyMap<PageElement, Properties>): Properties | null {
  for (let parent = element.parent; parent; parent = parent.parent) {
    const scope = scopes.get(parent as PageElement);
    if (scope) return scope;
  }
  return null;
}

function openScope(element: PageElement, syntax: Syntax, scopes: Map<PageElement, Properties>): Properties {
  const types = (element.attribs[syntax.type] ?? '')
    .split(/\s+/)
    .filter((type) => type !== '')
    .map(localName);
  const thing: Properties = types.length > 0 ? { '@type': types.length === 1 ? types[0] : types } : {};
  scopes.set(element, thing);
  return thing;
}

function add(thing: Properties, name: string, value: unknown): void {
  if (name === '__proto__') return;
  const known = Object.hasOwn(thing, name) ? thing[name] : undefined;
  thing[name] =
    known === undefined ? value : Array.isArray(known) ? [...(known as unknown[]), value] : [known, value];
}

/** `schema:name` and `https://schema.org/name` are `name`. */
function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#'), name.lastIndexOf(':')) + 1);
}

/** Attributes that hold the value of an element, by its name; addresses are resolved. */
const VALUE_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href', area: 'href', link: 'href', audio: 'src', embed: 'src', iframe: 'src', img: 'src', source: 'src', track: 'src',
  video: 'src', object: 'data', data: 'value', meter: 'value', time: 'datetime',
}; // prettier-ignore
const ADDRESSES = new Set(['href', 'src', 'data']);

function valueOf(element: PageElement, baseUrl: string): string {
  const { attribs } = element;
  if (attribs['content'] !== undefined) return attribs['content'].trim();
  const attribute = VALUE_ATTRIBUTES[element.name];
  const value = attribute === undefined ? undefined : attribs[attribute];
  if (attribute === undefined || value === undefined) return shownText(element, MAX_TEXT_CHARS);
  return ADDRESSES.has(attribute) ? (resolveLink(value, baseUrl) ?? '') : value.trim();
}
