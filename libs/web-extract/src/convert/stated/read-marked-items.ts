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

/** A value counts once for each of its names. */
const MAX_PROPERTIES = 3_000;
/** All values of a syntax together. */
const MAX_VALUE_CHARS = 1_000_000;
const MAX_TEXT_CHARS = 20_000;
/** Maximum number of times that a thing is written: nested things of several names multiply. */
const MAX_COPIES = 8;

/** A thing that is read. */
interface Scope {
  readonly thing: Properties;
  /** Number of times that it is written, by its own names and those of the things around it. */
  readonly copies: number;
}

type Scopes = Map<PageElement, Scope>;

/** What may still be read. */
interface Room {
  properties: number;
  chars: number;
}

/**
 * Reads microdata and RDFa Lite into the form of JSON-LD: types under `@type`, things inside things.
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export function readMarkedItems(document: DomTree): StatedItem[] {
  return SYNTAXES.flatMap((syntax) => readSyntax(document, syntax));
}

function readSyntax(document: DomTree, syntax: Syntax): StatedItem[] {
  const items: StatedItem[] = [];
  const scopes: Scopes = new Map();
  const room: Room = { properties: MAX_PROPERTIES, chars: MAX_VALUE_CHARS };
  for (const node of descendants(document.root)) {
    if (!isElement(node)) continue;
    const isScope = syntax.scope in node.attribs;
    if (!isScope && node.attribs[syntax.property] === undefined) continue;
    const owner = ownerOf(node, scopes);
    const names = namesOf(node, syntax, owner, isScope);
    const thing = isScope
      ? openScope(node, syntax, scopes, (owner?.copies ?? 1) * (names.length || 1))
      : null;
    if (owner && names.length > 0) {
      const value = thing ?? valueOf(node, document.baseUrl);
      if (!takeRoom(room, value, names.length * owner.copies)) break;
      for (const name of names) if (value !== '') add(owner.thing, name, value);
    } else if (thing) items.push({ syntax: syntax.name, value: thing });
  }
  return items;
}

/** The names of a property; only the first one of a thing that would be written too often. */
function namesOf(
  { attribs }: PageElement,
  { property }: Syntax,
  owner: Scope | null,
  isScope: boolean,
): string[] {
  if (!owner) return [];
  const words = attribs[property]?.split(/\s+/).filter((name) => name !== '') ?? [];
  const names = [...new Set(words.map(localName))];
  return isScope && owner.copies * names.length > MAX_COPIES ? names.slice(0, 1) : names;
}

function takeRoom(room: Room, value: unknown, copies: number): boolean {
  room.properties -= copies;
  if (typeof value === 'string') room.chars -= value.length * copies;
  return room.properties >= 0 && room.chars >= 0;
}

function ownerOf(element: PageElement, scopes: Scopes): Scope | null {
  for (let parent = element.parent; parent; parent = parent.parent) {
    const scope = scopes.get(parent as PageElement);
    if (scope) return scope;
  }
  return null;
}

function openScope(element: PageElement, syntax: Syntax, scopes: Scopes, copies: number): Properties {
  const types = (element.attribs[syntax.type] ?? '')
    .split(/\s+/)
    .filter((type) => type !== '')
    .map(localName);
  const thing: Properties = types.length > 0 ? { '@type': types.length === 1 ? types[0] : types } : {};
  scopes.set(element, { thing, copies });
  return thing;
}

function add(thing: Properties, name: string, value: unknown): void {
  if (name === '__proto__') return;
  const known = Object.hasOwn(thing, name) ? thing[name] : undefined;
  if (Array.isArray(known)) known.push(value);
  else thing[name] = known === undefined ? value : [known, value];
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
