import type { JsonSchema } from '../../model/extraction/extraction.js';
import { pruneRecursiveRefs } from './prune-recursive-refs.js';
import { isPart, OF_INNER_VALUES, OF_SAME_VALUE, STORED } from './schema-keywords.js';

type Part = Record<string, unknown>;

const EVERYWHERE = [OF_SAME_VALUE, OF_INNER_VALUES, STORED];
const HOLDS_SCHEMA = EVERYWHERE.flatMap(({ schema }) => schema);
const HOLDS_LIST = EVERYWHERE.flatMap(({ list }) => list);
const HOLDS_NAMED = EVERYWHERE.flatMap(({ named }) => named);

const MAX_DEPTH = 110;

/**
 * Normalizes draft 4, draft 2019-09 and OpenAPI keywords: `exclusiveMinimum: true`, `id`, `required: true` on a
 * property, `$recursiveRef`, `nullable` together with `enum` or `$ref`, and inheritance with `oneOf`. Other schemas are
 * returned unchanged.
 */
export function upgradeDraft(schema: JsonSchema): JsonSchema {
  return modernize(pruneRecursiveRefs(schema), 0) as JsonSchema;
}

function modernize(schema: unknown, depth: number): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > MAX_DEPTH)
    return schema;
  const part: Part = { ...(schema as Part) };
  if (typeof part['id'] === 'string') delete part['id'];
  if (typeof part['required'] === 'boolean') delete part['required'];
  referPlainly(part);
  bound(part, 'exclusiveMinimum', 'minimum');
  bound(part, 'exclusiveMaximum', 'maximum');
  for (const keyword of HOLDS_SCHEMA)
    if (keyword in part) part[keyword] = modernize(part[keyword], depth + 1);
  for (const keyword of HOLDS_LIST) {
    const list = part[keyword];
    if (Array.isArray(list)) part[keyword] = list.map((one: unknown) => modernize(one, depth + 1));
  }
  for (const keyword of HOLDS_NAMED) if (isPart(part[keyword])) part[keyword] = named(part, keyword, depth);
  return part['nullable'] === true ? orNull(part) : part;
}

function named(part: Part, keyword: string, depth: number): Part {
  const schemas = part[keyword] as Part;
  if (keyword === 'properties') requireMarked(part, schemas);
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, modernize(one, depth + 1)]));
}

/** Draft 3, and many newer schemas by mistake, set `required` on the property itself. */
function requireMarked(part: Part, properties: Part): void {
  const marked = Object.keys(properties).filter((name) => isRequired(properties[name]));
  if (marked.length > 0 && !('required' in part)) part['required'] = marked;
}

function isRequired(schema: unknown): boolean {
  return isPart(schema) && schema['required'] === true;
}

/** Without dynamic anchors these are plain references, but the compiler resolves them to the enclosing schema. */
function referPlainly(part: Part): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    const reference = part[keyword];
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) continue;
    delete part[keyword];
    if (!('$ref' in part)) part['$ref'] = reference;
    else
      part['allOf'] = [
        ...(Array.isArray(part['allOf']) ? (part['allOf'] as unknown[]) : []),
        { $ref: reference },
      ];
  }
}

/** In draft 4, the exclusive bound is a flag in addition to the bound. */
function bound(part: Part, exclusive: string, inclusive: string): void {
  if (typeof part[exclusive] !== 'boolean') return;
  const isExclusive = part[exclusive];
  delete part[exclusive];
  if (!isExclusive || typeof part[inclusive] !== 'number') return;
  part[exclusive] = part[inclusive];
  delete part[inclusive];
}

function orNull(part: Part): Part {
  const { nullable: _nullable, ...rest } = part;
  const { type, enum: values } = rest;
  if (type === undefined)
    return {
      anyOf: [rest, { type: 'null' }],
      ...(rest['description'] ? { description: rest['description'] } : {}),
    };
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return {
    ...rest,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
