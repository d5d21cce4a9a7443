import type { JsonSchema } from '../../model/extraction/extraction.js';

/** Keywords supported by the strict mode; others are removed from the schema and validated afterwards. */
const KEPT = ['title', 'description', 'enum', 'const', '$ref'] as const;
/** Structural keywords that the strict mode does not support. */
const IMPOSSIBLE = [
  'oneOf', 'allOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'dependencies', 'patternProperties',
  'propertyNames', 'prefixItems', 'contains', 'unevaluatedProperties', '$dynamicRef', '$anchor', '$id',
]; // prettier-ignore
const MAX_DEPTH = 10;
const SIMPLE_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

/**
 * Converts a schema to the dialect of strict structured outputs: every property is required but nullable, and
 * additional
 * properties are not allowed. Returns null if the dialect cannot express the schema.
 *
 * Required values are nullable on purpose: a model that must return a value invents one.
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
export function toStrictSchema(schema: JsonSchema): JsonSchema | null {
  try {
    const root = convert(schema, 0);
    if (root['type'] !== 'object') return null;
    const definitions = Object.entries(
      (schema['$defs'] ?? schema['definitions'] ?? {}) as Record<string, unknown>,
    );
    if (definitions.length === 0) return root;
    return {
      ...root,
      $defs: Object.fromEntries(definitions.map(([name, part]) => [name, convert(part, 1)])),
    };
  } catch (error) {
    if (error instanceof CannotBeStrict) return null;
    throw error;
  }
}

class CannotBeStrict extends Error {}

type Part = Record<string, unknown>;

function convert(schema: unknown, depth: number): Part {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) throw new CannotBeStrict();
  const part = schema as Part;
  if (IMPOSSIBLE.some((keyword) => keyword in part)) throw new CannotBeStrict();
  const kept = Object.fromEntries(KEPT.filter((name) => name in part).map((name) => [name, part[name]]));
  if ('$ref' in part) return { $ref: String(part['$ref']).replace('#/definitions/', '#/$defs/') };
  if (Array.isArray(part['anyOf']))
    return { ...kept, anyOf: part['anyOf'].map((one) => convert(one, depth)) };
  const types = typesOf(part);
  const type = part['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types;
  return {
    ...kept,
    ...(type.length > 0 ? { type: type.length === 1 ? type[0] : type } : {}),
    ...(types.includes('object') ? members(part, depth) : {}),
    ...(types.includes('array') ? { items: convert(part['items'], depth + 1) } : {}),
  };
}

function typesOf(part: Part): string[] {
  const stated = part['type'] ?? (part['properties'] ? 'object' : part['items'] ? 'array' : undefined);
  if (stated === undefined && ('enum' in part || 'const' in part)) return [];
  const types = Array.isArray(stated) ? (stated as string[]) : [String(stated)];
  if (!types.every((type) => SIMPLE_TYPES.has(type))) throw new CannotBeStrict();
  return types;
}

function members(part: Part, depth: number): Part {
  const properties = Object.entries((part['properties'] ?? {}) as Part);
  const isOpen = part['additionalProperties'] !== undefined && part['additionalProperties'] !== false;
  if (isOpen || properties.length === 0) throw new CannotBeStrict();
  return {
    properties: Object.fromEntries(
      properties.map(([name, value]) => [name, orNull(convert(value, depth + 1))]),
    ),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

function orNull(part: Part): Part {
  const { type } = part;
  if (Array.isArray(part['anyOf'])) {
    const hasNull = (part['anyOf'] as Part[]).some((one) => one['type'] === 'null');
    return hasNull ? part : { ...part, anyOf: [...(part['anyOf'] as Part[]), { type: 'null' }] };
  }
  if (type === undefined || 'const' in part) return { anyOf: [part, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('null')) return part;
  const values = part['enum'];
  return {
    ...part,
    type: [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
