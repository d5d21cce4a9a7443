import type { JsonSchema } from '../../model/extraction/extraction.js';
import { isPart, OF_INNER_VALUES, OF_SAME_VALUE, STORED } from './schema-keywords.js';

type Part = Record<string, unknown>;

/** Keywords that require values or apply only to complete values. */
const ASKS_FOR_ALL = [
  'required', 'minItems', 'minProperties', 'contains', 'minContains', 'maxContains', 'dependentRequired', 'dependentSchemas',
  'dependencies', 'not', 'if', 'then', 'else',
] as const; // prettier-ignore

const EVERYWHERE = [OF_SAME_VALUE, OF_INNER_VALUES, STORED];
const HOLDS_SCHEMA = EVERYWHERE.flatMap(({ schema }) => schema);
const HOLDS_LIST = EVERYWHERE.flatMap(({ list }) => list);
const HOLDS_NAMED = EVERYWHERE.flatMap(({ named }) => named);
const MAX_DEPTH = 110;

/** Relaxes a schema for the data of one of several pages: same types, but no required values. */
export function relaxRequired(schema: JsonSchema): JsonSchema {
  return loosen(schema, 0) as JsonSchema;
}

function loosen(schema: unknown, depth: number): unknown {
  if (!isPart(schema) || depth > MAX_DEPTH) return schema;
  const part: Part = { ...schema };
  for (const keyword of ASKS_FOR_ALL) delete part[keyword];
  chooseAny(part);
  for (const keyword of HOLDS_SCHEMA)
    if (isPart(part[keyword])) part[keyword] = loosen(part[keyword], depth + 1);
  for (const keyword of HOLDS_LIST) {
    const list = part[keyword];
    if (Array.isArray(list)) part[keyword] = list.map((one: unknown) => loosen(one, depth + 1));
  }
  for (const keyword of HOLDS_NAMED) {
    const named = part[keyword];
    if (isPart(named)) part[keyword] = mapValues(named, (one) => loosen(one, depth + 1));
  }
  return part;
}

/**
 * Replaces `oneOf` by `anyOf`: an incomplete value can match several alternatives that differ only in their required
 * properties.
 */
function chooseAny(part: Part): void {
  const { oneOf, anyOf } = part;
  if (!Array.isArray(oneOf)) return;
  delete part['oneOf'];
  if (anyOf === undefined) part['anyOf'] = oneOf;
  else {
    const also = Array.isArray(part['allOf']) ? (part['allOf'] as unknown[]) : [];
    part['allOf'] = [...also, { anyOf: oneOf }];
  }
}

function mapValues(named: Readonly<Part>, change: (value: unknown) => unknown): Part {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));
}
