import { asText } from '../as-text.js';
import type { JsonSchema } from '../../model/extraction/extraction.js';
import { readNumber } from './read-number.js';
import { shapeOf, type SchemaShape } from './schema-shape.js';

const MAX_DEPTH = 60;

/**
 * Adapts the form of a value to the schema: a number written as text, a list item without its list, null for "not
 * stated", additional properties. Invalid values remain unchanged.
 */
export function fitToSchema(value: unknown, schema: unknown, root: JsonSchema, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  const shape = shapeOf(schema, root);
  if (shape.isChoice) return value;
  if (shape.values) return fitToValues(value, shape.values);
  if (isRecord(value))
    return shape.kinds.has('array')
      ? [fitItem(value, shape, root, depth)]
      : fitObject(value, shape, root, depth);
  if (Array.isArray(value)) return fitList(value, shape, root, depth);
  return shape.kinds.has('array') && value !== null && !allows(shape, value)
    ? [fitItem(value, shape, root, depth)]
    : fitScalar(value, shape);
}

function fitItem(value: unknown, { items }: SchemaShape, root: JsonSchema, depth: number): unknown {
  return items ? fitToSchema(value, items, root, depth + 1) : value;
}

function fitObject(
  value: Record<string, unknown>,
  shape: SchemaShape,
  root: JsonSchema,
  depth: number,
): unknown {
  if (shape.kinds.size > 0 && !shape.kinds.has('object')) return value;
  const others = shape.additional ?? Object.keys(shape.properties).length === 0;
  const fitted: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    const schema = Object.hasOwn(shape.properties, name) ? shape.properties[name] : others;
    if (schema === false) continue;
    const next = fitToSchema(inner, schema, root, depth + 1);
    const isUnstated = next === null && typeof schema === 'object' && !shapeOf(schema, root).isNullable;
    if (!isUnstated) fitted.push([name, next]);
  }
  return Object.fromEntries(fitted);
}

function fitList(value: unknown[], shape: SchemaShape, root: JsonSchema, depth: number): unknown {
  const { items } = shape;
  if (!items) return value;
  const keepsNull = shapeOf(items, root).isNullable;
  return value
    .map((item) => fitToSchema(item, items, root, depth + 1))
    .filter((item) => item !== null || keepsNull);
}

function fitScalar(value: unknown, shape: SchemaShape): unknown {
  if (value === null || allows(shape, value)) return value;
  const { kinds } = shape;
  if (kinds.has('number') || kinds.has('integer')) return toNumber(value, kinds.has('number')) ?? value;
  if (kinds.has('boolean')) return toBoolean(value) ?? value;
  if (kinds.has('string')) return String(value);
  return value;
}

function allows({ kinds }: SchemaShape, value: unknown): boolean {
  if (kinds.size === 0) return true;
  if (typeof value === 'number')
    return kinds.has('number') || (kinds.has('integer') && Number.isInteger(value));
  return kinds.has(typeof value as 'string' | 'boolean');
}

function toNumber(value: unknown, takesFractions: boolean): number | null {
  const number = typeof value === 'string' ? readNumber(value) : null;
  return number !== null && (takesFractions || Number.isInteger(number)) ? number : null;
}

function toBoolean(value: unknown): boolean | null {
  if (/^(?:true|yes)$/i.test(String(value))) return true;
  return /^(?:false|no)$/i.test(String(value)) ? false : null;
}

/** The allowed value with the same text, ignoring case. */
function fitToValues(value: unknown, values: readonly unknown[]): unknown {
  if (values.includes(value)) return value;
  const written = asText(value).trim().toLowerCase();
  const alike = values.filter((allowed) => allowed !== null && asText(allowed).toLowerCase() === written);
  return alike.length === 1 ? alike[0] : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
