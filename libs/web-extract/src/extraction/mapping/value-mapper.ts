import { asText } from '../as-text.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import type { StatedPair } from '../../model/page/structured-data.js';
import { shapeOf, type SchemaShape } from '../schema/schema-shape.js';
import { conceptOf } from './concepts.js';
import { isThing, readPath, type Deref } from './read-path.js';
import { toScalar } from './scalar-value.js';
import { keyOf, knownWords, wordsOf } from './words-of.js';

/** Value of a property and the statement it comes from. */
export interface Mapped {
  readonly value: unknown;
  readonly statement: string;
  /** True if no value required by the schema is missing. */
  readonly isComplete: boolean;
}

const MAX_DEPTH = 8;
const MAX_LIST = 2_000;

/** Converts values to the types required by a schema. */
export class ValueMapper {
  constructor(
    private readonly root: JsonSchema,
    private readonly deref: Deref,
  ) {}

  /** Value of an entity's property with this name or a synonym. */
  property(
    thing: unknown,
    name: string,
    schema: unknown,
    label: string,
    types: readonly string[],
    depth = 0,
  ): Mapped | null {
    const known = this.deref(thing);
    if (!isThing(known)) return null;
    for (const path of pathsOf(known, name, types)) {
      const value = readPath(known, path, this.deref);
      const mapped =
        value === undefined ? null : this.convert(value, schema, name, `${label}.${path}`, depth);
      if (mapped) return mapped;
    }
    return null;
  }

  /** True if an entity has a value of any type for this name. */
  mentions(thing: unknown, name: string, types: readonly string[]): boolean {
    const known = this.deref(thing);
    return (
      isThing(known) &&
      pathsOf(known, name, types).some((path) => readPath(known, path, this.deref) !== undefined)
    );
  }

  /** Converts a value to the type required by the schema; null if that is impossible. */
  convert(value: unknown, schema: unknown, name: string, statement: string, depth = 0): Mapped | null {
    const shape = shapeOf(schema, this.root);
    const known = this.deref(value);
    if (depth > MAX_DEPTH || (shape.isChoice && (shape.kinds.has('object') || shape.kinds.has('array'))))
      return null;
    if (shape.kinds.has('array')) return this.list(known, shape, name, statement, depth);
    if (shape.kinds.has('object')) return this.object(known, shape, statement, depth);
    const scalar = this.scalar(known, shape, name);
    return scalar === undefined ? null : { value: scalar, statement, isComplete: true };
  }

  /** Name-value pairs as a list of such pairs or as an object with arbitrary properties. */
  pairList(pairs: readonly StatedPair[], name: string, schema: unknown): Mapped | null {
    if (pairs.length === 0 || !conceptOf(keyOf(name))?.paths.includes('additionalProperty')) return null;
    const shape = shapeOf(schema, this.root);
    const properties = Object.keys(shape.items ? shapeOf(shape.items, this.root).properties : {});
    const value = properties.find((one) => /^value$/i.test(one));
    const label = properties.find((one) => /^(?:name|label|key|attribute|property)$/i.test(one));
    const found = { statement: 'names with values', isComplete: true };
    if (shape.kinds.has('array') && properties.length === 2 && value !== undefined && label !== undefined) {
      return { ...found, value: pairs.map((pair) => ({ [label]: pair.name, [value]: pair.value })) };
    }
    const isOpen =
      shape.kinds.has('object') && Object.keys(shape.properties).length === 0 && shape.additional !== false;
    return isOpen
      ? { ...found, value: Object.fromEntries(pairs.map((pair) => [pair.name, pair.value])) }
      : null;
  }

  scalar(value: unknown, shape: SchemaShape, name: string): unknown {
    return toScalar(value, shape, wordsOf(`${name} ${shape.description}`), this.deref);
  }

  private object(value: unknown, shape: SchemaShape, statement: string, depth: number): Mapped | null {
    const thing = Array.isArray(value) && value.length === 1 ? this.deref(value[0]) : value;
    if (!isThing(thing)) return null;
    const found: [string, unknown][] = [];
    let isComplete = true;
    for (const [name, schema] of Object.entries(shape.properties)) {
      const mapped = this.property(thing, name, schema, statement, [], depth + 1);
      if (mapped) found.push([name, mapped.value]);
      isComplete &&= mapped?.isComplete === true;
    }
    return found.length > 0 ? { value: Object.fromEntries(found), statement, isComplete } : null;
  }

