import type { JsonSchema } from '../../model/extraction/extraction.js';
import { EXTRACTOR_BOUNDS } from '../../model/extractor/extractor-program.js';

/** A field of a schema, as far as extractors learn it. */
export type SchemaField = ScalarField | ListField;

export interface ScalarField {
  readonly kind: 'scalar';
  /** JSON Pointer with `*` for items. */
  readonly path: string;
  /** Property names below the page or the item; empty for an item that is a scalar. */
  readonly keys: readonly string[];
  readonly required: boolean;
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly format: string | null;
  readonly values: readonly (string | number | boolean)[] | null;
  readonly pattern: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Words of name and description, in lower case. */
  readonly words: readonly string[];
}

export interface ListField {
  readonly kind: 'list';
  readonly path: string;
  readonly keys: readonly string[];
  readonly required: boolean;
  readonly fields: readonly SchemaField[];
}

type Part = Readonly<Record<string, unknown>>;

const MAX_REFERENCES = 10;

/** The scalar fields and lists of an object schema; objects inside are flattened. Never throws: unreadable parts are left out. */
export function schemaFields(schema: JsonSchema): SchemaField[] {
  const reader = new SchemaReader(schema);
  return reader.fieldsOf(schema, '', [], true, 0, 0);
}

class SchemaReader {
  private count = 0;

  constructor(private readonly root: JsonSchema) {}

  fieldsOf(
    schema: unknown,
    path: string,
    keys: readonly string[],
    isRequired: boolean,
    lists: number,
    depth: number,
  ): SchemaField[] {
    const part = this.resolve(schema, 0);
    if (!isPart(part['properties']) || depth > EXTRACTOR_BOUNDS.schemaDepth) return [];
    const required = new Set(Array.isArray(part['required']) ? part['required'] : []);
    return Object.entries(part['properties']).flatMap(([name, inner]) =>
      this.field(
        inner,
        `${path}/${escapeKey(name)}`,
        [...keys, name],
        isRequired && required.has(name),
        lists,
        depth + 1,
      ),
    );
  }

  private field(
    schema: unknown,
    path: string,
    keys: readonly string[],
    required: boolean,
    lists: number,
    depth: number,
  ): SchemaField[] {
    if (++this.count > EXTRACTOR_BOUNDS.schemaProperties * 2) return [];
    const part = this.resolve(schema, 0);
    const type = typeOf(part);
    if (type === 'object') return this.fieldsOf(part, path, keys, required, lists, depth);
    if (type !== 'array') return type === null ? [] : [scalarOf(part, type, path, keys, required)];
    if (lists >= EXTRACTOR_BOUNDS.listDepth) return [];
    const item = this.resolve(part['items'], 0);
    const itemType = typeOf(item);
    const inner = `${path}/*`;
    const fields =
      itemType === 'object'
        ? this.fieldsOf(item, inner, [], true, lists + 1, depth + 1)
        : itemType === null || itemType === 'array'
          ? []
          : [scalarOf(item, itemType, inner, [], true)];
    return fields.length === 0 ? [] : [{ kind: 'list', path, keys, required, fields }];
  }

  /** Follows local references and takes the only branch that is not null. */
  private resolve(schema: unknown, depth: number): Part {
    if (!isPart(schema) || depth > MAX_REFERENCES) return {};
    const { $ref } = schema;
    if (typeof $ref === 'string')
      return { ...this.resolve(this.at($ref), depth + 1), ...schema, $ref: undefined };
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const branches = schema[name];
      if (!Array.isArray(branches)) continue;
      const parts = branches
        .map((one) => this.resolve(one, depth + 1))
        .filter((one) => one['type'] !== 'null');
      if (name === 'allOf') return Object.assign({}, ...parts, { ...schema, allOf: undefined }) as Part;
      if (parts.length === 1) return { ...schema, [name]: undefined, ...parts[0] };
    }
    return schema;
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined;
    let at: unknown = this.root;
    for (const key of reference.slice(2).split('/').slice(0, 20)) {
      if (!isPart(at)) return undefined;
      const name = unescapeKey(key);
      at = Object.hasOwn(at, name) ? at[name] : undefined;
    }
    return at;
  }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type SchemaType = 'object' | 'array' | ScalarField['type'];

function typeOf(part: Part): SchemaType | null {
  const types = [part['type']].flat().filter((type) => type !== 'null');
  if (types.length === 1 && typeof types[0] === 'string' && TYPES.has(types[0]))
    return types[0] as SchemaType;
  if (types.length > 1)
    return types.includes('string') ? 'string' : types.includes('number') ? 'number' : null;
  if (isPart(part['properties'])) return 'object';
  if (isPart(part['items'])) return 'array';
  const values = valuesOf(part);
  return values
    ? typeof values[0] === 'number'
      ? 'number'
      : typeof values[0] === 'boolean'
        ? 'boolean'
        : 'string'
    : null;
}

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);

function scalarOf(
  part: Part,
  type: ScalarField['type'],
  path: string,
  keys: readonly string[],
  required: boolean,
): ScalarField {
  const text = (name: string) => (typeof part[name] === 'string' ? (part[name] as string) : null);
  const number = (name: string) => (typeof part[name] === 'number' ? (part[name] as number) : null);
  return {
    kind: 'scalar',
    path,
    keys,
    required,
    type,
    format: text('format'),
    values: valuesOf(part),
    pattern: text('pattern'),
    minimum: number('minimum'),
    maximum: number('maximum'),
    minLength: number('minLength'),
    maxLength: number('maxLength'),
    words: wordsOfName(
      `${keys.at(-1) ?? path.split('/').at(-2) ?? ''} ${text('title') ?? ''} ${text('description') ?? ''}`,
    ),
  };
}

function valuesOf(part: Part): ScalarField['values'] {
  const listed = 'const' in part ? [part['const']] : part['enum'];
  if (!Array.isArray(listed)) return null;
  const values = listed.filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return values.length > 0 ? (values as (string | number | boolean)[]).slice(0, 500) : null;
}

function wordsOfName(text: string): string[] {
  return text
    .slice(0, 500)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function escapeKey(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The value at the keys of a field; `undefined` if there is none: null, empty texts and empty lists are none. */
export function valueAt(data: unknown, keys: readonly string[]): unknown {
  let at = data;
  for (const key of keys) at = isPart(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at === null || at === '' || (Array.isArray(at) && at.length === 0) ? undefined : at;
}

/** Sets a value at the keys of a field. */
export function setValueAt(data: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let at = data;
  for (const key of keys.slice(0, -1)) {
    if (!Object.hasOwn(at, key)) define(at, key, {});
    at = at[key] as Record<string, unknown>;
  }
  define(at, keys.at(-1)!, value);
}

/** Removes the value at the keys of a field. */
export function removeValueAt(data: Record<string, unknown>, keys: readonly string[]): void {
  const part = keys.length > 1 ? valueAt(data, keys.slice(0, -1)) : data;
  if (isPart(part)) Reflect.deleteProperty(part, keys.at(-1)!);
}

/** Also for `__proto__`, and for `constructor` where the host has frozen the prototype: it cannot be assigned then. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (!(key in Object.prototype)) target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
