import { parseTolerantly } from './tolerant-json.js';
import type { DomTree, PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** A JSON-LD object of a page (usually schema.org). */
export type StructuredItem = Readonly<Record<string, unknown>>;

/** Longer scripts are left unread: state dumps, not statements about the page. */
const MAX_SCRIPT_CHARS = 2_000_000;
const MAX_DEPTH = 6;
/** Deeper objects are left out: to write them as JSON would exhaust the stack. */
const MAX_LEVELS = 100;

/**
 * Every JSON-LD object of the page in document order, `@graph` and arrays opened. Unreadable scripts are skipped.
 *
 * @param names only scripts that match are read
 */
export function readStructuredData(document: DomTree, names?: RegExp): StructuredItem[] {
  const items: StructuredItem[] = [];
  for (const element of document.statements) {
    if (element.name !== 'script' || !isJsonLd(element.attribs['type'])) continue;
    const text = element.textContent;
    if (text.length <= MAX_SCRIPT_CHARS && (!names || names.test(text)))
      for (const item of itemsOf(element, text)) items.push(item);
  }
  return items;
}

/** Objects of scripts that were read: metadata, page types and formats read the same ones. */
const known = new WeakMap<PageElement, readonly StructuredItem[]>();

function itemsOf(script: PageElement, text: string): readonly StructuredItem[] {
  let items = known.get(script);
  if (!items) {
    const found: StructuredItem[] = [];
    collectItems(parseTolerantly(text), found, 0);
    known.set(script, (items = found));
  }
  return items;
}

function isJsonLd(type: string | undefined): boolean {
  return type !== undefined && /^\s*application\/ld\+json/i.test(type);
}

function collectItems(value: unknown, items: StructuredItem[], depth: number): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) collectItems(entry, items, depth + 1);
    return;
  }
  const item = value as StructuredItem;
  if (!isDeeper(item, MAX_LEVELS)) items.push(item);
  collectItems(item['@graph'], items, depth + 1);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The first type of an item without its vocabulary, such as `Person`; empty if it has none. */
export function itemType(item: StructuredItem): string {
  const [type] = [item['@type']].flat();
  return typeof type === 'string' ? type.replace(/^.*[/#:]/, '') : '';
}