  private list(
    value: unknown,
    { items }: SchemaShape,
    name: string,
    statement: string,
    depth: number,
  ): Mapped | null {
    if (!items) return null;
    const shape = shapeOf(items, this.root);
    const stated = elementsOf(value, name, this.deref).slice(0, MAX_LIST);
    const mapped = stated.map((one) => this.convert(one, items, name, statement, depth + 1));
    const found = mapped.filter((one) => one !== null);
    if (found.length === 0) return null;
    const isComplete =
      found.length === mapped.length && (shape.kinds.has('object') ? isWellFilled(found, shape) : true);
    return { value: found.map((one) => one.value), statement, isComplete };
  }
}

/** True if each item has the required properties, and each property occurs in some item. */
function isWellFilled(items: readonly Mapped[], { properties, required }: SchemaShape): boolean {
  const filled = items.map(({ value }) => new Set(Object.keys(value as object)));
  return (
    filled.every((names) => [...required].every((name) => names.has(name))) &&
    Object.keys(properties).every((name) => filled.some((names) => names.has(name)))
  );
}

/** Elements of a list, including steps in sections and comma-separated words. */
function elementsOf(value: unknown, name: string, deref: Deref): unknown[] {
  if (typeof value === 'string') {
    if (/keyword|tag|topic|genre|cuisine|categor/i.test(name))
      return value.split(/\s*[,;]\s*/).filter((word) => word !== '');
    const lines = value
      .split(/\s*(?:\n|<br\s*\/?>|<\/(?:li|p)>)\s*/i)
      .filter((line) => line.replace(/<[^>]*>/g, '').trim() !== '');
    return lines.length > 1 ? lines : [value];
  }
  if (!Array.isArray(value)) return expand(value, deref);
  return (value as unknown[]).flatMap((one) => expand(one, deref));
}

function expand(value: unknown, deref: Deref): unknown[] {
  const thing = deref(value);
  if (!isThing(thing)) return [thing];
  if (Array.isArray(thing['itemListElement']))
    return (thing['itemListElement'] as unknown[]).flatMap((one) => expand(one, deref));
  if (thing['@type'] === 'ListItem' && thing['item'] !== undefined)
    return [withPosition(deref(thing['item']), thing)];
  if (/^HowTo(?:Step|Direction)$/.test(asText(thing['@type'])) && typeof thing['text'] === 'string') {
    return [{ ...thing, '@value': thing['text'] }];
  }
  return [thing];
}

function withPosition(item: unknown, { position, name }: Readonly<Record<string, unknown>>): unknown {
  return isThing(item)
    ? { ...(position === undefined ? {} : { position }), ...(name === undefined ? {} : { name }), ...item }
    : item;
}

/** Possible paths of a property in an entity: its own name, then the paths of its concept. */
function pathsOf(thing: Readonly<Record<string, unknown>>, name: string, types: readonly string[]): string[] {
  const key = keyOf(name);
  const stated = namesByKey(thing);
  const direct = stated.get(key) ?? [];
  const words = knownWords(name);
  const stripped = withoutType(words, types) ?? withoutUnit(words);
  const concept = conceptOf(key) ?? (stripped === null ? null : conceptOf(stripped));
  const own = stripped === null ? [] : (stated.get(stripped) ?? []);
  return [...new Set([...direct, ...own, ...(concept?.paths ?? [])])];
}

/** Property names of an entity by key; cached because they are needed for each property of the schema. */
function namesByKey(thing: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(thing);
  if (known) return known;
  const index = new Map<string, string[]>();
  for (const name of Object.keys(thing)) {
    if (!name.startsWith('@')) index.set(keyOf(name), [...(index.get(keyOf(name)) ?? []), name]);
  }
  indexes.set(thing, index);
  return index;
}

const indexes = new WeakMap<object, ReadonlyMap<string, readonly string[]>>();

/** Removes the type: `productName` of a product is its name. */
function withoutType(words: readonly string[], types: readonly string[]): string | null {
  const [first, ...rest] = words;
  if (first === undefined || rest.length === 0) return null;
  const isType = first.length > 3 && types.some((type) => type.endsWith(first) || type.startsWith(first));
  return isType ? rest.join('') : null;
}

const UNIT = /^(?:in|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|value|text|string|iso)$/;

/** Removes the unit: `total_time_minutes` is the total time, `price_value` the price. */
function withoutUnit(words: readonly string[]): string | null {
  let length = words.length;
  while (length > 1 && UNIT.test(words[length - 1]!)) length--;
  return length < words.length ? words.slice(0, length).join('') : null;
}
