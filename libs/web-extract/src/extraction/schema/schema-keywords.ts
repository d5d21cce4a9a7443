export type Part = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
interface Keywords {
  readonly schema: readonly string[];
  readonly list: readonly string[];
  readonly named: readonly string[];
}

/** What these hold says more of the very value that the schema is about. */
export const OF_SAME_VALUE: Keywords = {
  schema: ['not', 'if', 'then', 'else'],
  list: ['allOf', 'anyOf', 'oneOf'],
  named: ['dependentSchemas', 'dependencies'],
};

/** What these hold is about the values inside. */
export const OF_INNER_VALUES: Keywords = {
  schema: [
    'items', 'additionalItems', 'additionalProperties', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties',
  ], // prettier-ignore
  list: ['items', 'prefixItems'],
  named: ['properties', 'patternProperties'],
};

/** What these hold counts where something refers to it. */
export const STORED: Keywords = { schema: [], list: [], named: ['definitions', '$defs'] };

/** Every schema that stands directly below the keywords, `true` and `false` left out. */
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

/** What the end of a reference, `/$defs/price`, leads to (RFC 6901). */
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
    return text; // a name with a percent sign of its own
  }
}
