import type { JsonSchema } from '../../model/extraction/extraction.js';
import { atPointer, isPart, type Part } from './schema-keywords.js';

type Kind = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** Values allowed at one position of a schema, with references, `allOf` and "or null" resolved. */
export interface SchemaShape {
  /** Allowed types; empty: any. */
  readonly kinds: ReadonlySet<Kind>;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: ReadonlySet<string>;
  /** Schema of list elements. */
  readonly items: JsonSchema | null;
  /** Schema of properties not in `properties`; `true`: any, `false`: none, null: unspecified. */
  readonly additional: JsonSchema | boolean | null;
  /** Allowed values of an `enum` or `const`. */
  readonly values: readonly unknown[] | null;
  readonly isNullable: boolean;
  /** True if several structures are allowed, so that the choice depends on the content. */
  readonly isChoice: boolean;
  readonly description: string;
  readonly format: string | null;
}

const MAX_REFERENCES = 20;

/** Reads one position of a schema. Never throws: unreadable parts allow any value. */
export function shapeOf(schema: unknown, root: JsonSchema): SchemaShape {
  if (!isPart(schema)) return readShape(schema, root);
  const known = shapes.get(root) ?? new WeakMap<Part, SchemaShape>();
  shapes.set(root, known);
  const shape = known.get(schema) ?? readShape(schema, root);
  known.set(schema, shape);
  return shape;
}

/** Cache: each value of a page is compared with one of few positions. */
const shapes = new WeakMap<JsonSchema, WeakMap<Part, SchemaShape>>();

function readShape(schema: unknown, root: JsonSchema): SchemaShape {
  const part = dereference(schema, root, 0);
  const branches = branchesOf(part).map((branch) => dereference(branch, root, 0));
  const structures = branches.filter((branch) => !isNull(branch));
  const hasNullBranch = structures.length < branches.length;
  const only = structures.length === 1 ? { ...structures[0], ...withoutBranches(part) } : part;
  const kinds = kindsOf(only);
  if (structures.length > 1)
    structures.forEach((branch) => kindsOf(branch).forEach((kind) => kinds.add(kind)));
  return {
    kinds,
    properties: recordOf(only['properties']),
    required: new Set(Array.isArray(only['required']) ? (only['required'] as string[]) : []),
    items: isPart(only['items']) ? only['items'] : null,
    // the validator checks which names match a pattern
    additional: isPart(only['patternProperties']) || additionalOf(only['additionalProperties']),
    values: valuesOf(only),
    isNullable: hasNullBranch || kinds.has('null') || only['nullable'] === true || isAny(only, kinds),
    isChoice: structures.length > 1,
    description: [only['title'], only['description']].filter((text) => typeof text === 'string').join('. '),
    format: typeof only['format'] === 'string' ? only['format'] : null,
  };
}

/** Resolves references and merges `allOf`. */
function dereference(schema: unknown, root: JsonSchema, depth: number): Part {
  if (!isPart(schema) || depth > MAX_REFERENCES) return {};
  const { $ref, allOf, ...own } = schema;
  let part: Part = own;
  if (typeof $ref === 'string')
    part = { ...dereference(resolveReference($ref, root), root, depth + 1), ...own };
  for (const piece of Array.isArray(allOf) ? allOf : [])
    part = join(dereference(piece, root, depth + 1), part);
  return part;
}

function join(a: Part, b: Part): Part {
  return {
    ...a,
    ...b,
    ...(a['properties'] || b['properties']
      ? { properties: { ...recordOf(a['properties']), ...recordOf(b['properties']) } }
      : {}),
    ...(a['required'] || b['required']
      ? { required: [...((a['required'] as string[]) ?? []), ...((b['required'] as string[]) ?? [])] }
      : {}),
  };
}

/** Resolves a local reference such as `#/$defs/price`. */
function resolveReference(reference: string, root: JsonSchema): unknown {
  if (reference === '#') return root;
  return reference.startsWith('#/') ? atPointer(root, reference.slice(1)) : undefined;
}

function branchesOf(part: Part): unknown[] {
  return [part['anyOf'], part['oneOf']].flatMap((branches) =>
    Array.isArray(branches) ? (branches as unknown[]) : [],
  );
}

function withoutBranches({ anyOf: _anyOf, oneOf: _oneOf, ...rest }: Part): Part {
  return rest;
}

function isNull(part: Part): boolean {
  return part['type'] === 'null' || part['const'] === null;
}

function isAny(part: Part, kinds: ReadonlySet<Kind>): boolean {
  return kinds.size === 0 && !('enum' in part) && !('const' in part) && branchesOf(part).length === 0;
}

function kindsOf(part: Part): Set<Kind> {
  const { type } = part;
  if (typeof type === 'string') return new Set([type as Kind]);
  if (Array.isArray(type)) return new Set(type as Kind[]);
  if (part['properties']) return new Set<Kind>(['object']);
  if (part['items']) return new Set<Kind>(['array']);
  return new Set();
}

function valuesOf(part: Part): readonly unknown[] | null {
  if ('const' in part) return [part['const']];
  return Array.isArray(part['enum']) ? (part['enum'] as unknown[]) : null;
}

function additionalOf(value: unknown): JsonSchema | boolean | null {
  return typeof value === 'boolean' || isPart(value) ? value : null;
}

function recordOf(value: unknown): Record<string, JsonSchema> {
  return isPart(value) ? (value as Record<string, JsonSchema>) : {};
}
