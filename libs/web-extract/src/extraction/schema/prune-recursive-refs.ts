import type { JsonSchema } from '../../model/extraction/extraction.js';
import { isPart, partsBelow, type Part } from './schema-keywords.js';

const STORES = ['$defs', 'definitions'] as const;
const CHOICE = { schema: [], list: ['oneOf', 'anyOf'], named: [] };
/** Suffix of definitions that contain the parent without its choice. */
const OWN = '.own';

/**
 * Resolves the recursion of OpenAPI inheritance: a parent that is `oneOf` its children, each of them `allOf` the parent
 * and more. Literally such a schema is endlessly recursive; the intended meaning is that a child has the properties of
 * the parent without the choice. Runs in time linear in the schema; schemas without inheritance are returned unchanged.
 */
export function pruneRecursiveRefs(schema: JsonSchema): JsonSchema {
  return STORES.reduce(cutStore, schema);
}

function cutStore(schema: JsonSchema, store: (typeof STORES)[number]): JsonSchema {
  const stored = schema[store];
  if (!isPart(stored)) return schema;
  const referenceTo = (name: string) => `#/${store}/${name}`;
  const parents = new Map<string, Set<unknown>>();
  for (const [name, part] of Object.entries(stored)) {
    if (!isPart(part)) continue;
    for (const { $ref: child } of partsBelow(part, CHOICE)) {
      if (typeof child !== 'string') continue;
      parents.set(child, (parents.get(child) ?? new Set()).add(referenceTo(name)));
    }
  }
  const cut = new Set<unknown>();
  const parts = Object.entries(stored).map(([name, part]) => {
    const own = isPart(part) ? withoutParents(part, parents.get(referenceTo(name)), cut) : part;
    return [name, own] as const;
  });
  if (cut.size === 0) return schema;
  const bases = parts.flatMap(([name, part]) =>
    cut.has(referenceTo(name)) && isPart(part) ? [[name + OWN, withoutChoice(part)] as const] : [],
  );
  return { ...schema, [store]: Object.fromEntries([...bases, ...parts]) };
}

/** @param cut collects the replaced references */
function withoutParents(part: Part, parents: ReadonlySet<unknown> | undefined, cut: Set<unknown>): Part {
  const { allOf } = part;
  if (!parents || !Array.isArray(allOf)) return part;
  const own = allOf.map((one: unknown) => {
    if (!isPart(one) || !parents.has(one['$ref'])) return one;
    cut.add(one['$ref']);
    return { ...one, $ref: `${String(one['$ref'])}${OWN}` };
  });
  return { ...part, allOf: own };
}

function withoutChoice({ oneOf: _oneOf, anyOf: _anyOf, discriminator: _by, $id: _id, ...rest }: Part): Part {
  return rest;
}
