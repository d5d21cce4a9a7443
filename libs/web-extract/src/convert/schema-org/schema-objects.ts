import type { SchemaOrgObject } from '../../model/page/schema-org.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { readStructuredData } from '../metadata/structured-data.js';
import { readMarkedItems } from '../stated/read-marked-items.js';

const MAX_OBJECTS = 64;
const MAX_CHARS = 256 * 1024;
/** Deeper values are left out: pages nest a few levels, and recursion has a bound. */
const MAX_DEPTH = 12;

/** The objects that a page states, bounded in number, depth and size. To be called before the page is cleaned. */
export function schemaObjects(document: DomTree): SchemaOrgObject[] {
  const budget = { chars: MAX_CHARS };
  const objects: SchemaOrgObject[] = [];
  const marked = readMarkedItems(document).map(({ value }) => value);
  for (const value of [...readStructuredData(document), ...marked]) {
    if (objects.length === MAX_OBJECTS) break;
    if (typeOf(value) === null) continue;
    const room = budget.chars;
    const copy = copyOf(value, budget, 0) as SchemaOrgObject;
    if (budget.chars < 0)
      budget.chars = room; // a smaller one may fit
    else objects.push(copy);
  }
  return objects;
}

/** The first type, without the address of its vocabulary. */
function typeOf(value: Readonly<Record<string, unknown>>): string | null {
  const [first] = [value['@type'] ?? value['type']].flat();
  return typeof first === 'string' && first !== '' ? first.replace(/^.*[/#:]/, '') : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function copyOf(value: unknown, budget: { chars: number }, depth: number): unknown {
  if (budget.chars < 0) return null;
  if (Array.isArray(value)) {
    budget.chars -= 2;
    return depth >= MAX_DEPTH ? [] : takeWhile(value, budget, (item) => copyOf(item, budget, depth + 1));
  }
  if (!isObject(value)) {
    budget.chars -= typeof value === 'string' ? JSON.stringify(value).length + 1 : 8;
    return value;
  }
  budget.chars -= 2;
  if (depth >= MAX_DEPTH) return {};
  const type = typeOf(value);
  const entries = takeWhile(Object.entries(value), budget, ([name, one]) => {
    budget.chars -= name.length + 4;
    return [renamed(name), copyOf(one, budget, depth + 1)] as const;
  });
  const kept = entries.filter(([name]) => name !== '' && name !== 'type');
  return { ...(type === null ? {} : { type }), ...Object.fromEntries(kept) };
}

function takeWhile<T, R>(items: readonly T[], budget: { chars: number }, copy: (item: T) => R): R[] {
  const copies: R[] = [];
  for (const item of items) {
    if (budget.chars < 0) break;
    copies.push(copy(item));
  }
  return copies;
}

/** Containers and contexts say nothing of the object; a name that objects inherit is none of it. */
function renamed(name: string): string {
  if (name === '@context' || name === '@graph' || name === '__proto__') return '';
  return name.replace(/^@/, '');
}
