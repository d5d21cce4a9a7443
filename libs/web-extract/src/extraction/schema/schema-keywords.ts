export type Part = Readonly<Record<string, unknown>>;

/** Keywords that contain a schema, a list of schemas, or an object of schemas. */
interface Keywords {
  readonly schema: readonly string[];
  readonly list: readonly string[];
  readonly named: readonly string[];
}

/** Keywords with subschemas for the same value. */
export const OF_SAME_VALUE: Keywords = {
  schema: ['not', 'if', 'then', 'else'],
  list: ['allOf', 'anyOf', 'oneOf'],
  named: ['dependentSchemas', 'dependencies'],
};

/** Keywords with subschemas for nested values. */
export const OF_INNER_VALUES: Keywords = {
  schema: [
    'items', 'additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties',
  ], // prettier-ignore
  list: ['items', 'prefixItems'],
  named: ['properties', 'patternProperties'],
};

/** Keywords with subschemas that apply only where they are referenced. */
export const STORED: Keywords = { schema: [], list: [], named: ['definitions', '$defs'] };

/** Direct subschemas of the keywords, except `true` and `false`. */
export function partsBelow(part: Part, { schema, list, named }: Keywords): Part[] {
  return [
    ...schema.map((keyword) => part[keyword]),
    ...list.flatMap((keyword) => (Array.isArray(part[keyword]) ? (part[keyword] as unknown[]) : [])),
    ...named.flatMap((keyword) => (isPart(part[keyword]) ? Object.values(part[keyword]) : [])),
  ].filter(isPart);
}

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Resolves a JSON Pointer such as `/$defs/price` (RFC 6901). */
export function atPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of pointer.split('/').slice(1)) {
    const key = decode(name).replaceAll('~1', '/').replaceAll('~0', '~');
    const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = holds ? (value as Part)[key] : undefined;
  }
  return value;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a name with a literal percent sign
  }
}
